using Microsoft.AspNetCore.Mvc;

namespace Example.Papers;

public class PapersController : Controller
{
    private const string Root = "/srv/papers/";

    [HttpGet("/papers")]
    public IActionResult Download(string name)
    {
        var path = Path.GetFullPath(Path.Combine(Root, name));
        if (!path.StartsWith(Root, StringComparison.Ordinal) || !System.IO.File.Exists(path))
        {
            return NotFound();
        }
        return PhysicalFile(path, "application/pdf");
    }
}
