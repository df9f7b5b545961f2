using System.Diagnostics;
using System.DirectoryServices;
using System.Text.RegularExpressions;
using Dapper;
using Microsoft.AspNetCore.Mvc;

namespace Shop;

public class Job { public string Name { get; set; } public int Size { get; set; } }

public class Runner {
  public void Run(string name) {
    Process.Start(name);
  }
}

public class JobsController : ControllerBase {
  private readonly Runner runner = new Runner();
  private readonly ShopContext db;
  private static readonly Dictionary<string, string> Orders = new() { ["name"] = "name" };

  public IActionResult Begin(string name, int size) {
    runner.Run(Request.Query["program"]);
    Process.Start("cmd.exe", "/c dir " + name);
    Process.Start("resize", "--size " + size);
    Process.Start("sync");
    var info = new ProcessStartInfo("convert");
    info.ArgumentList.Add(name);
    Process.Start(info);
    info.Arguments = $"-o {name}";
    return Ok();
  }

  [HttpPost("jobs")]
  public async Task<IActionResult> Find([FromBody] Job job, string order) {
    var query = "select * from jobs where name = '" + job.Name + "'";
    var a = await db.Jobs.FromSqlRaw(query).ToListAsync();
    var b = await db.Jobs.FromSqlInterpolated($"select * from jobs where name = {job.Name}").ToListAsync();
    var c = await db.Jobs.FromSqlRaw("select * from jobs where name = {0}", job.Name).ToListAsync();
    using var command = new SqlCommand($"select * from jobs order by {order}", connection);
    command.CommandText = "select * from jobs where name = @name";
    command.Parameters.AddWithValue("@name", job.Name);
    var d = connection.Query<Job>("select * from jobs order by " + Orders[order]);
    return Ok(a);
  }

  [HttpGet]
  public IEnumerable<Job> List(string name) {
    var rows = connection.Query<Job>("select * from jobs where name = '" + name + "'");
    rows = connection.Query<Job>("select * from jobs where name = @name", new { name });
    return rows;
  }

  public IActionResult Others(string user, string rule) {
    var searcher = new DirectorySearcher();
    // ruleid: csharp-ldap-injection
    searcher.Filter = "(uid=" + user + ")";
    // ok: csharp-ldap-injection
    searcher.Filter = "(uid=" + Encoder.LdapFilterEncode(user) + ")";
    // ruleid: csharp-xpath-injection
    var node = document.SelectSingleNode("//user[@name='" + user + "']");
    // ok: csharp-xpath-injection
    node = document.SelectSingleNode("//user");
    var result = CSharpScript.EvaluateAsync(rule);
    var type = Type.GetType("Shop." + rule);
    type = Type.GetType("Shop.Job");
    // ruleid: csharp-regex-injection
    var found = Regex.IsMatch("text", rule);
    // ok: csharp-regex-injection
    found = Regex.IsMatch("text", Regex.Escape(rule));
    // ok: csharp-regex-injection
    found = Regex.IsMatch(rule, "^a+$");
    // ok: csharp-regex-injection
    found = new Regex(rule, RegexOptions.None, TimeSpan.FromSeconds(1)).IsMatch("text");
    return Ok();
  }
}

public static class Program {
  public static void Main(string[] args) {
    app.MapGet("/start", (string name) => {
      Process.Start(name);
      return "";
    });
    app.MapGet("/again", (string name) => Process.Start(name));
    Process.Start(args[0]);
  }
}

public partial class SearchPage : System.Web.UI.Page {
  protected void Page_Load(object sender, EventArgs e) {
    Process.Start(Request["program"]);
    var adapter = new SqlDataAdapter("select * from goods where name = '" + Request.QueryString["name"] + "'", connection);
    command.CommandText = "select * from goods where name = '" + txtName.Text + "'";
    int id = int.Parse(Request.Form["id"]);
    command.CommandText = "select * from goods where id = " + id;
  }
}
