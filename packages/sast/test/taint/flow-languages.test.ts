import { describe, expect, test } from 'vitest'
import { findings } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [LANGUAGE]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sanitizers: [{pattern: clean(...)}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

/** Code of each case in a language; the number of the row identifies a reached sink. */
type Writes = Readonly<Record<(typeof ROWS)[number], string>>

const ROWS = [
  'by a variable',
  'replaced',
  'in a text',
  'asked about',
  'a branch',
  'a loop',
  'the same key',
  'another key',
  'thrown',
  'at last',
  'cleaned',
  'a function',
  'a function that gives another',
] as const

/** Rows with a reached sink. */
const FOUND: ReadonlySet<string> = new Set([
  'by a variable',
  'in a text',
  'a branch',
  'a loop',
  'the same key',
  'thrown',
  'at last',
  'a function',
])

/** Not supported yet: the result of `recover`. Remove the entry with its support. */
const MISSED: ReadonlySet<string> = new Set(['go thrown'])

const PYTHON: Writes = {
  'by a variable': 'x = source()\nsink(x)',
  replaced: "x = source()\nx = 'a'\nsink(x)",
  'in a text': "sink(f'a {source()} b')",
  'asked about': "sink(source() == 'a')",
  'a branch': "x = 'a'\nif q:\n  x = source()\nsink(x)",
  'a loop': 'for x in [1, source()]:\n  sink(x)',
  'the same key': "d = {'a': source(), 'b': 1}\nsink(d['a'])",
  'another key': "d = {'a': source(), 'b': 1}\nsink(d['b'])",
  thrown: 'try:\n  raise ValueError(source())\nexcept ValueError as e:\n  sink(e)',
  'at last': "x = 'a'\ntry:\n  x = source()\nfinally:\n  sink(x)",
  cleaned: 'sink(clean(source()))',
  'a function': 'def f(v):\n  return v\nsink(f(source()))',
  'a function that gives another': "def f(v):\n  return 'a'\nsink(f(source()))",
}

const JAVA: Writes = {
  'by a variable': 'void a() { String x = source(); sink(x); }',
  replaced: 'void a() { String x = source(); x = "a"; sink(x); }',
  'in a text': 'void a() { sink("a " + source()); }',
  'asked about': 'void a() { sink(source().equals("a")); }',
  'a branch': 'void a(boolean q) { String x = "a"; if (q) x = source(); sink(x); }',
  'a loop': 'void a() { for (String x : java.util.List.of("a", source())) sink(x); }',
  'the same key': 'void a(java.util.Map<String, String> d) { d.put("a", source()); sink(d.get("a")); }',
  'another key':
    'void a() { java.util.Map<String, String> d = new java.util.HashMap<>(); d.put("a", source()); sink(d.get("b")); }',
  thrown: 'void a() { try { throw new Exception(source()); } catch (Exception e) { sink(e); } }',
  'at last': 'void a() { String x = "a"; try { x = source(); } finally { sink(x); } }',
  cleaned: 'void a() { sink(clean(source())); }',
  'a function': 'String f(String v) { return v; } void a() { sink(f(source())); }',
  'a function that gives another': 'String f(String v) { return "a"; } void a() { sink(f(source())); }',
}

const GO: Writes = {
  'by a variable': 'x := source()\nsink(x)',
  replaced: 'x := source()\nx = "a"\nsink(x)',
  'in a text': 'sink(fmt.Sprintf("a %s", source()))',
  'asked about': 'sink(source() == "a")',
  'a branch': 'x := "a"\nif q() {\n x = source()\n}\nsink(x)',
  'a loop': 'for _, x := range []string{"a", source()} {\n sink(x)\n}',
  'the same key': 'd := map[string]string{"a": source(), "b": "c"}\nsink(d["a"])',
  'another key': 'd := map[string]string{"a": source(), "b": "c"}\nsink(d["b"])',
  thrown: 'defer func() {\n sink(recover())\n}()\npanic(source())',
  'at last': 'x := "a"\ndefer func() { sink(x) }()\nx = source()',
  cleaned: 'sink(clean(source()))',
  'a function': 'f := func(v string) string { return v }\nsink(f(source()))',
  'a function that gives another': 'f := func(v string) string { return "a" }\nsink(f(source()))',
}

const PHP: Writes = {
  'by a variable': '$x = source(); sink($x);',
  replaced: "$x = source(); $x = 'a'; sink($x);",
  'in a text': '$x = source(); sink("a {$x} b");',
  'asked about': "sink(source() === 'a');",
  'a branch': "$x = 'a'; if ($q) { $x = source(); } sink($x);",
  'a loop': "foreach (['a', source()] as $x) { sink($x); }",
  'the same key': "$d = ['a' => source(), 'b' => 1]; sink($d['a']);",
  'another key': "$d = ['a' => source(), 'b' => 1]; sink($d['b']);",
  thrown: 'try { throw new Exception(source()); } catch (Exception $e) { sink($e); }',
  'at last': "$x = 'a'; try { $x = source(); } finally { sink($x); }",
  cleaned: 'sink(clean(source()));',
  'a function': 'function f($v) { return $v; } sink(f(source()));',
  'a function that gives another': "function f($v) { return 'a'; } sink(f(source()));",
}

const CSHARP: Writes = {
  'by a variable': 'void A() { var x = source(); sink(x); }',
  replaced: 'void A() { var x = source(); x = "a"; sink(x); }',
  'in a text': 'void A() { sink($"a {source()} b"); }',
  'asked about': 'void A() { sink(source() == "a"); }',
  'a branch': 'void A(bool q) { var x = "a"; if (q) { x = source(); } sink(x); }',
  'a loop': 'void A() { foreach (var x in new[] { "a", source() }) { sink(x); } }',
  'the same key':
    'void A() { var d = new Dictionary<string, string> { ["a"] = source(), ["b"] = "c" }; sink(d["a"]); }',
  'another key': 'void A() { var d = new Dictionary<string, string> { ["a"] = source(), ["b"] = "c" }; sink(d["b"]); }',
  thrown: 'void A() { try { throw new Exception(source()); } catch (Exception e) { sink(e); } }',
  'at last': 'void A() { var x = "a"; try { x = source(); } finally { sink(x); } }',
  cleaned: 'void A() { sink(clean(source())); }',
  'a function': 'string F(string v) { return v; } void A() { sink(F(source())); }',
  'a function that gives another': 'string F(string v) { return "a"; } void A() { sink(F(source())); }',
}

const RUBY: Writes = {
  'by a variable': 'x = source()\nsink(x)',
  replaced: "x = source()\nx = 'a'\nsink(x)",
  'in a text': 'sink("a #{source()} b")',
  'asked about': "sink(source() == 'a')",
  'a branch': "x = 'a'\nx = source() if q\nsink(x)",
  'a loop': "['a', source()].each do |x|\n  sink(x)\nend",
  'the same key': 'd = { a: source(), b: 1 }\nsink(d[:a])',
  'another key': 'd = { a: source(), b: 1 }\nsink(d[:b])',
  thrown: 'begin\n  raise ArgumentError, source()\nrescue ArgumentError => e\n  sink(e)\nend',
  'at last': "x = 'a'\nbegin\n  x = source()\nensure\n  sink(x)\nend",
  cleaned: 'sink(clean(source()))',
  'a function': 'def f(v)\n  v\nend\nsink(f(source()))',
  'a function that gives another': "def f(v)\n  'a'\nend\nsink(f(source()))",
}

const KOTLIN: Writes = {
  'by a variable': 'val x = source()\nsink(x)',
  replaced: 'var x = source()\nx = "a"\nsink(x)',
  'in a text': 'sink("a ${source()} b")',
  'asked about': 'sink(source() == "a")',
  'a branch': 'val x = if (q) source() else "a"\nsink(x)',
  'a loop': 'for (x in listOf("a", source())) {\n sink(x)\n}',
  'the same key': 'val d = mapOf("a" to source(), "b" to "c")\nsink(d["a"])',
  'another key': 'val d = mutableMapOf<String, String>()\nd["a"] = source()\nsink(d["b"])',
  thrown: 'try {\n throw Exception(source())\n} catch (e: Exception) {\n sink(e)\n}',
  'at last': 'var x = "a"\ntry {\n x = source()\n} finally {\n sink(x)\n}',
  cleaned: 'sink(clean(source()))',
  'a function': 'val f = { v: String -> v }\nsink(f(source()))',
  'a function that gives another': 'val f = { v: String -> "a" }\nsink(f(source()))',
}

const body = (code: string): string => code
const inClass = (code: string): string => `class A { ${code} }`

describe.each([
  ['python', 'a.py', PYTHON, body],
  ['java', 'A.java', JAVA, inClass],
  ['go', 'a.go', GO, (code: string): string => `package a\nimport "fmt"\nfunc a() {\n${code}\n}\n`],
  ['php', 'a.php', PHP, (code: string): string => `<?php\n${code}\n`],
  ['csharp', 'a.cs', CSHARP, inClass],
  ['ruby', 'a.rb', RUBY, body],
  ['kotlin', 'a.kt', KOTLIN, (code: string): string => `fun a(q: Boolean) {\n${code}\n}\n`],
])('%s', (language, path, writes, around) => {
  test.each(ROWS)('%s', async (row) => {
    const found = await findings(RULE.replace('LANGUAGE', language), { [path]: around(writes[row]) })
    expect(found.length).toBe(FOUND.has(row) && !MISSED.has(`${language} ${row}`) ? 1 : 0)
  })
})
