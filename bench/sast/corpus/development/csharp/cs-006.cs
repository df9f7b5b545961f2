using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;

namespace Example.Network;

[Route("trace")]
public class TraceController : Controller
{
    [HttpGet("{host}")]
    public async Task<string> Trace(string host)
    {
        var start = new ProcessStartInfo { RedirectStandardOutput = true, UseShellExecute = false };
        start.FileName = "/bin/sh";
        start.Arguments = $"-c \"traceroute {host}\"";
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return output;
    }
}
