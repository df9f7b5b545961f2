using Microsoft.AspNetCore.Identity;
using Microsoft.AspNetCore.Mvc;

namespace Example.Accounts;

public class SignInController : Controller
{
    private readonly SignInManager<IdentityUser> _manager;

    public SignInController(SignInManager<IdentityUser> manager) => _manager = manager;

    [HttpPost]
    [ValidateAntiForgeryToken]
    public async Task<IActionResult> Index(string name, string password, string? returnUrl)
    {
        var result = await _manager.PasswordSignInAsync(name, password, false, true);
        if (!result.Succeeded) return View("Failed");
        if (!Url.IsLocalUrl(returnUrl)) return Redirect("/");
        return Redirect(returnUrl);
    }
}
