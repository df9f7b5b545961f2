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
            context.Response.Redirect(to);
        });
        app.MapPost("/c", ([FromBody] Order order) => TypedResults.Redirect(order.Next));
        // ruleid: csharp-path-traversal
        app.MapGet("/d", (string file) => TypedResults.PhysicalFile(Path.Combine("/srv", file)));
        // ok: csharp-path-traversal
        app.MapGet("/e", (string file) => TypedResults.PhysicalFile(Path.Combine("/srv", Path.GetFileName(file))));
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
        return Redirect(id);
    }

    public void OnPost(string name)
    {
        // ruleid: csharp-path-traversal
        System.IO.File.WriteAllText("/srv/" + name, "x");
        // ruleid: csharp-path-traversal
        System.IO.File.WriteAllText("/srv/" + Title, "x");
    }
}

public class Functions
{
    [Function("run")]
    public async Task<HttpResponseData> Run([HttpTrigger(AuthorizationLevel.Anonymous, "get")] HttpRequestData req)
    {
        var name = req.Query["name"];
        var body = await req.ReadAsStringAsync();
        Process.Start("/bin/tool", body);
        var container = client.GetContainer("a", "b");
        container.GetItemQueryIterator<Good>("select * from c where c.n = '" + name + "'");
        container.GetItemQueryIterator<Good>(new QueryDefinition("select * from c where c.n = @n").WithParameter("@n", name));
        return null;
    }

    [Function("queue")]
    public void Queue([QueueTrigger("jobs")] string message)
    {
        // ruleid: csharp-path-traversal
        System.IO.File.Delete("/srv/" + message);
    }

    public string Handler(Dictionary<string, string> input, ILambdaContext context)
    {
        // ruleid: csharp-path-traversal
        return System.IO.File.ReadAllText(input["file"]);
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
        searcher.Filter = $"(uid={name})";
        searcher.Filter = $"(uid={Encoder.LdapFilterEncode(name)})";
        var nav = doc.CreateNavigator();
        nav.Select("//u[n='" + name + "']");
        nav.Select("//u");
        new Regex(name);
        new Regex(name, RegexOptions.None, TimeSpan.FromSeconds(1));
        return Challenge(new AuthenticationProperties { RedirectUri = name }, "Google");
    }

    [HttpPost("upload")]
    public async Task<IActionResult> Upload(IFormFile file)
    {
        // ruleid: csharp-unrestricted-upload, csharp-path-traversal
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

public partial class Default : Page
{
    protected void Go(object sender, EventArgs e)
    {
        Response.Write("<p>" + Request["q"]);
        lblName.Text = Request.QueryString["name"];
        // ruleid: csharp-path-traversal
        Response.WriteFile(Server.MapPath(Request.Params["file"]));
        Process.Start(Request.Form["tool"]);
    }
}

public class Unchecked : Controller {
  private const string Root = "/srv/files";

  public IActionResult Begins(string name) {
    var full = Path.Combine(Root, name);
    if (!full.StartsWith(Root)) return BadRequest();
    // ruleid: csharp-path-traversal
    return File(System.IO.File.ReadAllBytes(full), "image/png");
  }

  public IActionResult Logged(string name) {
    if (name.Contains("..")) Console.WriteLine("odd");
    // ruleid: csharp-path-traversal
    return File(System.IO.File.ReadAllBytes(Path.Combine(Root, name)), "image/png");
  }

  public IActionResult Other(string name, string other) {
    if (other.Contains("..")) return BadRequest();
    // ruleid: csharp-path-traversal
    return File(System.IO.File.ReadAllBytes(Path.Join(Root, name)), "image/png");
  }

  public IActionResult Refused(string name) {
    if (name.Contains("..")) return BadRequest();
    // ruleid: csharp-path-traversal
    System.IO.File.ReadAllBytes(Path.Combine(Root, name));
    // ok: csharp-path-traversal
    return File(System.IO.File.ReadAllBytes(Path.Join(Root, name)), "image/png");
  }

  public IActionResult Below(string name) {
    var full = Path.GetFullPath(Path.Combine(Root, name));
    if (!full.StartsWith(Root + Path.DirectorySeparatorChar)) return BadRequest();
    // ok: csharp-path-traversal
    return File(System.IO.File.ReadAllBytes(full), "image/png");
  }
}
