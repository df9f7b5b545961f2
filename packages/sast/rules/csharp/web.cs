using System.Net.Http;
using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Mvc;

namespace Shop;

public static class Page {
  public static HtmlString Bold(string text) {
    return new HtmlString("<b>" + text + "</b>");
  }
}

public class HomeController : Controller {
  private readonly HttpClient client = new HttpClient();
  private readonly ILogger<HomeController> logger;

  public IActionResult Hello(string name, string next) {
    Page.Bold(name);
    var a = Content("<h1>" + name + "</h1>", "text/html");
    a = Content(name, "text/plain");
    a = Content("<h1>" + HtmlEncoder.Default.Encode(name) + "</h1>", "text/html");
    a = Content("<h1>Hello</h1>", "text/html");
    return View(name);
  }

  public IActionResult Away(string next) {
    if (next == "b") {
      // ok: csharp-open-redirect
      return LocalRedirect(next);
    }
    if (next == "c") {
      // ok: csharp-open-redirect
      return Redirect("/goods/" + next);
    }
    // ruleid: csharp-open-redirect
    return Redirect(next);
  }

  public IActionResult Local(string next) {
    if (Url.IsLocalUrl(next)) {
      // ok: csharp-open-redirect
      return Redirect(next);
    }
    return RedirectToAction("Index");
  }

  public IActionResult Refused() {
    string next = Request.Query["next"];
    if (!Url.IsLocalUrl(next)) return BadRequest();
    // ok: csharp-open-redirect
    return Redirect(next);
  }

  public async Task<IActionResult> Fetch(string address, string id) {
    // ruleid: csharp-ssrf
    var a = await client.GetStringAsync(address);
    // ok: csharp-ssrf
    a = await client.GetStringAsync("https://example.org/goods/" + id);
    // ok: csharp-ssrf
    a = await client.GetStringAsync($"https://example.org/goods/{id}");
    var url = $"https://{address}/status";
    // ruleid: csharp-ssrf
    var request = WebRequest.Create(url);
    // ruleid: csharp-log-injection
    logger.LogInformation("fetched " + address);
    // ok: csharp-log-injection
    logger.LogInformation("fetched {Address}", address);
    // ruleid: csharp-log-injection
    logger.LogWarning($"fetched {address}");
    // ok: csharp-log-injection
    logger.LogInformation("fetched");
    // ok: csharp-log-injection
    logger.LogInformation("fetched " + address.Replace("\r", "").Replace("\n", ""));
    // ruleid: csharp-log-injection
    logger.LogInformation("fetched " + address.Replace("https:", ""));
    return Ok(a);
  }

  [HttpPost]
  public IActionResult Send([FromForm] string reply) {
    var mail = new MailMessage();
    // ruleid: csharp-email-header-injection
    mail.Headers.Add("X-Reply", reply);
    // ok: csharp-email-header-injection
    mail.Headers.Add("X-Shop", "1");
    return Ok();
  }
}

public partial class HelloPage : System.Web.UI.Page {
  protected void Page_Load(object sender, EventArgs e) {
    Response.Write("Hello " + Request.QueryString["name"]);
    Response.Write("Hello " + Server.HtmlEncode(Request.QueryString["name"]));
    lblName.Text = Request.Form["name"];
    // ruleid: csharp-open-redirect
    Response.Redirect(Request["next"]);
    // ok: csharp-open-redirect
    Response.Redirect("~/home");
  }
}
