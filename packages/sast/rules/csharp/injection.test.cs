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
            // ruleid: csharp-sql-injection
            conn.Query<Good>("select * from goods where name = '" + name + "'");
            // ok: csharp-sql-injection
            conn.Query<Good>("select * from goods where name = @name", new { name });
            // ruleid: csharp-command-injection
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
        app.MapGet("/d", (string file) => TypedResults.PhysicalFile(Path.Combine("/srv", file)));
        app.MapGet("/e", (string file) => TypedResults.PhysicalFile(Path.Combine("/srv", Path.GetFileName(file))));
        app.MapGet("/f", async (string url, HttpClient http) => await http.GetStringAsync(url));
        // ruleid: csharp-sql-injection
        app.MapGet("/g", (string id) => db.Goods.FromSqlRaw("select * from goods where id = " + id).ToList());
        // ok: csharp-sql-injection
        app.MapGet("/h", (string id) => db.Goods.FromSql($"select * from goods where id = {id}").ToList());
        // ok: csharp-sql-injection
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
        // ruleid: csharp-sql-injection
        command.CommandText = $"select * from pages where id = '{id}'";
        return Redirect(id);
    }

    public void OnPost(string name)
    {
        System.IO.File.WriteAllText("/srv/" + name, "x");
        System.IO.File.WriteAllText("/srv/" + Title, "x");
    }
}

public class ChatHub : Hub
{
    public async Task Send(string text)
    {
        // ruleid: csharp-command-injection
        var info = new ProcessStartInfo { FileName = "say", Arguments = text };
        var list = new ProcessStartInfo("say");
        // ok: csharp-command-injection
        list.ArgumentList.Add(text);
        await Clients.All.SendAsync("said", text);
    }
}

public class GreeterService : Greeter.GreeterBase
{
    public override Task<Reply> Say(SayRequest request, ServerCallContext context)
    {
        // ruleid: csharp-sql-injection
        var rows = connection.Query("select * from t where n = '" + request.Name + "'");
        return Task.FromResult(new Reply());
    }
}

public class Functions
{
    [Function("run")]
    public async Task<HttpResponseData> Run([HttpTrigger(AuthorizationLevel.Anonymous, "get")] HttpRequestData req)
    {
        var name = req.Query["name"];
        var body = await req.ReadAsStringAsync();
        // ruleid: csharp-command-injection
        Process.Start("/bin/tool", body);
        var container = client.GetContainer("a", "b");
        // ruleid: csharp-sql-injection
        container.GetItemQueryIterator<Good>("select * from c where c.n = '" + name + "'");
        // ok: csharp-sql-injection
        container.GetItemQueryIterator<Good>(new QueryDefinition("select * from c where c.n = @n").WithParameter("@n", name));
        return null;
    }

    [Function("queue")]
    public void Queue([QueueTrigger("jobs")] string message)
    {
        System.IO.File.Delete("/srv/" + message);
    }

    public string Handler(Dictionary<string, string> input, ILambdaContext context)
    {
        return System.IO.File.ReadAllText(input["file"]);
    }
}

public class Soap : WebService
{
    [WebMethod]
    public string Find(string name)
    {
        // ruleid: csharp-sql-injection
        var adapter = new SqlDataAdapter("select * from t where n = '" + name + "'", connection);
        return name;
    }
}

public class OrdersController : ControllerBase
{
    private readonly ISession _session;
    private readonly IHttpClientFactory _factory;

    [HttpGet("{name}")]
    public async Task<ActionResult<Order>> Get(string name, [FromServices] Repo repo)
    {
        // ruleid: csharp-sql-injection
        var hql = _session.CreateQuery("from Order o where o.Name = '" + name + "'");
        // ok: csharp-sql-injection
        _session.CreateQuery("from Order o where o.Name = :n").SetString("n", name);
        // ruleid: csharp-sql-injection
        db.Database.ExecuteSqlRaw("delete from t where n = '" + name + "'");
        // ok: csharp-sql-injection
        db.Database.ExecuteSqlInterpolated($"delete from t where n = {name}");
        // ok: csharp-sql-injection
        db.Database.SqlQuery<int>($"select 1 from t where n = {name}");
        var http = _factory.CreateClient();
        await http.GetAsync(name);
        await http.GetAsync($"https://api.example.org/{name}");
        new RestClient().Execute(new RestRequest(name));
        var c = new MongoClient().GetDatabase("x").GetCollection<BsonDocument>("y");
        // ruleid: csharp-nosql-injection
        c.Find(BsonDocument.Parse("{ n: '" + name + "' }"));
        // ok: csharp-nosql-injection
        c.Find(Builders<BsonDocument>.Filter.Eq("n", name));
        // ruleid: csharp-code-injection
        new DataTable().Compute(name, "");
        // ruleid: csharp-code-injection
        engine.Execute(name);
        // ruleid: csharp-code-injection
        typeof(Order).GetMethod(name).Invoke(repo, null);
        // ruleid: csharp-code-injection
        Handlebars.Compile(name);
        // ok: csharp-code-injection
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

public class Endpoint : Endpoint<SearchRequest>
{
    public override async Task HandleAsync(SearchRequest req, CancellationToken ct)
    {
        // ruleid: csharp-sql-injection
        connection.Execute("insert into t values ('" + req.Text + "')");
    }
}

public class Search : IRequestHandler<SearchQuery, string>
{
    public async Task<string> Handle(SearchQuery query, CancellationToken ct)
    {
        return await Run(query.Text);
    }

    private Task<string> Run(string text)
    {
        // ruleid: csharp-sql-injection
        return connection.QueryFirstAsync<string>("select n from t where n like '%" + text + "%'");
    }
}

public partial class Default : Page
{
    protected void Go(object sender, EventArgs e)
    {
        Response.Write("<p>" + Request["q"]);
        lblName.Text = Request.QueryString["name"];
        Response.WriteFile(Server.MapPath(Request.Params["file"]));
        // ruleid: csharp-command-injection
        Process.Start(Request.Form["tool"]);
    }
}
