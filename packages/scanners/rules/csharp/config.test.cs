using Microsoft.AspNetCore.Mvc;

public class AccountsController : Controller
{
    [Authorize]
    [HttpPost("rename")]
    // ok: csharp-action-without-check
    public IActionResult Rename(string name)
    {
        return Ok();
    }

    [HttpDelete("{id}")]
    // ruleid: csharp-action-without-check
    public IActionResult Delete(int id)
    {
        try
        {
            // ruleid: csharp-all-fields-bound
            db.Entry(stored).CurrentValues.SetValues(model);
            return Ok();
        }
        catch (Exception e)
        {
            // ruleid: csharp-error-text-to-user
            return StatusCode(500, e.Message);
        }
    }

    [AllowAnonymous]
    [HttpPost("visit")]
    // ok: csharp-action-without-check
    public IActionResult Visit(int id)
    {
        return Ok();
    }

    [HttpPost("login")]
    // ok: csharp-action-without-check
    public async Task<IActionResult> Login(string name, string password)
    {
        // ruleid: csharp-login-without-lockout
        await signIn.PasswordSignInAsync(name, password, true, lockoutOnFailure: false);
        // ok: csharp-login-without-lockout
        await signIn.PasswordSignInAsync(name, password, true, lockoutOnFailure: true);
        // ruleid: csharp-cookie-to-all-sites
        var open = new CookieOptions { SameSite = SameSiteMode.None };
        // ok: csharp-cookie-to-all-sites
        var kept = new CookieOptions { SameSite = SameSiteMode.Lax };
        return Ok();
    }
}

[Authorize]
public class OrdersController : Controller
{
    [Authorize(Roles = "admin")]
    [HttpPost("a")]
    // ok: csharp-action-without-check
    public IActionResult A()
    {
        return Ok();
    }

    [HttpPost("b")]
    // ok: csharp-action-without-check
    public IActionResult B()
    {
        return Ok();
    }
}
