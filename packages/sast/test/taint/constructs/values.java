//// ways of a switch
class A {
  String f(int x, Object o) {
    String s = switch (x) {
      case 1 -> source();
      case 2, 3 -> { yield source(); }
      default -> "x";
    };
    sink(s); // found
    String t = switch (x) { case 1: yield "a"; default: yield source(); };
    sink(t); // found
    Object v = source();
    String u = switch (v) { case String q -> q; default -> "x"; };
    sink(u); // found
    switch (x) {
      case 1 -> s = "a";
      default -> s = source();
    }
    sink(s); // found
    return s;
  }
}

//// texts
class A {
  void f() {
    String s = source();
    String block = """
      select %s
      """.formatted(s);
    sink(block); // found
    sink("a".concat(s)); // found
    sink(String.join(",", s, "b")); // found
    StringBuilder b = new StringBuilder();
    b.append("x").append(s);
    sink(b.toString()); // found
    b.setLength(0);
    StringBuffer c = new StringBuffer(s);
    sink(c); // found
    sink(s.substring(1).trim()); // found
    sink(String.format("%s", s)); // found
    char[] d = s.toCharArray();
    sink(new String(d)); // found
    sink(s.getBytes()); // found
    sink(s.length());
    String t = s;
    t += "x";
    sink(t); // found
    java.util.StringJoiner j = new java.util.StringJoiner(",");
    j.add(s);
    sink(j.toString()); // found
  }
}
