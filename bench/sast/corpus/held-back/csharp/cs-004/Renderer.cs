using System.Diagnostics;

namespace Example.Render;

public static class Renderer
{
    private static readonly HashSet<string> Engines = new() { "cycles", "eevee" };

    public static int Run(RenderJob job)
    {
        var engine = Engines.Contains(job.Engine) ? job.Engine.ToUpperInvariant() : "CYCLES";
        using var process = Process.Start("cmd.exe", $"/C blender -b {job.Scene}.blend -E {engine} -f 1");
        process.WaitForExit();
        return process.ExitCode;
    }
}
