using Microsoft.AspNetCore.Mvc;

public class AccountsController : Controller
{
    [Authorize]
    [HttpPost("rename")]
    // ok: csharp-missing-authorization
    public IActionResult Rename(string name)
    {
        return Ok();
    }

    [HttpDelete("{id}")]
    // ruleid: csharp-missing-authorization
    public IActionResult Delete(int id)
    {
        try
        {
            // ruleid: csharp-mass-assignment
            db.Entry(stored).CurrentValues.SetValues(model);
            return Ok();
        }
        catch (Exception e)
        {
            // ruleid: csharp-error-details-exposed
            return StatusCode(500, e.Message);
        }
    }

    [AllowAnonymous]
    [HttpPost("visit")]
    // ok: csharp-missing-authorization
    public IActionResult Visit(int id)
    {
        return Ok();
    }

    [HttpPost("login")]
    // ok: csharp-missing-authorization
    public async Task<IActionResult> Login(string name, string password)
    {
        // ruleid: csharp-missing-login-lockout
        await signIn.PasswordSignInAsync(name, password, true, lockoutOnFailure: false);
        // ok: csharp-missing-login-lockout
        await signIn.PasswordSignInAsync(name, password, true, lockoutOnFailure: true);
        // ruleid: csharp-cookie-samesite-none
        var open = new CookieOptions { SameSite = SameSiteMode.None };
        // ok: csharp-cookie-samesite-none
        var kept = new CookieOptions { SameSite = SameSiteMode.Lax };
        return Ok();
    }
}

[Authorize]
public class OrdersController : Controller
{
    [Authorize(Roles = "admin")]
    [HttpPost("a")]
    // ok: csharp-missing-authorization
    public IActionResult A()
    {
        return Ok();
    }

    [HttpPost("b")]
    // ok: csharp-missing-authorization
    public IActionResult B()
    {
        return Ok();
    }
}
