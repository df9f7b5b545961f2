//// functions as values
import java.util.*;
import java.util.stream.*;
class A {
  void f() throws Exception {
    List<String> l = new ArrayList<>();
    l.add(source());
    sink(l.stream().map(x -> x + "a").collect(Collectors.toList()).get(0)); // found
    sink(l.stream().map(String::trim).findFirst().get()); // found
    l.forEach(x -> {
      sink(x); // found
    });
    l.forEach(this::run);
    l.stream().filter(x -> x != null).forEach(A::go);
    String j = l.stream().collect(Collectors.joining(","));
    sink(j); // found
    Optional<String> o = Optional.of(source());
    o.ifPresent(x -> {
      sink(x); // found
    });
    sink(o.map(x -> x).orElse("x")); // found
    java.util.function.Function<String, String> g = x -> x;
    sink(g.apply(source())); // found
    java.util.function.Supplier<String> sup = () -> source();
    sink(sup.get()); // found
    Map<String, String> m = new HashMap<>();
    m.put("a", source());
    for (Map.Entry<String, String> e : m.entrySet()) {
      sink(e.getValue()); // found
    }
    for (var e : m.entrySet()) {
      sink(e.getValue()); // found
    }
    m.forEach((k, v) -> {
      sink(v); // found
    });
    sink(m.getOrDefault("a", "b")); // found
    try (var r = new java.io.BufferedReader(source())) {
      String line;
      while ((line = r.readLine()) != null) {
        sink(line); // found
      }
    }
    try (Res a = open(source()); Res b = open("x")) {
      sink(a); // found
    } finally {
      sink("x");
    }
    String[] arr = {source(), "b"};
    sink(arr[0]); // found
    List<String> im = l.stream().toList();
    sink(im.get(0)); // found
    new Thread(() -> {
      sink(l.get(0)); // found
    }).start();
    Runnable rr = new Runnable() { public void run() {
      sink(l.get(0)); // found
    } };
  }
  Res open(String s) { return new Res(s); }
  void run(String q) {
    sink(q); // found
  }
  static void go(String q) {
    sink(q); // found
  }
}
class Res implements AutoCloseable { String s; Res(String s) { this.s = s; } public void close() {} }
