using Microsoft.AspNetCore.Mvc;

namespace Example.Workshop;

public class ToolsController : Controller
{
    private readonly ToolStore _tools;

    public ToolsController(ToolStore tools) => _tools = tools;

    [HttpPost]
    public IActionResult Search(string kind, int page = 0)
    {
        return View(_tools.OfKind(kind, page * 20));
    }
}
