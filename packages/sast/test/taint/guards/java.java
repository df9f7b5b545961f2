import java.util.*;
class G {
  private static final Set<String> ALLOWED = Set.of("a", "b");
  private static final List<String> NAMES = Arrays.asList("a", "b");
  private static final Map<String, String> MAP = Map.of("a", "x");
  private static final Pattern SLUG = Pattern.compile("[a-z]+");
  private final Set<String> modes = new HashSet<>(List.of("a"));
  void reassigned() { String x = source();
    if (!ALLOWED.contains(x)) { x = "a"; }
    sink(x);
  }
  void orNull() { String x = source();
    if (x == null || !ALLOWED.contains(x)) { x = "a"; }
    sink(x);
  }
  void thrown() { String x = source();
    if (!NAMES.contains(x)) throw new IllegalArgumentException();
    sink(x);
  }
  void field() { String x = source();
    if (!modes.contains(x)) return;
    sink(x);
  }
  void logged() { String x = source();
    if (!NAMES.contains(x)) { log(x); }
    sink(x); // found
  }
  void mapped() { String x = source();
    sink(MAP.getOrDefault(x, "z"));
    sink(MAP.get(x));
  }
  void regex() { String x = source();
    if (!x.matches("[a-z]+")) return;
    sink(x);
  }
  void compiled() { String x = source();
    if (!SLUG.matcher(x).matches()) return;
    sink(x);
  }
  void found() { String x = source();
    if (!SLUG.matcher(x).find()) return;
    sink(x); // found
  }
  void equal() { String x = source();
    if ("a".equals(x) || x.equals("b")) sink(x);
  }
  void switched() { String x = source();
    switch (x) { case "a": case "b": 
      sink(x);
      break;
    default:
      sink(x); // found
    }
    String y = switch (x) { case "a", "b" -> x; default -> "c"; };
    sink(y);
  }
  private boolean isAllowed(String x) { return ALLOWED.contains(x); }
  void helped() { String x = source();
    if (!isAllowed(x)) return;
    sink(x);
  }
  private static void check(String x) { if (!ALLOWED.contains(x)) throw new IllegalArgumentException(); }
  void checked() { String x = source();
    check(x);
    sink(x);
  }
  void number() { String x = source();
    Integer.parseInt(x);
    sink(x);
  }
  void numberCaught() { String x = source();
    try { Integer.parseInt(x); } catch (NumberFormatException e) { return; }
    sink(x);
  }
  void numberIgnored() { String x = source();
    try { Integer.parseInt(x); } catch (NumberFormatException e) { }
    sink(x); // found
  }
  void enumerated() { String x = source();
    Color c = Color.valueOf(x);
    sink(x);
  }
  void ternary() { String x = source();
    sink(ALLOWED.contains(x) ? x : "a");
  }
  void prefix() { String x = source();
    if (!x.startsWith("a")) return;
    sink(x); // found
  }
  void loop() { String x = source();
    boolean ok = false;
    for (String one : NAMES) { if (one.equals(x)) { sink(x); } }
    sink(x); // found
  }
  void any() { String x = source();
    if (NAMES.stream().noneMatch(one -> one.equals(x))) return;
    sink(x);
  }
  void replaced() { String x = source();
  sink(x.replaceAll("[^a-z0-9]", ""));
  sink(x.replace("[^a-z0-9]", "")); // found
  sink(Role.valueOf(x.toUpperCase()).name());
  }
}
