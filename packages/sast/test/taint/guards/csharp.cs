class G {
  static readonly HashSet<string> Q = new() { "a", "b" };
  static readonly string[] Names = { "a", "b" };
  static readonly Dictionary<string, string> Map = new() { ["a"] = "x" };
  void A() { var x = source();
    if (!Q.Contains(x)) x = "a";
    sink(x);
  }
  void B() { var x = source();
    if (!Regex.IsMatch(x, "^[a-z]+$")) return;
    sink(x);
  }
  void C() { var x = source();
    var z = x switch { "a" => x, "b" or "c" => x, _ => "d" };
    sink(z);
  }
  void D() { var x = source();
    if (x is "a" or "b") sink(x);
    if (x is not ("a" or "b")) return;
    sink(x);
  }
  void E() { var x = source();
    if (!int.TryParse(x, out var n)) return;
    sink(x);
  }
  void F() { var x = source();
    if (!Map.TryGetValue(x, out var v)) v = "z";
    sink(v);
  }
  void H() { var x = source();
    switch (x) { case "a": case "b": 
      sink(x); break;
      default: 
      sink(x); // found
      break; }
  }
  void I() { var x = source();
    if (!Names.Contains(x)) throw new ArgumentException();
    sink(x);
  }
  bool IsAllowed(string x) => Q.Contains(x);
  void J() { var x = source();
    if (!IsAllowed(x)) return;
    sink(x);
  }
  void K() { var x = source();
    if (!Enum.TryParse<Role>(x, out var r)) return;
    sink(r.ToString());
    sink(x);
  }
  void L() { var x = source();
    if (!Q.Contains(x)) Console.WriteLine(x);
    sink(x); // found
  }
  void M() { var x = source();
    if (!x.StartsWith("a")) return;
    sink(x); // found
  }
  void N() { var x = source();
    if (!x.All(char.IsLetterOrDigit)) return;
    sink(x);
  }
}
