using System.Diagnostics;
using Dapper;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;
using Microsoft.EntityFrameworkCore;

class Minimal
{
    static void Map(WebApplication app, ShopContext db)
    {
        app.MapGet("/a/{name}", (string name, IDbConnection conn) =>
        {
            conn.Query<Good>("select * from goods where name = '" + name + "'");
            conn.Query<Good>("select * from goods where name = @name", new { name });
            Process.Start("sh", "-c " + name);
            return Results.Content("<p>" + name + "</p>", "text/html");
        });
        app.MapGet("/b", async (HttpContext context) =>
        {
            var to = context.Request.Query["to"].ToString();
            await context.Response.WriteAsync($"<h1>{to}</h1>");
            await context.Response.WriteAsync($"<h1>{HtmlEncoder.Default.Encode(to)}</h1>");
            // ruleid: csharp-open-redirect
            context.Response.Redirect(to);
        });
        // ruleid: csharp-open-redirect
        app.MapPost("/c", ([FromBody] Order order) => TypedResults.Redirect(order.Next));
        app.MapGet("/d", (string file) => TypedResults.PhysicalFile(Path.Combine("/srv", file)));
        app.MapGet("/e", (string file) => TypedResults.PhysicalFile(Path.Combine("/srv", Path.GetFileName(file))));
        // ruleid: csharp-ssrf
        app.MapGet("/f", async (string url, HttpClient http) => await http.GetStringAsync(url));
        app.MapGet("/g", (string id) => db.Goods.FromSqlRaw("select * from goods where id = " + id).ToList());
        app.MapGet("/h", (string id) => db.Goods.FromSql($"select * from goods where id = {id}").ToList());
        app.MapGet("/i", (int id) => db.Goods.FromSqlRaw("select * from goods where id = " + id).ToList());
    }
}

public class EditModel : PageModel
{
    [BindProperty]
    public string Title { get; set; }

    public IActionResult OnGet(string id)
    {
        using var command = connection.CreateCommand();
        command.CommandText = $"select * from pages where id = '{id}'";
        // ruleid: csharp-open-redirect
        return Redirect(id);
    }

    public void OnPost(string name)
    {
        System.IO.File.WriteAllText("/srv/" + name, "x");
        System.IO.File.WriteAllText("/srv/" + Title, "x");
    }
}

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
        // ruleid: csharp-ssrf
        await http.GetAsync(name);
        // ok: csharp-ssrf
        await http.GetAsync($"https://api.example.org/{name}");
        // ruleid: csharp-ssrf
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
        searcher.Filter = $"(uid={name})";
        searcher.Filter = $"(uid={Encoder.LdapFilterEncode(name)})";
        var nav = doc.CreateNavigator();
        nav.Select("//u[n='" + name + "']");
        nav.Select("//u");
        new Regex(name);
        new Regex(name, RegexOptions.None, TimeSpan.FromSeconds(1));
        // ruleid: csharp-open-redirect
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
        // ruleid: csharp-open-redirect
        Response.Headers["Location"] = to;
        // ruleid: csharp-open-redirect
        Response.Headers.Location = to;
        if (Url.IsLocalUrl(to))
        {
            // ok: csharp-open-redirect
            return Redirect(to);
        }
        // ok: csharp-open-redirect
        return LocalRedirect(to);
    }

    [HttpPost("load")]
    public IActionResult Load([FromBody] string data)
    {
        new BinaryFormatter().Deserialize(new MemoryStream(Convert.FromBase64String(data)));
        return Ok(JsonConvert.DeserializeObject<Order>(data));
    }
}

public class Loose : Controller {
  public IActionResult Turned(string next) {
    if (Url.IsLocalUrl(next)) return BadRequest();
    // ruleid: csharp-open-redirect
    return Redirect(next);
  }

  public IActionResult Warned(string next, string other) {
    if (!Url.IsLocalUrl(next)) Console.WriteLine("odd");
    // ruleid: csharp-open-redirect
    if (other != "") return Redirect(next);
    if (!Url.IsLocalUrl(other)) return BadRequest();
    // ruleid: csharp-open-redirect
    return Redirect(next);
  }
}
