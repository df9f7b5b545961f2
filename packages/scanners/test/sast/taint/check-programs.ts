/** Programs of two files: the checks, and what uses them. */
export const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  JavaScript: {
    'lib/checks.js': `const LIST = new Set(['a', 'b'])
export function isAllowed(x) { return LIST.has(x) }
export function isPlain(x) { return /^[a-z]+$/.test(x) }
export function isLong(x) { return x.length > 3 }
export function isAlways(x) { LIST.has(x); return true }
export function isBad(x) { return !LIST.has(x) }
export function assertAllowed(x) { if (!LIST.has(x)) throw new Error('no') }
export function assertLogged(x) { if (!LIST.has(x)) log(x) }
export async function isAllowedLater(x) { return LIST.has(x) }
export function isIn(x, allowed) { return allowed.includes(x) }
export function isSecond(y, x) { return LIST.has(x) }
export function isOkBy(x) { return isPlain(x) }
export const checkPlain = (x) => { if (!isPlain(x)) throw new Error('no') }
export const cleaned = (x) => x.replace(/[^a-z]/g, '')
export const cleanedOnce = (x) => x.replace(/[^a-z]/, '')
export function picked(x) { return LIST.has(x) ? x : 'a' }
export class Guard {
  isOk(x) { return LIST.has(x) }
  isAnything(x) { return Boolean(x) }
  static isGood(x) { return LIST.has(x) }
}
`,
    'app.js': `import { isAllowed, isPlain, isLong, isAlways, isBad, assertAllowed, assertLogged, isAllowedLater, isIn, isSecond, isOkBy, checkPlain, cleaned, cleanedOnce, picked, Guard } from './lib/checks.js'
function a() { const x = source(); if (!isAllowed(x)) return; sink(x) }
function b() { const x = source(); if (!isPlain(x)) throw new Error('no'); sink(x) }
function c() { const x = source(); if (!isLong(x)) return
  sink(x) // found
}
function d() { const x = source(); if (!isAlways(x)) return
  sink(x) // found
}
function e() { const x = source(); if (!isBad(x)) return
  sink(x) // found
}
function f() { const x = source(); if (isBad(x)) return; sink(x) }
function g() { const x = source(); assertAllowed(x); sink(x) }
function h() { const x = source(); assertLogged(x)
  sink(x) // found
}
async function i() { const x = source(); if (!isAllowedLater(x)) return
  sink(x) // found
}
async function j() { const x = source(); if (!(await isAllowedLater(x))) return; sink(x) }
function k() { const x = source(); if (!isIn(x, source())) return
  sink(x) // found
}
function l() { const x = source(); if (!isSecond(x, 'a')) return
  sink(x) // found
}
function m() { const x = source(); if (!isSecond('a', x)) return; sink(x) }
function n() { const x = source(); if (!isOkBy(x)) return; sink(x) }
function o() { const x = source(); checkPlain(x); sink(x) }
function p() { const x = source(); sink(cleaned(x)) }
function q() { const x = source()
  sink(cleanedOnce(x)) // found
}
function r() { const x = source(); sink(picked(x)) }
function s() { const x = source(); if (!new Guard().isOk(x)) return; sink(x) }
function t() { const x = source(); if (!new Guard().isAnything(x)) return
  sink(x) // found
}
function u() { const x = source(); if (!Guard.isGood(x)) return; sink(x) }
function v() { const x = source(); const y = source(); if (!isAllowed(y)) return
  sink(x) // found
}
function w() { let x = source(); if (!isAllowed(x)) return; x = source()
  sink(x) // found
}
function y() { const x = source(); if (!isPlain(x)) return
  sink(atob(x)) // found
}
function z() { const x = source(); isAllowed(x)
  sink(x) // found
}
function aa() { const x = source(); try { assertAllowed(x) } catch { log(x) }
  sink(x) // found
}
function ab() { const x = source(); if (x.length > 3 || isAllowed(x)) {
  sink(x) // found
} }
`,
  },
  TypeScript: {
    'lib/checks.ts': `const LIST = ['a', 'b'] as const
export type Name = (typeof LIST)[number]
export function isName(x: string): x is Name { return (LIST as readonly string[]).includes(x) }
export function isText(x: unknown): x is Name { return typeof x === 'string' }
export function assertName(x: string): asserts x is Name { if (!isName(x)) throw new TypeError('no') }
export class Policy {
  private readonly names = new Set(['a'])
  isAllowed(x: string): boolean { return this.names.has(x) }
  isAny(x: string): boolean { return x !== '' }
}
`,
    'app.ts': `import { isName, isText, assertName, Policy } from './lib/checks.ts'
function a() { const x = source() as string; if (!isName(x)) return; sink(x) }
function b() { const x = source() as string; if (!isText(x)) return
  sink(x) // found
}
function c() { const x = source() as string; assertName(x); sink(x) }
class Service {
  constructor(private readonly policy: Policy) {}
  run() { const x = source() as string; if (!this.policy.isAllowed(x)) return; sink(x) }
  runAny() { const x = source() as string; if (!this.policy.isAny(x)) return
    sink(x) // found
  }
}
`,
  },
  Python: {
    'checks.py': `import re
ALLOWED = {"a", "b"}
def is_allowed(x):
    return x in ALLOWED
def is_text(x):
    return isinstance(x, str)
def ensure_allowed(x):
    if x not in ALLOWED:
        raise ValueError(x)
def ensure_nothing(x):
    if x not in ALLOWED:
        print(x)
def sanitize(x):
    return re.sub(r"[^a-z]", "", x)
def sanitize_quotes(x):
    return x.replace("a", "b")
async def is_allowed_later(x):
    return x in ALLOWED
class Policy:
    def is_ok(self, x):
        return re.fullmatch(r"[a-z]+", x) is not None
    def is_some(self, x):
        return re.match(r"[a-z]+", x) is not None
`,
    'app.py': `from checks import is_allowed, is_text, ensure_allowed, ensure_nothing, sanitize, sanitize_quotes, is_allowed_later, Policy
import checks
def a():
    x = source()
    if not is_allowed(x):
        return
    sink(x)
def b():
    x = source()
    if not is_text(x):
        return
    sink(x) # found
def c():
    x = source()
    ensure_allowed(x)
    sink(x)
def d():
    x = source()
    ensure_nothing(x)
    sink(x) # found
def e():
    sink(sanitize(source()))
    sink(sanitize_quotes(source())) # found
def f():
    x = source()
    if not checks.is_allowed(x):
        return
    sink(x)
def g():
    x = source()
    if not is_allowed_later(x):
        return
    sink(x) # found
def h():
    x = source()
    policy = Policy()
    if not policy.is_ok(x):
        return
    sink(x)
def i():
    x = source()
    policy = Policy()
    if not policy.is_some(x):
        return
    sink(x) # found
def j():
    x = source()
    if is_allowed(x):
        return
    sink(x) # found
def k():
    x = source()
    y = source()
    ensure_allowed(x=y)
    sink(x) # found
    sink(y)
`,
  },
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
