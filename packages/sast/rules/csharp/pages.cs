using System.Net.Http;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Mvc;

namespace Shop;

public static class Page {
  public static HtmlString Bold(string text) {
    // ruleid: csharp-xss
    return new HtmlString("<b>" + text + "</b>");
  }
}

public class HomeController : Controller {
  private readonly HttpClient client = new HttpClient();
  private readonly ILogger<HomeController> logger;

  public IActionResult Hello(string name, string next) {
    Page.Bold(name);
    // ruleid: csharp-xss
    var a = Content("<h1>" + name + "</h1>", "text/html");
    // ok: csharp-xss
    a = Content(name, "text/plain");
    // ok: csharp-xss
    a = Content("<h1>" + HtmlEncoder.Default.Encode(name) + "</h1>", "text/html");
    // ok: csharp-xss
    a = Content("<h1>Hello</h1>", "text/html");
    return View(name);
  }

  public IActionResult Away(string next) {
    if (next == "b") {
      return LocalRedirect(next);
    }
    if (next == "c") {
      return Redirect("/goods/" + next);
    }
    return Redirect(next);
  }

  public IActionResult Local(string next) {
    if (Url.IsLocalUrl(next)) {
      return Redirect(next);
    }
    return RedirectToAction("Index");
  }

  public IActionResult Refused() {
    string next = Request.Query["next"];
    if (!Url.IsLocalUrl(next)) return BadRequest();
    return Redirect(next);
  }

  public async Task<IActionResult> Fetch(string address, string id) {
    var a = await client.GetStringAsync(address);
    a = await client.GetStringAsync("https://example.org/goods/" + id);
    a = await client.GetStringAsync($"https://example.org/goods/{id}");
    var url = $"https://{address}/status";
    var request = WebRequest.Create(url);
    logger.LogInformation("fetched " + address);
    logger.LogInformation("fetched {Address}", address);
    logger.LogWarning($"fetched {address}");
    logger.LogInformation("fetched");
    return Ok(a);
  }

  [HttpPost]
  public IActionResult Send([FromForm] string reply) {
    var mail = new MailMessage();
    mail.Headers.Add("X-Reply", reply);
    mail.Headers.Add("X-Shop", "1");
    return Ok();
  }
}

public partial class HelloPage : System.Web.UI.Page {
  protected void Page_Load(object sender, EventArgs e) {
    // ruleid: csharp-xss
    Response.Write("Hello " + Request.QueryString["name"]);
    // ok: csharp-xss
    Response.Write("Hello " + Server.HtmlEncode(Request.QueryString["name"]));
    // ruleid: csharp-xss
    lblName.Text = Request.Form["name"];
    Response.Redirect(Request["next"]);
    Response.Redirect("~/home");
  }
}
