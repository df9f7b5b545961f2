using System.Diagnostics;
using System.DirectoryServices;
using System.Text.RegularExpressions;
using Dapper;
using Microsoft.AspNetCore.Mvc;

namespace Shop;

public class Job { public string Name { get; set; } public int Size { get; set; } }

public class Runner {
  public void Run(string name) {
    // ruleid: csharp-command-injection
    Process.Start(name);
  }
}

public class JobsController : ControllerBase {
  private readonly Runner runner = new Runner();
  private readonly ShopContext db;
  private static readonly Dictionary<string, string> Orders = new() { ["name"] = "name" };

  public IActionResult Begin(string name, int size) {
    runner.Run(Request.Query["program"]);
    // ruleid: csharp-command-injection
    Process.Start("cmd.exe", "/c dir " + name);
    // ok: csharp-command-injection
    Process.Start("resize", "--size " + size);
    // ok: csharp-command-injection
    Process.Start("sync");
    var info = new ProcessStartInfo("convert");
    info.ArgumentList.Add(name);
    // ok: csharp-command-injection
    Process.Start(info);
    // ruleid: csharp-command-injection
    info.Arguments = $"-o {name}";
    return Ok();
  }

  [HttpPost("jobs")]
  public async Task<IActionResult> Find([FromBody] Job job, string order) {
    var query = "select * from jobs where name = '" + job.Name + "'";
    // ruleid: csharp-sql-injection
    var a = await db.Jobs.FromSqlRaw(query).ToListAsync();
    // ok: csharp-sql-injection
    var b = await db.Jobs.FromSqlInterpolated($"select * from jobs where name = {job.Name}").ToListAsync();
    // ok: csharp-sql-injection
    var c = await db.Jobs.FromSqlRaw("select * from jobs where name = {0}", job.Name).ToListAsync();
    // ruleid: csharp-sql-injection
    using var command = new SqlCommand($"select * from jobs order by {order}", connection);
    command.CommandText = "select * from jobs where name = @name";
    // ok: csharp-sql-injection
    command.Parameters.AddWithValue("@name", job.Name);
    // ok: csharp-sql-injection
    var d = connection.Query<Job>("select * from jobs order by " + Orders[order]);
    return Ok(a);
  }

  [HttpGet]
  public IEnumerable<Job> List(string name) {
    // ruleid: csharp-sql-injection
    var rows = connection.Query<Job>("select * from jobs where name = '" + name + "'");
    // ok: csharp-sql-injection
    rows = connection.Query<Job>("select * from jobs where name = @name", new { name });
    return rows;
  }

  public IActionResult Others(string user, string rule) {
    var searcher = new DirectorySearcher();
    searcher.Filter = "(uid=" + user + ")";
    searcher.Filter = "(uid=" + Encoder.LdapFilterEncode(user) + ")";
    var node = document.SelectSingleNode("//user[@name='" + user + "']");
    node = document.SelectSingleNode("//user");
    // ruleid: csharp-code-injection
    var result = CSharpScript.EvaluateAsync(rule);
    // ruleid: csharp-code-injection
    var type = Type.GetType("Shop." + rule);
    // ok: csharp-code-injection
    type = Type.GetType("Shop.Job");
    var found = Regex.IsMatch("text", rule);
    found = Regex.IsMatch("text", Regex.Escape(rule));
    found = Regex.IsMatch(rule, "^a+$");
    found = new Regex(rule, RegexOptions.None, TimeSpan.FromSeconds(1)).IsMatch("text");
    return Ok();
  }
}

public static class Program {
  public static void Main(string[] args) {
    app.MapGet("/start", (string name) => {
      // ruleid: csharp-command-injection
      Process.Start(name);
      return "";
    });
    // ruleid: csharp-command-injection
    app.MapGet("/again", (string name) => Process.Start(name));
    // ok: csharp-command-injection
    Process.Start(args[0]);
  }
}

public partial class SearchPage : System.Web.UI.Page {
  protected void Page_Load(object sender, EventArgs e) {
    // ruleid: csharp-command-injection
    Process.Start(Request["program"]);
    // ruleid: csharp-sql-injection
    var adapter = new SqlDataAdapter("select * from goods where name = '" + Request.QueryString["name"] + "'", connection);
    // ruleid: csharp-sql-injection
    command.CommandText = "select * from goods where name = '" + txtName.Text + "'";
    int id = int.Parse(Request.Form["id"]);
    // ok: csharp-sql-injection
    command.CommandText = "select * from goods where id = " + id;
  }
}
