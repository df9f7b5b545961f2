using System.IO;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

public class FilesController : ControllerBase {
    private const string Root = "/srv/files";
//// weak
    [HttpGet("file")]
    public string Show(string name) {
        return System.IO.File.ReadAllText(Path.Combine(Root, name));
    }
//// safe
    [HttpGet("file")]
    public string Show(string name) {
        return System.IO.File.ReadAllText(Path.Combine(Root, Path.GetFileName(name)));
    }
//// weak
    public IActionResult Download() {
        return PhysicalFile($"{Root}/{Request.Query["name"]}", "application/pdf");
    }
//// safe
    public IActionResult Download() {
        return PhysicalFile($"{Root}/{int.Parse(Request.Query["id"])}.pdf", "application/pdf");
    }
//// weak
    [HttpPost]
    public void Upload(IFormFile file) {
        using var target = new FileStream(Path.Combine(Root, file.FileName), FileMode.Create);
        file.CopyTo(target);
    }
//// safe
    [HttpPost]
    public void Upload(IFormFile file) {
        using var target = new FileStream(Path.Combine(Root, Path.GetRandomFileName()), FileMode.Create);
        file.CopyTo(target);
    }
//// weak
    [HttpDelete("{path}")]
    public IActionResult Remove([FromRoute] string path) {
        var full = Root + "/" + path;
        System.IO.File.Delete(full);
        return NoContent();
    }
//// safe
    [HttpDelete("{path}")]
    public IActionResult Remove([FromRoute] string path) {
        var full = Path.GetFullPath(Path.Combine(Root, path));
        if (!full.StartsWith(Root + "/")) return Forbid();
        System.IO.File.Delete(full);
        return NoContent();
    }
//// end
}
