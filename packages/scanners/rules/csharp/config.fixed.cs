using System.Net;
using System.Net.Http;
using System.Security.Authentication;
using Microsoft.AspNetCore.Mvc;
using Microsoft.IdentityModel.Tokens;

namespace Shop;

public class Setup {
  void Clients() {
    // ruleid: csharp-unverified-tls
    var a = new HttpClientHandler { ServerCertificateCustomValidationCallback = (m, c, ch, e) => true };
    var b = new HttpClientHandler();
    // ruleid: csharp-unverified-tls
    b.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
    // ruleid: csharp-unverified-tls
    ServicePointManager.ServerCertificateValidationCallback += (s, c, ch, e) => true;
    // ok: csharp-unverified-tls
    b.ServerCertificateCustomValidationCallback = (m, c, ch, e) => e == SslPolicyErrors.None;
    // ruleid: csharp-old-tls
    b.SslProtocols = SslProtocols.Tls11;
    // ok: csharp-old-tls
    b.SslProtocols = SslProtocols.Tls12;
    // ruleid: csharp-old-tls
    ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12 | SecurityProtocolType.Tls;
  }

  void Origins(CorsPolicyBuilder policy) {
    // ruleid: csharp-any-origin
    policy.SetIsOriginAllowed(origin => true).AllowCredentials();
    // ruleid: csharp-any-origin
    policy.AllowAnyOrigin().AllowAnyHeader().AllowCredentials();
    // ok: csharp-any-origin
    policy.WithOrigins("https://shop.example").AllowCredentials();
    // ok: csharp-any-origin
    policy.AllowAnyOrigin().AllowAnyHeader();
  }

  void Cookies() {
    // ruleid: csharp-cookie-without-flags
    var a = new CookieOptions { HttpOnly = true, Secure = true };
    // ok: csharp-cookie-without-flags
    var b = new CookieOptions { HttpOnly = true, Secure = true };
    // ruleid: csharp-cookie-without-flags
    b.Secure = true;
    // ruleid: csharp-cookie-without-flags
    options.Cookie.SecurePolicy = CookieSecurePolicy.None;
    // ok: csharp-cookie-without-flags
    options.Cookie.SecurePolicy = CookieSecurePolicy.Always;
  }

  void Tokens(JwtBearerOptions options) {
    // ruleid: csharp-token-not-validated
    var a = new TokenValidationParameters { ValidateIssuer = false, ValidateAudience = true };
    // ok: csharp-token-not-validated
    var b = new TokenValidationParameters { ValidateIssuer = true, ValidateActor = false };
    // ruleid: csharp-token-not-validated
    options.TokenValidationParameters.ValidateLifetime = false;
    // ruleid: csharp-token-over-http
    options.RequireHttpsMetadata = true;
    // ok: csharp-token-over-http
    options.RequireHttpsMetadata = true;
  }

  void Errors(WebApplication app) {
    if (app.Environment.IsDevelopment()) {
      // ok: csharp-errors-for-all
      app.UseDeveloperExceptionPage();
    }
    // ruleid: csharp-errors-for-all
    app.UseDeveloperExceptionPage();
    // ok: csharp-errors-for-all
    app.UseExceptionHandler("/error");
  }

  void Connections(DbContextOptionsBuilder options) {
    // ruleid: csharp-password-in-connection
    var a = new SqlConnection("Server=db;User=shop;Password=not-a-password");
    // ok: csharp-password-in-connection
    var b = new SqlConnection("Server=db;Integrated Security=true");
    const string text = "Host=db;Username=shop;Password=not-a-password";
    // ruleid: csharp-password-in-connection
    options.UseNpgsql(text);
    // ok: csharp-password-in-connection
    options.UseNpgsql(settings["Database"]);
    // ruleid: csharp-password-in-connection
    var c = new NetworkCredential("shop", "not-a-password");
    // ok: csharp-password-in-connection
    var d = new NetworkCredential("shop", settings["Password"]);
  }
}

public class UsersController : Controller {
  [HttpPost]
  // ruleid: csharp-antiforgery-off
  [IgnoreAntiforgeryToken]
  public async Task<IActionResult> Change(int id) {
    var user = db.Users.Find(id);
    // ruleid: csharp-all-fields-bound
    await TryUpdateModelAsync(user);
    // ok: csharp-all-fields-bound
    await TryUpdateModelAsync(user, "", u => u.Name);
    try {
      db.SaveChanges();
    } catch (Exception error) {
      // ok: csharp-error-text-to-user
      logger.LogError(error, "not saved");
      // ruleid: csharp-error-text-to-user
      return StatusCode(500, error.ToString());
    }
    return Ok();
  }

  [HttpPost]
  // ok: csharp-antiforgery-off
  [ValidateAntiForgeryToken]
  public IActionResult Remove(int id) => Ok();

  // ruleid: csharp-input-not-validated
  [ValidateInput(false)]
  public IActionResult Note(int id) => Ok();
}
