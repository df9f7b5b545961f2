using System.Diagnostics;
using Dapper;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;
using Microsoft.EntityFrameworkCore;

public class OrdersController : ControllerBase
{
    private readonly ISession _session;
    private readonly IHttpClientFactory _factory;

    [HttpGet("{name}")]
    public async Task<ActionResult<Order>> Get(string name, [FromServices] Repo repo)
    {
        var hql = _session.CreateQuery("from Order o where o.Name = '" + name + "'");
        _session.CreateQuery("from Order o where o.Name = :n").SetString("n", name);
        db.Database.ExecuteSqlRaw("delete from t where n = '" + name + "'");
        db.Database.ExecuteSqlInterpolated($"delete from t where n = {name}");
        db.Database.SqlQuery<int>($"select 1 from t where n = {name}");
        var http = _factory.CreateClient();
        await http.GetAsync(name);
        await http.GetAsync($"https://api.example.org/{name}");
        new RestClient().Execute(new RestRequest(name));
        var c = new MongoClient().GetDatabase("x").GetCollection<BsonDocument>("y");
        c.Find(BsonDocument.Parse("{ n: '" + name + "' }"));
        c.Find(Builders<BsonDocument>.Filter.Eq("n", name));
        new DataTable().Compute(name, "");
        engine.Execute(name);
        typeof(Order).GetMethod(name).Invoke(repo, null);
        Handlebars.Compile(name);
        Handlebars.Compile("Hello {{name}}")(name);
        var searcher = new DirectorySearcher(root);
        // ruleid: csharp-ldap-injection
        searcher.Filter = $"(uid={name})";
        // ok: csharp-ldap-injection
        searcher.Filter = $"(uid={Encoder.LdapFilterEncode(name)})";
        var nav = doc.CreateNavigator();
        // ruleid: csharp-xpath-injection
        nav.Select("//u[n='" + name + "']");
        // ok: csharp-xpath-injection
        nav.Select("//u");
        // ruleid: csharp-regex-injection
        new Regex(name);
        // ok: csharp-regex-injection
        new Regex(name, RegexOptions.None, TimeSpan.FromSeconds(1));
        return Challenge(new AuthenticationProperties { RedirectUri = name }, "Google");
    }

    [HttpPost("upload")]
    public async Task<IActionResult> Upload(IFormFile file)
    {
        using var to = System.IO.File.Create(Path.Combine("/srv", file.FileName));
        await file.CopyToAsync(to);
        return Ok();
    }

    [HttpGet("page")]
    public ContentResult Page(string q) => new ContentResult { ContentType = "text/html", Content = "<p>" + q };

    [HttpGet("go")]
    public IActionResult Go(string to)
    {
        Response.Headers["Location"] = to;
        Response.Headers.Location = to;
        if (Url.IsLocalUrl(to))
        {
            return Redirect(to);
        }
        return LocalRedirect(to);
    }

    [HttpPost("load")]
    public IActionResult Load([FromBody] string data)
    {
        new BinaryFormatter().Deserialize(new MemoryStream(Convert.FromBase64String(data)));
        return Ok(JsonConvert.DeserializeObject<Order>(data));
    }
}
