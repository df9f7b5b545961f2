import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'

/** Pattern, code, and the texts that match. */
type Row = readonly [string, string, readonly string[]]

const JAVASCRIPT: readonly Row[] = [
  [
    '$APP.get($PATH, (req, res) => { ... })',
    'app.get("/x", (req, res) => { res.send(1) }); app.post("/y")',
    ['app.get("/x", (req, res) => { res.send(1) })'],
  ],
  ['res.send(`...${$X}...`)', 'res.send(`a ${b} c`); res.send(`x`)', ['res.send(`a ${b} c`)']],
  [
    'function ($REQ, $RES, ...) {\n ...\n $RES.send($REQ.body.$P)\n ...\n}',
    'app.get("/", function (req, res, next) { log(); res.send(req.body.name) })',
    ['function (req, res, next) { log(); res.send(req.body.name) }'],
  ],
  ['$X.innerHTML = $Y', 'el.innerHTML = a; el.innerText = b', ['el.innerHTML = a']],
  ['import $X from "fs"', 'import fs from "fs"; import a from "b"', ['import fs from "fs";']],
  [
    'for (let $I = 0; ...; ...) { ... }',
    'for (let i = 0; i < 3; i++) { a() }',
    ['for (let i = 0; i < 3; i++) { a() }'],
  ],
  ['while (true) { ... }', 'while (true) { a() } while (x) { b() }', ['while (true) { a() }']],
  ['$X === $X', 'a === a; a === b', ['a === a']],
  ['new $C(...)', 'new Foo(1); Foo(2)', ['new Foo(1)']],
  ['await $X', 'async function f() { await g() }', ['await g()']],
  [
    '<$EL dangerouslySetInnerHTML={$X} />',
    'const a = <div className="x" dangerouslySetInnerHTML={b} />',
    ['<div className="x" dangerouslySetInnerHTML={b} />'],
  ],
]

const TYPESCRIPT: readonly Row[] = [
  [
    'class $C { ... $M(...) { ... } ... }',
    'class A { x = 1; m(a: string): void { a() } }',
    ['class A { x = 1; m(a: string): void { a() } }'],
  ],
  [
    'function $F(...): $T { ... }',
    'function f(a: string): number { return 1 }',
    ['function f(a: string): number { return 1 }'],
  ],
  [
    '@Controller(...)\nclass $C { ... }',
    '@Controller("a") class A { m() {} }',
    ['@Controller("a") class A { m() {} }'],
  ],
  ['($X as any)', 'f(a as any); f(b as string)', ['a as any']],
]

const PYTHON: readonly Row[] = [
  [
    '@app.route(...)\ndef $F(...):\n  ...',
    '@app.route("/")\ndef a(x):\n  return 1\ndef b():\n  pass\n',
    ['@app.route("/") def a(x): return 1'],
  ],
  ['f"...{$X}..."', 'x = f"a {b} c"\ny = "z"\n', ['f"a {b} c"']],
  ['"..." % $X', 'q = "a %s" % b\n', ['"a %s" % b']],
  ['"...".format(...)', 'q = "a {}".format(b)\nc.format(d)\n', ['"a {}".format(b)']],
  [
    'try:\n  ...\nexcept $E:\n  pass\n',
    'try:\n  a()\nexcept ValueError:\n  pass\n',
    ['try: a() except ValueError: pass'],
  ],
  ['with open($X) as $F:\n  ...\n', 'with open(a) as f:\n  b(f)\n', ['with open(a) as f: b(f)']],
  ['if $X == None:\n  ...\n', 'if a == None:\n  b()\nif a is None:\n  c()\n', ['if a == None: b()']],
  ['return $X', 'def f():\n  return a.b\n', ['return a.b']],
  ['assert $X', 'assert a\nassert b, "c"\n', ['assert a']],
  ['import pickle', 'import pickle\nimport os\n', ['import pickle']],
  ['from flask import $X', 'from flask import request\n', ['from flask import request']],
  ['$X[...]', 'a[1]\nb["x"]\n', ['a[1]', 'b["x"]']],
  ['[..., 1, ...]', 'x = [1, 2]\ny = [3]\n', ['[1, 2]']],
  ['lambda $X: ...', 'f(lambda a: a + 1)\n', ['lambda a: a + 1']],
  ['f(*$X)', 'f(*a)\n', ['f(*a)']],
  ['not $X in $Y', 'not a in b\n', ['not a in b']],
  ['def $F(..., $P=[], ...):\n  ...\n', 'def a(x, y=[]):\n  pass\n', ['def a(x, y=[]): pass']],
  ['print($X, file=sys.stderr)', 'import sys\nprint(a, file=sys.stderr)\n', ['print(a, file=sys.stderr)']],
  [
    'class $C(...):\n  ...\n  def $M(self, ...):\n    ...\n  ...\n',
    'class A(B):\n  x = 1\n  def m(self, a):\n    pass\n',
    ['class A(B): x = 1 def m(self, a): pass'],
  ],
]

const JAVA: readonly Row[] = [
  [
    '@RequestMapping(...)\npublic $T $M(...) { ... }',
    'class A { @RequestMapping("/a") public String m(String a) { return a; } }',
    ['@RequestMapping("/a") public String m(String a) { return a; }'],
  ],
  ['$R.getParameter(...)', 'class A { void m() { String a = req.getParameter("x"); } }', ['req.getParameter("x")']],
  [
    'Cipher.getInstance("$ALG")',
    'class A { void m() { Cipher.getInstance("DES/ECB"); } }',
    ['Cipher.getInstance("DES/ECB")'],
  ],
  [
    '$T $X = $R.getParameter(...);\n...\n$S.execute($X);',
    'class A { void m() { String a = r.getParameter("x"); log(); s.execute(a); } }',
    ['String a = r.getParameter("x"); log(); s.execute(a);'],
  ],
  [
    'catch ($E $X) { ... }',
    'class A { void m() { try { a(); } catch (Exception e) { b(); } } }',
    ['catch (Exception e) { b(); }'],
  ],
  ['class $C extends $D { ... }', 'class A extends B { int x; } class E { }', ['class A extends B { int x; }']],
  ['import java.util.*;', 'import java.util.*;\nclass A {}', ['import java.util.*;']],
  ['(byte[]) $X', 'class A { void m() { byte[] a = (byte[]) b; } }', ['(byte[]) b']],
  ['$X instanceof $T', 'class A { boolean b = a instanceof String; }', ['a instanceof String']],
  ['return $X + "..." ;', 'class A { String m() { return a + "b"; } }', ['return a + "b";']],
  ['$F(...)', 'class A { void m() { a.b(1); c(); } }', ['a.b(1)', 'c()']],
]

const GO: readonly Row[] = [
  [
    '$X, err := $F(...)\n...\nif err != nil { ... }',
    'package p\nfunc m() {\n a, err := f()\n if err != nil {\n  return\n }\n}\n',
    ['a, err := f() if err != nil { return }'],
  ],
  ['import "crypto/md5"', 'package p\nimport "crypto/md5"\n', ['import "crypto/md5"']],
  [
    'exec.Command("sh", "-c", $X)',
    'package p\nimport "os/exec"\nfunc m() {\n exec.Command("sh", "-c", a)\n}\n',
    ['exec.Command("sh", "-c", a)'],
  ],
  ['fmt.Sprintf("...", ..., $X, ...)', 'package p\nfunc m() {\n fmt.Sprintf("%s", a)\n}\n', ['fmt.Sprintf("%s", a)']],
  ['func ($R $T) $M(...) { ... }', 'package p\nfunc (r *A) m(a int) {\n b()\n}\n', ['func (r *A) m(a int) { b() }']],
  [
    'func $F(w http.ResponseWriter, r *http.Request) { ... }',
    'package p\nfunc m(w http.ResponseWriter, r *http.Request) {\n b()\n}\n',
    ['func m(w http.ResponseWriter, r *http.Request) { b() }'],
  ],
  ['for { ... }', 'package p\nfunc m() {\n for {\n a()\n }\n}\n', ['for { a() }']],
  ['go $F(...)', 'package p\nfunc m() {\n go a(1)\n}\n', ['go a(1)']],
  ['defer $X.Close()', 'package p\nfunc m() {\n defer f.Close()\n}\n', ['defer f.Close()']],
  ['&$T{...}', 'package p\nvar a = &T{1}\n', ['&T{1}']],
  ['[]byte("...")', 'package p\nvar a = []byte("x")\n', ['[]byte("x")']],
  ['$X.($T)', 'package p\nvar a = b.(int)\n', ['b.(int)']],
  ['var $X = "..."', 'package p\nvar a = "x"\nconst b = "y"\n', ['var a = "x"']],
  ['switch $X { ... }', 'package p\nfunc m() {\n switch a {\n case 1: b()\n }\n}\n', ['switch a { case 1: b() }']],
]

const PHP: readonly Row[] = [
  ['system($X)', '<?php system($a); system("ls"); exec($a);', ['system($a)', 'system("ls")']],
  ['system("...")', '<?php $c = "ls"; system($c); system($a); system("x$y");', ['system($c)']],
  ['$F($_GET[$K])', '<?php a($_GET["x"]); b($_POST["x"]);', ['a($_GET["x"])']],
  ['$O->query("..." . $X)', '<?php $db->query("select " . $a); $db->query("b");', ['$db->query("select " . $a)']],
  [
    '$X = $_GET[...];\n...\neval($X);',
    '<?php $a = $_GET["x"]; log(); eval($a);',
    ['$a = $_GET["x"]; log(); eval($a);'],
  ],
  [
    'function $F(...) { ... eval(...); ... }',
    '<?php function a($x, int $y = 1): string { log(); eval($x); } function b() { }',
    ['function a($x, int $y = 1): string { log(); eval($x); }'],
  ],
  ['new $C(...)', '<?php $a = new Foo(1);', ['new Foo(1)']],
  ['DB::raw($X)', '<?php DB::raw($a); Other::raw($b);', ['DB::raw($a)']],
  ['md5(...)', '<?php echo md5($a); sha1($b);', ['md5($a)']],
  ['echo $X;', '<?php echo $a; print $b;', ['echo $a;']],
  ['"...$X..."', '<?php f("a $b c"); f("d");', ['"a $b c"']],
  ['if ($X == null) { ... }', '<?php if ($a == null) { b(); }', ['if ($a == null) { b(); }']],
  [
    'class $C extends $D { ... }',
    '<?php class A extends B { public $x = 1; function m() {} }',
    ['class A extends B { public $x = 1; function m() {} }'],
  ],
  ['$X == $X', '<?php $a == $a; $a == $b;', ['$a == $a']],
  ['f(..., false, ...)', '<?php f($a, false); f(true);', ['f($a, false)']],
  ['catch ($E $X) { ... }', '<?php try { a(); } catch (Exception $e) { b(); }', ['catch (Exception $e) { b(); }']],
  [
    'public function $M(...) { ... }',
    '<?php class A { public function m($a) { b(); } private function n() {} }',
    ['public function m($a) { b(); }'],
  ],
]

const CSHARP: readonly Row[] = [
  ['Process.Start($X)', 'class A { void N(string q) { Process.Start(q); Other.Start(q); } }', ['Process.Start(q)']],
  [
    'f("...")',
    'class A { void N(string q) { f("a"); f(@"b"); f(q); const string k = "v"; f(k); } }',
    ['f("a")', 'f(@"b")', 'f(k)'],
  ],
  ['$F(...)', 'class A { void N(string q) { a.b(1); c(); } }', ['a.b(1)', 'c()']],
  [
    'new SqlCommand("..." + $X, ...)',
    'class A { void N(string q) { var c = new SqlCommand("select " + q, con); } }',
    ['new SqlCommand("select " + q, con)'],
  ],
  [
    '$X = $R.QueryString[...];\n...\n$S.Execute($X);',
    'class A { void N(string q) { var a = r.QueryString["x"]; log(); s.Execute(a); } }',
    ['var a = r.QueryString["x"]; log(); s.Execute(a);'],
  ],
  [
    'var $X = new $T(...);',
    'class A { void N(string q) { var a = new Foo(1); string b = "c"; } }',
    ['var a = new Foo(1);'],
  ],
  [
    'if ($X == null) { ... }',
    'class A { void N(string q) { if (q == null) { return; } else { b(); } } }',
    ['if (q == null) { return; } else { b(); }'],
  ],
  [
    'try { ... } catch ($E $X) { ... }',
    'class A { void N(string q) { try { a(); } catch (Exception e) { b(); } } }',
    ['try { a(); } catch (Exception e) { b(); }'],
  ],
  [
    'catch (Exception $X) { ... }',
    'class A { void N(string q) { try { a(); } catch (Exception e) { b(); } } }',
    ['catch (Exception e) { b(); }'],
  ],
  [
    '$T $M(...) { ... eval(...); ... }',
    'class A { public int m(int a) { eval(a); return 1; } int n() { return 2; } }',
    ['public int m(int a) { eval(a); return 1; }'],
  ],
  ['class $C : $D { ... }', 'class A : B { int x; void m() {} } class E { }', ['class A : B { int x; void m() {} }']],
  [
    '[HttpPost]\npublic $T $M(...) { ... }',
    'class A { [HttpPost] public string m(string a) { return a; } }',
    ['[HttpPost] public string m(string a) { return a; }'],
  ],
  [
    '$X.Validate = false',
    'class A { void N(string q) { a.Validate = false; b.Validate = true; } }',
    ['a.Validate = false'],
  ],
  ['using $N;', 'using System.IO;\nclass A {}', ['using System.IO;']],
  ['$"...{$X}..."', 'class A { void N(string q) { f($"a {q} b"); f("c"); } }', ['$"a {q} b"']],
  ['(SqlConnection $C).Open()', 'class A { void m(SqlConnection c, Other o) { c.Open(); o.Open(); } }', ['c.Open()']],
  ['return $X;', 'class A { void N(string q) { return q + 1; } }', ['return q + 1;']],
]

describe.each([
  ['cs', CSHARP],
  ['php', PHP],
  ['js', JAVASCRIPT],
  ['ts', TYPESCRIPT],
  ['py', PYTHON],
  ['java', JAVA],
  ['go', GO],
] as const)('%s', (extension, rows) => {
  test.each(rows)('%s', async (pattern, code, expected) => {
    expect(await matches(extension, pattern, code)).toEqual(expected)
  })
})

test('a pattern with invalid syntax is rejected', async () => {
  await expect(matches('java', 'for (...) { ... ', '')).rejects.toThrow('Invalid java in a pattern')
})
