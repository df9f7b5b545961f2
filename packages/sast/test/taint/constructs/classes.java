//// members of a class itself
class A {
  static String v;
  private static final Map<String, String> cache = new HashMap<>();
  static void set(String x) { v = x; cache.put("a", x); }
  static String get() { return v; }
  static String cached() { return cache.get("a"); }
}
class B {
  void f() {
    A.set(source());
    sink(A.v); // found
    sink(A.get()); // found
    sink(A.cached()); // found
  }
}

//// records and what patterns take out of them
record Req(String name, int n) {
  Req { name = name.trim(); }
  String upper() { return name.toUpperCase(); }
}
class A {
  void f() {
    var r = new Req(source(), 1);
    sink(r.name()); // found
    sink(r.upper()); // found
    var s = source();
    sink(s); // found
    for (var x : List.of(s)) {
      sink(x); // found
    }
    if (r instanceof Req(String n, int k)) {
      sink(n); // found
    }
    Object o = s;
    if (o instanceof String t && t.length() > 1) {
      sink(t); // found
    }
  }
}

//// objects
interface Store { void find(String q); default void def(String q) {
  sink(q); // found
} }
class Pg implements Store { public void find(String q) {
  sink(q); // found
} }
enum E { A("x"); final String v; E(String v) { this.v = v; } static String of(String s) { return s; } }
class B<T> { private T t; B(T t) { this.t = t; } T get() { return t; } static <U> U id(U u) { return u; } }
class A {
  private final Store store;
  private String name;
  A(Store s) { this.store = s; }
  void go() { store.find(source()); store.def(source()); }
  void setName(String n) { name = n; }
  String getName() { return name; }
  void f() {
    B<String> b = new B<>(source());
    sink(b.get()); // found
    sink(B.id(source())); // found
    sink(B.<String>id(source())); // found
    sink(E.of(source())); // found
    A a = new A(new Pg());
    a.setName(source());
    sink(a.getName()); // found
    Object o = source();
    sink((String) o); // found
    String t = o == null ? "x" : (String) o;
    sink(t); // found
    try { throw new RuntimeException(source()); } catch (RuntimeException | Error e) {
      sink(e.getMessage()); // found
    }
    java.util.List<String> q = new java.util.LinkedList<>();
    q.add(source());
    sink(q.get(0)); // found
    outer:
    for (int i = 0; i < 3; i++) { continue outer; }
    synchronized (this) {
      sink(o); // found
    }
  }
}
