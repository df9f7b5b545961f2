//// texts
using System.Text;
class A {
  void F() {
    var s = source();
    sink($"a {s} b"); // found
    sink($@"a {s,10:N2} b"); // found
    sink($"""x {s} y"""); // found
    sink("a" + s); // found
    sink(string.Format("a {0}", s)); // found
    sink(string.Concat("a", s)); // found
    sink(string.Join(",", new[] { "a", s })); // found
    var sb = new StringBuilder();
    sb.Append("x").Append(s);
    sink(sb.ToString()); // found
    sb.Clear();
    sink(sb.ToString());
    StringBuilder t = new();
    t.AppendLine(s);
    sink(t.ToString()); // found
    sink(s.Trim().ToLower().Substring(1)); // found
    sink(s[1..]); // found
    sink(s?.Replace("a", "b")); // found
    sink(s ?? "x"); // found
    string n = null;
    n ??= s;
    sink(n); // found
    n += "x";
    sink(n); // found
    sink(s.Length);
    sink(Encoding.UTF8.GetBytes(s)); // found
    sink((string)s); // found
    sink(s as string); // found
    sink(s!); // found
    sink(nameof(s));
    string k = "x";
    sink($"a {k}");
    foreach (var c in s.Split(',')) {
      sink(c); // found
    }
    sink(int.Parse(s));
  }
}

//// patterns and tuples
class A {
  string F(object o) {
    object v = source();
    if (v is string s) {
      sink(s); // found
    }
    if (v is string { Length: > 3 } t) {
      sink(t); // found
    }
    var r = v switch {
      string u => u,
      int n => "x",
      _ => "y"
    };
    sink(r); // found
    switch (v) {
      case string w when w.Length > 1:
        sink(w); // found
        break;
      default:
        break;
    }
    if (v is not string z) return null;
    sink(z); // found
    var k = (source(), "b") switch {
      (var a, "b") => a,
      _ => "c"
    };
    sink(k); // found
    if (new B { X = source() } is { X: var x }) {
      sink(x); // found
    }
    var (p, q) = (source(), "y");
    sink(p); // found
    sink(q);
    (string A, string C) tup = (source(), "x");
    sink(tup.A); // found
    sink(tup.Item1); // found
    sink(tup.C);
    return "";
  }
}
class B { public string X; }

//// lists and maps
using System.Linq;
using System.Collections.Generic;
class A {
  void F() {
    var l = new List<string> { source() };
    sink(l[0]); // found
    sink(l.First()); // found
    List<string> e = [source(), "a"];
    sink(e[0]); // found
    string[] arr = { source() };
    sink(arr[0]); // found
    var d = new Dictionary<string, string> { ["a"] = source(), ["b"] = "x" };
    sink(d["a"]); // found
    sink(d["b"]);
    var d2 = new Dictionary<string, string> { { "a", source() } };
    sink(d2["a"]); // found
    if (d.TryGetValue("a", out var v)) {
      sink(v); // found
    }
    foreach (var kv in d) {
      sink(kv.Value); // found
    }
    foreach (var (k, w) in d) {
      sink(w); // found
    }
    var m = l.Select(x => x + "a").Where(x => x != null).ToList();
    sink(m[0]); // found
    var q = from x in l where x != "" select x.Trim();
    foreach (var x in q) {
      sink(x); // found
    }
    l.ForEach(x => {
      sink(x); // found
    });
    sink(l.Aggregate((a, b) => a + b)); // found
    sink(l.Any());
    sink(l.Count);
    var s = new Stack<string>();
    s.Push(source());
    sink(s.Pop()); // found
    var h = l.ToDictionary(x => x, x => x);
    sink(h["a"]); // found
    var g = l.GroupBy(x => x);
    sink(g.First().Key); // found
    sink(string.Join(",", l)); // found
    var sp = source().AsSpan();
    sink(sp.ToString()); // found
    var cat = l.Concat(new[] { "x" }).ToArray();
    sink(cat[0]); // found
    sink(l.SelectMany(x => x.Split(',')).First()); // found
  }
}
