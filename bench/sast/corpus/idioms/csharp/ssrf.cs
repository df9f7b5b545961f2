using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Http;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc;

public class ProxyController : ControllerBase {
    private readonly HttpClient client;
//// weak
    [HttpGet]
    public async Task<string> Proxy(string url) {
        return await client.GetStringAsync(url);
    }
//// safe
    [HttpGet]
    public async Task<string> Proxy(string url) {
        return await client.GetStringAsync("https://api.example.com/items?u=" + Uri.EscapeDataString(url));
    }
//// weak
    [HttpPost]
    public async Task Hook([FromBody] Dictionary<string, string> body) {
        await client.PostAsync(body["callback"], new StringContent("ok"));
    }
//// safe
    [HttpPost]
    public async Task Hook([FromBody] Dictionary<string, string> body) {
        await client.PostAsync("https://hooks.example.com/done", new StringContent(body["callback"]));
    }
//// weak
    public string Status() {
        var request = WebRequest.Create($"http://{Request.Query["host"]}/health");
        return request.GetResponse().ContentType;
    }
//// safe
    public string Status() {
        var hosts = new Dictionary<string, string> { ["a"] = "a.internal", ["b"] = "b.internal" };
        var request = WebRequest.Create($"http://{hosts[Request.Query["host"]]}/health");
        return request.GetResponse().ContentType;
    }
//// weak
    [HttpGet("image")]
    public async Task<IActionResult> Image([FromQuery] string src) {
        var message = new HttpRequestMessage(HttpMethod.Get, new Uri(src));
        var answer = await client.SendAsync(message);
        return File(await answer.Content.ReadAsByteArrayAsync(), "image/png");
    }
//// safe
    [HttpGet("image")]
    public async Task<IActionResult> Image([FromQuery] string src) {
        var uri = new Uri(src);
        if (uri.Host != "images.example.com") return BadRequest();
        var message = new HttpRequestMessage(HttpMethod.Get, uri);
        var answer = await client.SendAsync(message);
        return File(await answer.Content.ReadAsByteArrayAsync(), "image/png");
    }
//// end
}
