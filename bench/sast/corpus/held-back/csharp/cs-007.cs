using Microsoft.AspNetCore.Mvc.RazorPages;

namespace Example.Monitor.Pages;

public class CheckModel : PageModel
{
    private static readonly HttpClient Client = new() { Timeout = TimeSpan.FromSeconds(5) };
    private readonly IReadOnlyDictionary<string, Uri> _sites = new Dictionary<string, Uri>
    {
        ["shop"] = new("https://shop.example.com/health"),
        ["blog"] = new("https://blog.example.com/health"),
    };

    public string Status { get; private set; } = "";

    public async Task OnGetAsync(string site)
    {
        if (!_sites.TryGetValue(site, out var address))
        {
            address = _sites["shop"];
        }
        var answer = await Client.GetAsync(address);
        Status = answer.StatusCode.ToString();
    }
}
