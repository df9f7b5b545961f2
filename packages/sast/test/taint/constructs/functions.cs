//// arguments that a method gives values
class A {
  void Fill(out string s) { s = source(); }
  void Fill2(ref string s) { s = source(); }
  bool Try(string k, out string v) { v = source(); return true; }
  void F() {
    Fill(out var a);
    sink(a); // found
    string b = "x";
    Fill2(ref b);
    sink(b); // found
    string c;
    Fill(out c);
    sink(c); // found
    if (Try("a", out string d)) {
      sink(d); // found
    }
    if (int.TryParse(source(), out var n)) {
      sink(n);
    }
  }
}

//// what is done later, and functions as values
using System;
using System.Threading.Tasks;
class A {
  async Task<string> Get() { await Task.Delay(1); return source(); }
  event Action<string> Done;
  async Task F() {
    var s = await Get();
    sink(s); // found
    var t = Get().Result;
    sink(t); // found
    Func<string, string> f = x => x + "a";
    sink(f(source())); // found
    sink(f.Invoke(source())); // found
    Action<string> g = Run;
    g(source());
    await Task.Run(() => Run2(s));
    string Local(string y) => y;
    sink(Local(source())); // found
    await foreach (var z in Stream()) {
      sink(z); // found
    }
    var u = await Get().ConfigureAwait(false);
    sink(u); // found
    using var r = new System.IO.StreamReader(source());
    sink(await r.ReadToEndAsync()); // found
    using (var w = Make(source())) {
      sink(w); // found
    }
    Func<string> lazy = () => s;
    sink(lazy()); // found
    var all = await Task.WhenAll(Get(), Get());
    sink(all[0]); // found
    lock (this) {
      sink(s); // found
    }
  }
  string Make(string s) => s;
  void Run(string q) {
    sink(q); // found
  }
  void Run2(string q) {
    sink(q); // found
  }
  async IAsyncEnumerable<string> Stream() { yield return source(); }
}

//// statements without a class
using System;
var s = source();
sink(s); // found
Run(s);
void Run(string q) {
  sink(q); // found
}
static string Id(string x) => x;
sink(Id(source())); // found
if (args.Length > 0) {
  sink(source()); // found
}
var app = WebApplication.Create(args);
app.MapGet("/a", (string name) => {
  sink(name);
  sink(source()); // found
});
app.MapPost("/b", async (HttpContext ctx, [FromBody] Dto dto) => {
  var x = source();
  sink(x); // found
  return Results.Ok();
});
app.MapGet("/c", Handle);
static string Handle() {
  sink(source()); // found
  return "";
}
class Dto { public string Name { get; set; } }

//// names that are brought in
using static System.Math;
using static My.Tools;
using IO = System.IO;
using Dict = System.Collections.Generic.Dictionary<string, string>;
namespace My;
public static class Tools {
  public static string Wrap(string s) => s + "x";
  public static string Ext(this string s, int n) => s;
}
public class A {
  public void F() {
    sink(Wrap(source())); // found
    sink(IO.Path.Combine("a", source())); // found
    sink(source().Ext(1)); // found
    var d = new Dict();
    d["a"] = source();
    sink(d["a"]); // found
    sink(Tools.Wrap("x"));
  }
}
