using System.Text.Encodings.Web;
using System.Net;
using Microsoft.AspNetCore.Html;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

public class PagesController : Controller {
//// weak
    [HttpGet]
    public IActionResult Hello(string name) {
        return Content("<h1>Hello " + name + "</h1>", "text/html");
    }
//// safe
    [HttpGet]
    public IActionResult Hello(string name) {
        return Content("<h1>Hello " + HtmlEncoder.Default.Encode(name) + "</h1>", "text/html");
    }
//// weak
    public async System.Threading.Tasks.Task Search(HttpContext context) {
        context.Response.ContentType = "text/html";
        await context.Response.WriteAsync($"<p>Results for {context.Request.Query["q"]}</p>");
    }
//// safe
    public async System.Threading.Tasks.Task Search(HttpContext context) {
        context.Response.ContentType = "text/html";
        await context.Response.WriteAsync($"<p>Results for {WebUtility.HtmlEncode(context.Request.Query["q"])}</p>");
    }
//// weak
    [HttpGet]
    public IHtmlContent Badge(string label) {
        return new HtmlString("<b>" + label + "</b>");
    }
//// safe
    [HttpGet]
    public object Badge(string label) {
        return new { badge = "<b>" + label + "</b>" };
    }
//// weak
    [HttpPost]
    public ContentResult Note([FromForm] string note) {
        return new ContentResult { Content = $"<pre>{note}</pre>", ContentType = "text/html" };
    }
//// safe
    [HttpPost]
    public ContentResult Note([FromForm] string note) {
        return new ContentResult { Content = note, ContentType = "text/plain" };
    }
//// end
}
