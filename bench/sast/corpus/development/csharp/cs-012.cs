using Microsoft.AspNetCore.Mvc;
using Newtonsoft.Json;

namespace Example.Drafts;

public class DraftsController : Controller
{
    private static readonly JsonSerializerSettings Settings = new()
    {
        TypeNameHandling = TypeNameHandling.None,
        MaxDepth = 16,
    };

    [HttpPut("/draft")]
    public IActionResult Save([FromForm] string draft)
    {
        var value = JsonConvert.DeserializeObject<Dictionary<string, string>>(draft, Settings);
        HttpContext.Session.SetString("draft", JsonConvert.SerializeObject(value));
        return NoContent();
    }
}
