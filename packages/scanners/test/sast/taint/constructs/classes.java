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
