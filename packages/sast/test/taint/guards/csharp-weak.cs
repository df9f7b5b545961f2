class W {
  static readonly HashSet<string> Q = new() { "a", "b" };
  static readonly List<string> Open = new() { "a" };
  static readonly Dictionary<string, string> OpenMap = new() { ["a"] = "x" };
  static readonly Regex Lines = new Regex("^[a-z]+$", RegexOptions.Multiline);
  static readonly Regex Cases = new Regex("^[a-z]+$", RegexOptions.IgnoreCase);
  void Teach() { Open.Add(source()); OpenMap[source()] = "a"; }
  void A() { var x = source();
    if (!Open.Contains(x)) return;
    sink(x); // found
  }
  void B() { var x = source();
    if (!OpenMap.ContainsKey(x)) return;
    sink(x); // found
  }
  void C() { var x = source(); var y = source();
    if (!Q.Contains(y)) return;
    sink(x); // found
    sink(y);
  }
  void D() { var x = source();
    if (!Q.Contains(x)) return;
    x = source();
    sink(x); // found
  }
  void E() { var x = source();
    if (!Lines.IsMatch(x)) return;
    sink(x); // found
  }
  void F() { var x = source();
    if (!Cases.IsMatch(x)) return;
    sink(x);
  }
  void G() { var x = source();
    if (!Regex.IsMatch(x, "^[a-z]+$", RegexOptions.Multiline)) return;
    sink(x); // found
  }
  void H() { var x = source();
    if (!Regex.IsMatch("^[a-z]+$", x)) return;
    sink(x); // found
  }
  void I() { var x = source();
    if (Regex.Match(x, "^[a-z]+$") == null) return;
    sink(x); // found
  }
  void J() { var x = source();
    if (!Regex.Match(x, "^[a-z]+$").Success) return;
    sink(x);
  }
  void K() { var x = source();
    Debug.Assert(Q.Contains(x));
    sink(x); // found
  }
  void L() { var x = source();
    try { if (!Q.Contains(x)) throw new Exception(); } catch (Exception e) { Log(e); }
    sink(x); // found
  }
  void M() { object x = source();
    if (x is not string) return;
    sink(x); // found
  }
  void O() { var x = source();
    switch (x) { case string s:
        sink(s); // found
        break; }
  }
  void P() { var x = source();
    var y = x switch { "a" => "b", _ => x };
    sink(y); // found
  }
  void R() { var x = source();
    if (!x.Any(char.IsLetterOrDigit)) return;
    sink(x); // found
  }
  void S() { var x = source();
    if (!char.IsLetter(x[0])) return;
    sink(x); // found
  }
  void T() { var x = source();
    if (!Q.Contains(x.Split(',')[0])) return;
    sink(x); // found
  }
  void U() { var x = source();
    int.TryParse(x, out var n);
    sink(x); // found
  }
  void V() { var x = source();
    if (!Uri.TryCreate(x, UriKind.Absolute, out var u)) return;
    sink(x); // found
  }
  protected virtual bool Ok(string x) => Q.Contains(x);
  void X() { var x = source();
    if (!Ok(x)) return;
    sink(x); // found
  }
  async Task CheckAsync(string x) { if (!Q.Contains(x)) throw new Exception(); }
  async Task Y() { var x = source();
    CheckAsync(x);
    sink(x); // found
  }
  async Task Z() { var x = source();
    await CheckAsync(x);
    sink(x);
  }
  bool Named(string x, string kind) => Q.Contains(kind);
  void AA() { var x = source();
    if (!Named(kind: "a", x: x)) return;
    sink(x); // found
  }
  void AB() { var x = source();
    if (!x.All(char.IsLetterOrDigit)) return;
    sink(Convert.FromBase64String(x)); // found
    sink(x);
  }
  void AC() { var x = source();
    if (string.IsNullOrEmpty(x)) return;
    sink(x); // found
  }
  void AD() { var x = source();
    var allowed = source().Split(',');
    if (!allowed.Contains(x)) return;
    sink(x); // found
  }
}
class Open : W { protected override bool Ok(string x) => true; }
