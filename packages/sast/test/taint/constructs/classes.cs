//// records
record Req(string Name, int N);
record struct P(string A, string B);
public record Cmd {
  public string Text { get; init; }
  public string Other { get; init; } = "x";
}
class A {
  void F() {
    var r = new Req(source(), 1);
    sink(r.Name); // found
    sink(r.N);
    var q = r with { N = 2 };
    sink(q.Name); // found
    var (name, n) = r;
    sink(name); // found
    sink(n);
    P p = new(source(), "x");
    sink(p.A); // found
    sink(p.B);
    var c = new Cmd { Text = source() };
    sink(c.Text); // found
    sink(c.Other);
    Cmd d = new() { Text = source() };
    sink(d.Text); // found
  }
}

//// parameters of a class
class Store(string name, Db db) {
  private readonly string _n = name;
  public string Name => name;
  public string N() { return _n; }
  public void Run() { db.Exec(name); }
}
class Db {
  public void Exec(string q) {
    sink(q); // found
  }
}
class A {
  void F() {
    var s = new Store(source(), new Db());
    sink(s.Name); // found
    sink(s.N()); // found
    s.Run();
  }
}

//// properties
class A {
  public string P { get; set; }
  private string _b;
  public string B { get { return _b; } set { _b = value; } }
  public string C { get => _b; set => _b = value; }
  public static string S { get; set; }
  public string this[string k] { get { return _b; } set { _b = value; } }
  public A Self(string v) { P = v; return this; }
}
class T {
  void F() {
    var a = new A();
    a.P = source();
    sink(a.P); // found
    a.B = source();
    sink(a.B); // found
    sink(a.C); // found
    A.S = source();
    sink(A.S); // found
    var b = new A { B = source() };
    sink(b.B); // found
    sink(new A().Self(source()).P); // found
    var c = new A();
    sink(c.P);
  }
  void G() {
    sink(A.S); // found
  }
}

//// classes above and below
interface IStore { void Find(string q); }
abstract class Base {
  protected string _v;
  protected Base(string v) { _v = v; }
  public virtual string V() => _v;
}
class Store : Base, IStore {
  public Store(string v) : base(v) { }
  public Store() : this("x") { }
  public void Find(string q) {
    sink(q); // found
  }
  public override string V() { return base.V(); }
}
partial class Ctl {
  private readonly IStore _store;
  public Ctl(IStore store) => _store = store;
  public void Go() { _store.Find(source()); this._store.Find("x"); }
}
class T<TItem> {
  private TItem _i;
  public T(TItem i) { _i = i; }
  public TItem Get() => _i;
}
class M {
  void F() {
    sink(new Store(source()).V()); // found
    sink(new Store().V());
    var t = new T<string>(source());
    sink(t.Get()); // found
    try {
      throw new Exception(source());
    } catch (Exception e) when (e.Message != null) {
      sink(e.Message); // found
    }
    var an = new { Name = source(), B = "x" };
    sink(an.Name); // found
    sink(an.B);
    dynamic dy = source();
    sink(dy.X); // found
    string cond = true ? source() : "x";
    sink(cond); // found
    for (int i = 0; i < 2; i++) cond = source();
    sink(cond); // found
    goto end;
    end: sink(cond); // found
    do { cond = "x"; } while (false);
    sink(cond);
  }
}
