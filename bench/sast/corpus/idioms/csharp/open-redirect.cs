using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

public class RedirectsController : Controller {
//// weak
    [HttpGet]
    public IActionResult Go(string url) {
        return Redirect(url);
    }
//// safe
    [HttpGet]
    public IActionResult Go(string url) {
        return LocalRedirect(url);
    }
//// weak
    [HttpPost]
    public IActionResult Login(string user, string returnUrl) {
        return new RedirectResult(returnUrl);
    }
//// safe
    [HttpPost]
    public IActionResult Login(string user, string returnUrl) {
        if (!Url.IsLocalUrl(returnUrl)) return RedirectToAction("Index");
        return Redirect(returnUrl);
    }
//// weak
    public void Leave() {
        Response.Redirect(Request.Query["to"]);
    }
//// safe
    public void Leave() {
        Response.Redirect("/bye");
    }
//// weak
    [HttpGet]
    public IActionResult Out([FromQuery] string target) {
        return RedirectPermanent($"https://{target}");
    }
//// safe
    [HttpGet]
    public IActionResult Out([FromQuery] string target) {
        return RedirectToAction("Out", new { target });
    }
//// end
}
