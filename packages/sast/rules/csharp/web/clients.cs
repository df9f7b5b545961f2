using System.Net.Http;
using Microsoft.AspNetCore.Mvc;
[ApiController] public class A : ControllerBase {
  private readonly HttpClient h; private readonly IHttpClientFactory _f; private static readonly HttpClient Shared = new();
  private readonly System.Net.Http.HttpClient full; private HttpClient? maybe;
  public A(HttpClient h, IHttpClientFactory f) { this.h = h; _f = f; }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> X(string u) { return await h.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> X2(string u) { return await this.h.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> X3(string u) { return await full.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> X4(string u) { return await maybe.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> X5(string u) { return await maybe!.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> Y(string u) { var c = _f.CreateClient(); return await (await c.GetAsync(u)).Content.ReadAsStringAsync(); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> Y2(string u) { return await _f.CreateClient("x").GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> Y3(string u) { using var c = this._f.CreateClient(); return await c.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> Z(string u) { using (var w = new WebClient()) { return w.DownloadString(u); } }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> S(string u) { return await Shared.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> S2(string u) { return await Shared.GetFromJsonAsync<string>(u); }
  // ok: csharp-ssrf
  [HttpGet] public async Task<string> S3(string u) { return await Shared.GetStringAsync("https://a.example.org/x?q=" + u); }
  // ok: csharp-ssrf
  [HttpGet] public async Task<string> S4(string u) { return await Shared.GetStringAsync($"/users/{u}"); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> S5(string u) { return await Shared.SendAsync(new HttpRequestMessage(HttpMethod.Get, u)); }
  // ok: csharp-ssrf
  [HttpGet] public async Task<string> C(string u, Cache k) { return await k.GetStringAsync(u); }
  // ruleid: csharp-ssrf
  [HttpGet] public async Task<string> N(string u) { return await new HttpClient().GetStringAsync(u); }
}
class P { static void M(WebApplication app) {
// ruleid: csharp-ssrf
app.MapGet("/c", async (string u, HttpClient h) => await h.GetStringAsync(u));
// ruleid: csharp-ssrf
app.MapGet("/d", async (string u) => await new HttpClient().GetStringAsync(u));
// ruleid: csharp-ssrf
app.MapGet("/e", async (string u, IHttpClientFactory f) => { var h = f.CreateClient(); return await h.GetStringAsync(u); });
// ruleid: csharp-ssrf
app.MapPost("/g", async ([FromBody] Req r, HttpClient h) => { await h.PostAsync(r.Url, null); });
// ok: csharp-ssrf
app.MapPost("/i", async (string u, IDistributedCache h) => { await h.GetStringAsync(u); });
} }
