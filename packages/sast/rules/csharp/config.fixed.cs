using System.Net;
using System.Net.Http;
using System.Security.Authentication;
using Microsoft.AspNetCore.Mvc;
using Microsoft.IdentityModel.Tokens;

namespace Shop;

public class Setup {
  void Clients() {
    // ruleid: csharp-tls-verification-disabled
    var a = new HttpClientHandler { ServerCertificateCustomValidationCallback = (m, c, ch, e) => true };
    var b = new HttpClientHandler();
    // ruleid: csharp-tls-verification-disabled
    b.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
    // ruleid: csharp-tls-verification-disabled
    ServicePointManager.ServerCertificateValidationCallback += (s, c, ch, e) => true;
    // ok: csharp-tls-verification-disabled
    b.ServerCertificateCustomValidationCallback = (m, c, ch, e) => e == SslPolicyErrors.None;
    // ruleid: csharp-outdated-tls
    b.SslProtocols = SslProtocols.Tls11;
    // ok: csharp-outdated-tls
    b.SslProtocols = SslProtocols.Tls12;
    // ruleid: csharp-outdated-tls
    ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12 | SecurityProtocolType.Tls;
  }

  void Origins(CorsPolicyBuilder policy) {
    // ruleid: csharp-cors-any-origin
    policy.SetIsOriginAllowed(origin => true).AllowCredentials();
    // ruleid: csharp-cors-any-origin
    policy.AllowAnyOrigin().AllowAnyHeader().AllowCredentials();
    // ok: csharp-cors-any-origin
    policy.WithOrigins("https://shop.example").AllowCredentials();
    // ok: csharp-cors-any-origin
    policy.AllowAnyOrigin().AllowAnyHeader();
  }

  void Cookies() {
    // ruleid: csharp-insecure-cookie
    var a = new CookieOptions { HttpOnly = true, Secure = true };
    // ok: csharp-insecure-cookie
    var b = new CookieOptions { HttpOnly = true, Secure = true };
    // ruleid: csharp-insecure-cookie
    b.Secure = true;
    // ruleid: csharp-insecure-cookie
    options.Cookie.SecurePolicy = CookieSecurePolicy.None;
    // ok: csharp-insecure-cookie
    options.Cookie.SecurePolicy = CookieSecurePolicy.Always;
  }

  void Tokens(JwtBearerOptions options) {
    // ruleid: csharp-jwt-validation-disabled
    var a = new TokenValidationParameters { ValidateIssuer = false, ValidateAudience = true };
    // ok: csharp-jwt-validation-disabled
    var b = new TokenValidationParameters { ValidateIssuer = true, ValidateActor = false };
    // ruleid: csharp-jwt-validation-disabled
    options.TokenValidationParameters.ValidateLifetime = false;
    // ruleid: csharp-jwt-signing-keys-plain-http
    options.RequireHttpsMetadata = true;
    // ok: csharp-jwt-signing-keys-plain-http
    options.RequireHttpsMetadata = true;
  }

  void Errors(WebApplication app) {
    if (app.Environment.IsDevelopment()) {
      // ok: csharp-developer-exception-page
      app.UseDeveloperExceptionPage();
    }
    // ruleid: csharp-developer-exception-page
    app.UseDeveloperExceptionPage();
    // ok: csharp-developer-exception-page
    app.UseExceptionHandler("/error");
  }

  void Connections(DbContextOptionsBuilder options) {
    // ruleid: csharp-hardcoded-database-password
    var a = new SqlConnection("Server=db;User=shop;Password=not-a-password");
    // ok: csharp-hardcoded-database-password
    var b = new SqlConnection("Server=db;Integrated Security=true");
    const string text = "Host=db;Username=shop;Password=not-a-password";
    // ruleid: csharp-hardcoded-database-password
    options.UseNpgsql(text);
    // ok: csharp-hardcoded-database-password
    options.UseNpgsql(settings["Database"]);
    // ruleid: csharp-hardcoded-database-password
    var c = new NetworkCredential("shop", "not-a-password");
    // ok: csharp-hardcoded-database-password
    var d = new NetworkCredential("shop", settings["Password"]);
  }
}

public class UsersController : Controller {
  [HttpPost]
  // ruleid: csharp-csrf-protection-disabled
  [IgnoreAntiforgeryToken]
  public async Task<IActionResult> Change(int id) {
    var user = db.Users.Find(id);
    // ruleid: csharp-mass-assignment
    await TryUpdateModelAsync(user);
    // ok: csharp-mass-assignment
    await TryUpdateModelAsync(user, "", u => u.Name);
    try {
      db.SaveChanges();
    } catch (Exception error) {
      // ok: csharp-error-details-exposed
      logger.LogError(error, "not saved");
      // ruleid: csharp-error-details-exposed
      return StatusCode(500, error.ToString());
    }
    return Ok();
  }

  [HttpPost]
  // ok: csharp-csrf-protection-disabled
  [ValidateAntiForgeryToken]
  public IActionResult Remove(int id) => Ok();

  // ruleid: csharp-request-validation-disabled
  [ValidateInput(false)]
  public IActionResult Note(int id) => Ok();
}
