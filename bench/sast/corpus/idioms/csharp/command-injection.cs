using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;

public class CommandsController : ControllerBase {
//// weak
    [HttpGet]
    public void Ping(string host) {
        Process.Start("cmd.exe", "/c ping " + host);
    }
//// safe
    [HttpGet]
    public void Ping(int count) {
        Process.Start("cmd.exe", "/c ping localhost -n " + count);
    }
//// weak
    [HttpPost]
    public void Archive([FromForm] string folder) {
        var info = new ProcessStartInfo { FileName = "/bin/sh", Arguments = $"-c \"tar czf out.tgz {folder}\"" };
        Process.Start(info);
    }
//// safe
    [HttpPost]
    public void Archive([FromForm] string folder) {
        var info = new ProcessStartInfo("tar");
        info.ArgumentList.Add("czf");
        info.ArgumentList.Add("out.tgz");
        info.ArgumentList.Add("--");
        info.ArgumentList.Add(folder);
        Process.Start(info);
    }
//// weak
    public void Convert() {
        using var process = new Process();
        process.StartInfo.FileName = "bash";
        process.StartInfo.Arguments = string.Format("-c 'convert {0} out.png'", Request.Query["name"]);
        process.Start();
    }
//// safe
    public void Convert() {
        using var process = new Process();
        process.StartInfo.FileName = "bash";
        process.StartInfo.Arguments = "-c 'convert in.png out.png'";
        process.Start();
    }
//// weak
    [HttpPost("run")]
    public void Run([FromBody] Job job) {
        Process.Start(new ProcessStartInfo("powershell", "-Command " + job.Script));
    }
    public record Job(string Script);
//// safe
    [HttpPost("run")]
    public void Run([FromBody] Job job) {
        var script = job.Script switch { "clean" => "Clear-Cache", _ => "Get-Date" };
        Process.Start(new ProcessStartInfo("powershell", "-Command " + script));
    }
    public record Job(string Script);
//// end
}
