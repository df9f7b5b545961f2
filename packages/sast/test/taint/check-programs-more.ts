/** The other half of the programs of `check-programs.ts`: Java, Go, PHP, Ruby, C#, Kotlin and Rust. */
export const MORE_PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Java: {
    'src/Checks.java': `package app;
import java.util.*;
public class Checks {
  private static final Set<String> ALLOWED = Set.of("a", "b");
  public static boolean isAllowed(String x) { return ALLOWED.contains(x); }
  public static boolean isPresent(String x) { return x != null && !x.isEmpty(); }
  public static void requireAllowed(String x) { if (!ALLOWED.contains(x)) throw new IllegalArgumentException(); }
  public static void requireNothing(String x) { if (!ALLOWED.contains(x)) System.out.println(x); }
  public static String sanitize(String x) { return x.replaceAll("[^a-z]", ""); }
  public static String sanitizeLittle(String x) { return x.replace("a", ""); }
  public boolean isValid(String x) { return x.matches("[a-z]+"); }
  public boolean isLong(String x) { return x.length() > 3; }
}
`,
    'src/App.java': `package app;
class App {
  private final Checks checks;
  App(Checks checks) { this.checks = checks; }
  void a() { String x = source(); if (!Checks.isAllowed(x)) return; sink(x); }
  void b() { String x = source(); if (!Checks.isPresent(x)) return;
    sink(x); // found
  }
  void c() { String x = source(); Checks.requireAllowed(x); sink(x); }
  void d() { String x = source(); Checks.requireNothing(x);
    sink(x); // found
  }
  void e() { sink(Checks.sanitize(source())); }
  void f() {
    sink(Checks.sanitizeLittle(source())); // found
  }
  void g() { String x = source(); if (!checks.isValid(x)) return; sink(x); }
  void h() { String x = source(); if (!checks.isLong(x)) return;
    sink(x); // found
  }
}
`,
  },
  Go: {
    'checks/checks.go': `package checks
import "errors"
var allowed = map[string]bool{"a": true, "b": true}
func IsAllowed(x string) bool { return allowed[x] }
func IsLong(x string) bool { return len(x) > 3 }
func Check(x string) error {
	if !allowed[x] { return errors.New("no") }
	return nil
}
func CheckNothing(x string) error {
	if len(x) > 3 { return errors.New("no") }
	return nil
}
`,
    'app.go': `package main
import "example.com/m/checks"
func a() {
	x := source()
	if !checks.IsAllowed(x) { return }
	sink(x)
}
func b() {
	x := source()
	if !checks.IsLong(x) { return }
	sink(x) // found
}
func c() {
	x := source()
	if err := checks.Check(x); err != nil { return }
	sink(x)
}
func d() {
	x := source()
	if err := checks.CheckNothing(x); err != nil { return }
	sink(x) // found
}
func e() {
	x := source()
	checks.Check(x)
	sink(x) // found
}
`,
    'go.mod': 'module example.com/m\n',
  },
  PHP: {
    'Checks.php': `<?php
namespace App;
class Checks {
  const LIST = ['a', 'b'];
  public static function isAllowed($x) { return in_array($x, self::LIST, true); }
  public static function isFilled($x) { return $x !== ''; }
  public static function assertAllowed($x) { if (!in_array($x, self::LIST, true)) throw new \\Exception(); }
  public static function assertFilled($x) { if ($x === '') throw new \\Exception(); }
  public static function clean($x) { return preg_replace('/[^a-z]/', '', $x); }
  public static function cleanOnce($x) { return preg_replace('/[^a-z]/', '', $x, 1); }
}
`,
    'app.php': `<?php
use App\\Checks;
function a() { $x = source(); if (!Checks::isAllowed($x)) return; sink($x); }
function b() { $x = source(); if (!Checks::isFilled($x)) return;
  sink($x); // found
}
function c() { $x = source(); Checks::assertAllowed($x); sink($x); }
function d() { $x = source(); Checks::assertFilled($x);
  sink($x); // found
}
function e() { sink(Checks::clean(source())); }
function f() {
  sink(Checks::cleanOnce(source())); // found
}
`,
  },
  Ruby: {
    'checks.rb': `module Checks
  LIST = %w[a b].freeze
  def self.allowed?(x)
    LIST.include?(x)
  end
  def self.valid_name?(x)
    x.match?(/\\A[a-z]+\\z/)
  end
  def self.valid_line?(x)
    x.match?(/^[a-z]+$/)
  end
  def self.ensure_allowed!(x)
    raise ArgumentError unless LIST.include?(x)
  end
  def self.ensure_nothing!(x)
    puts x unless LIST.include?(x)
  end
end
`,
    'app.rb': `require_relative 'checks'
def a
  x = source()
  return unless Checks.allowed?(x)
  sink(x)
end
def b
  x = source()
  return unless Checks.valid_name?(x)
  sink(x)
end
def c
  x = source()
  return unless Checks.valid_line?(x)
  sink(x) # found
end
def d
  x = source()
  Checks.ensure_allowed!(x)
  sink(x)
end
def e
  x = source()
  Checks.ensure_nothing!(x)
  sink(x) # found
end
`,
  },
  'C#': {
    'Checks.cs': `namespace App;
public static class Checks {
  static readonly HashSet<string> List = new() { "a", "b" };
  public static bool IsAllowed(string x) => List.Contains(x);
  public static bool IsFilled(string x) => !string.IsNullOrEmpty(x);
  public static void EnsureAllowed(string x) { if (!List.Contains(x)) throw new ArgumentException(); }
  public static void EnsureNothing(string x) { if (!List.Contains(x)) Console.WriteLine(x); }
  public static async Task CheckLater(string x) { if (!List.Contains(x)) throw new ArgumentException(); }
}
`,
    'App.cs': `namespace App;
class Program {
  void A() { var x = source(); if (!Checks.IsAllowed(x)) return; sink(x); }
  void B() { var x = source(); if (!Checks.IsFilled(x)) return;
    sink(x); // found
  }
  void C() { var x = source(); Checks.EnsureAllowed(x); sink(x); }
  void D() { var x = source(); Checks.EnsureNothing(x);
    sink(x); // found
  }
  async Task E() { var x = source(); Checks.CheckLater(x);
    sink(x); // found
  }
  async Task F() { var x = source(); await Checks.CheckLater(x); sink(x); }
}
`,
  },
  Kotlin: {
    'Checks.kt': `package app
object Checks {
  private val list = setOf("a", "b")
  fun isAllowed(x: String) = x in list
  fun isFilled(x: String) = x.isNotEmpty()
  fun requireAllowed(x: String) { require(x in list) }
  fun requireFilled(x: String) { require(x.isNotEmpty()) }
}
fun isPlain(x: String): Boolean = x.matches(Regex("[a-z]+"))
fun isPart(x: String): Boolean = Regex("[a-z]+").containsMatchIn(x)
`,
    'App.kt': `package app
class App {
  fun a() { val x = source(); if (!Checks.isAllowed(x)) return; sink(x) }
  fun b() { val x = source(); if (!Checks.isFilled(x)) return
    sink(x) // found
  }
  fun c() { val x = source(); Checks.requireAllowed(x); sink(x) }
  fun d() { val x = source(); Checks.requireFilled(x)
    sink(x) // found
  }
  fun e() { val x = source(); if (!isPlain(x)) return; sink(x) }
  fun f() { val x = source(); if (!isPart(x)) return
    sink(x) // found
  }
}
`,
  },
  Rust: {
    'src/checks.rs': `const LIST: [&str; 2] = ["a", "b"];
pub fn is_allowed(x: &str) -> bool { LIST.contains(&x) }
pub fn is_long(x: &str) -> bool { x.len() > 3 }
`,
    'src/main.rs': `mod checks;
fn a() {
    let x = source();
    if !checks::is_allowed(&x) { return; }
    sink(&x);
}
fn b() {
    let x = source();
    if !checks::is_long(&x) { return; }
    sink(&x); // found
}
`,
  },
}
