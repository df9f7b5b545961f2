import java.util.*;
import java.util.regex.*;
class W {
  private static final Set<String> ALLOWED = Set.of("a", "b");
  private static final List<String> OPEN = new ArrayList<>(List.of("a"));
  private static final Set<String> OPENED = new HashSet<>();
  private static final Map<String, String> OPEN_MAP = new HashMap<>(Map.of("a", "b"));
  private static final Set<String> KEPT = new HashSet<>();
  private static final Pattern LINES = Pattern.compile("^[a-z]+$", Pattern.MULTILINE);
  private static final Pattern CASES = Pattern.compile("^[a-z]+$", Pattern.CASE_INSENSITIVE);
  static { KEPT.add("a"); KEPT.add("b"); OPENED.add("a"); }
  void teach() { OPEN.add(source()); OPENED.add(source()); OPEN_MAP.put(source(), "a"); }
  void openList() { String x = source();
    if (!OPEN.contains(x)) return;
    sink(x); // found
  }
  void openSet() { String x = source();
    if (!OPENED.contains(x)) return;
    sink(x); // found
  }
  void openMap() { String x = source();
    if (!OPEN_MAP.containsKey(x)) return;
    sink(x); // found
  }
  void kept() { String x = source();
    if (!KEPT.contains(x)) return;
    sink(x);
  }
  void other() { String x = source(); String y = source();
    if (!ALLOWED.contains(y)) return;
    sink(x); // found
    sink(y);
  }
  void before() { String x = source();
    if (!ALLOWED.contains(x)) return;
    x = source();
    sink(x); // found
  }
  void field(Form f) { f.name = source(); f.other = source();
    if (!ALLOWED.contains(f.name)) return;
    sink(f.other); // found
  }
  void nested(boolean deep) { String x = source();
    if (deep && !ALLOWED.contains(x)) return;
    sink(x); // found
  }
  void eitherWay(boolean admin) { String x = source();
    if (admin || ALLOWED.contains(x)) {
      sink(x); // found
    }
  }
  void caught() { String x = source();
    try { if (!ALLOWED.contains(x)) throw new RuntimeException(); } catch (RuntimeException e) { log(e); }
    sink(x); // found
  }
  void caughtEnds() { String x = source();
    try { if (!ALLOWED.contains(x)) throw new RuntimeException(); } catch (RuntimeException e) { return; }
    sink(x);
  }
  void lines() { String x = source();
    if (!LINES.matcher(x).find()) return;
    sink(x); // found
  }
  void linesWhole() { String x = source();
    if (!LINES.matcher(x).matches()) return;
    sink(x);
  }
  void cases() { String x = source();
    if (!CASES.matcher(x).find()) return;
    sink(x);
  }
  void range() { String x = source();
    if (!x.matches("[A-z]+")) return;
    sink(x); // found
  }
  void joined() { String x = source();
    if (!x.matches("[a-z&&[^b]';]+")) return;
    sink(x); // found
  }
  void ofOthers() { String x = source();
    if (!"abc".matches(x)) return;
    sink(x); // found
  }
  void patternOfOthers() { String x = source();
    if (!Pattern.matches(source(), x)) return;
    sink(x); // found
  }
  void patternTextSwapped() { String x = source();
    if (!Pattern.matches(x, "[a-z]+")) return;
    sink(x); // found
  }
  void matcherOfOther() { String x = source(); String y = source();
    Matcher m = CASES.matcher(y);
    if (!m.matches()) return;
    sink(x); // found
    sink(y);
  }
  void asserted() { String x = source();
    assert ALLOWED.contains(x);
    sink(x); // found
  }
  void demanded() { String x = source();
    Preconditions.checkArgument(ALLOWED.contains(x));
    sink(x);
  }
  void asked() { String x = source();
    BooleanUtils.isTrue(ALLOWED.contains(x));
    sink(x); // found
  }
  void firstSign() { String x = source();
    if (!Character.isLetterOrDigit(x.charAt(0))) return;
    sink(x); // found
  }
  void firstPart() { String x = source();
    if (!ALLOWED.contains(x.split(",")[0])) return;
    sink(x); // found
  }
  void firstPartOf() { String x = source();
    String[] parts = x.split(",");
    if (!ALLOWED.contains(parts[0])) return;
    sink(parts[1]); // found
    sink(parts[0]);
  }
  void sized() { String x = source();
    if (x == null || x.isEmpty() || x.length() > 20) return;
    sink(x); // found
  }
  void instance() { Object x = source();
    if (!(x instanceof String)) return;
    sink(x); // found
  }
  void falls() { String x = source();
    switch (x) { case "a": log(x);
      default:
        sink(x); // found
    }
  }
  void passes() { String x = source();
    String y = switch (x) { case "a" -> "b"; default -> x; };
    sink(y); // found
  }
  private boolean always(String x) { ALLOWED.contains(x); return true; }
  void byAlways() { String x = source();
    if (!always(x)) return;
    sink(x); // found
  }
  protected boolean ok(String x) { return ALLOWED.contains(x); }
  void byOk() { String x = source();
    if (!ok(x)) return;
    sink(x); // found
  }
  private boolean okOver(String x) { return ALLOWED.contains(x); }
  private boolean okOver(String x, int more) { return true; }
  void byOverloaded() { String x = source();
    if (!okOver(x, 1)) return;
    sink(x); // found
  }
  void valueOf() { String x = source();
    sink(Sql.valueOf(x).text()); // found
    sink(Role.valueOf(x).name());
  }
  void decoded() { String x = source();
    if (!x.matches("[a-zA-Z0-9]+")) return;
    sink(new String(Base64.getDecoder().decode(x))); // found
    sink(URLDecoder.decode(x)); // found
    sink(x);
  }
  void anyMatch() { List<String> xs = source();
    if (!xs.stream().anyMatch(one -> ALLOWED.contains(one))) return;
    sink(xs); // found
  }
  void allMatch() { List<String> xs = source();
    if (!xs.stream().allMatch(one -> ALLOWED.contains(one))) return;
    sink(xs);
  }
  void later() { String x = source();
    run(() -> { if (!ALLOWED.contains(x)) throw new RuntimeException(); });
    sink(x); // found
  }
  void optional() { String x = source();
    Optional.of(x).filter(ALLOWED::contains).isPresent();
    sink(x); // found
  }
}
class Open extends W {
  @Override protected boolean ok(String x) { return true; }
}
enum Role { A, B }
class Sql {
  final String text;
  Sql(String text) { this.text = text; }
  static Sql valueOf(String text) { return new Sql(text); }
  String text() { return text; }
}
