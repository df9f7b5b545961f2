import { describe, expect, test } from 'vitest'
import { findings } from './found.ts'

/** `number` and `truth` use declared types; `all` uses neither. */
const RULES = ['number', 'truth', 'all']
  .map((id) => {
    const option = { number: 'taint_assume_safe_numbers: true', truth: 'taint_assume_safe_booleans: true', all: '' }[id]
    return `- id: ${id}
  mode: taint
  languages: [LANGUAGE]
  severity: HIGH
  message: m
  options: {${option}}
  pattern-sources:
  - pattern: source()
  - patterns: [{pattern: HANDLER}, {focus-metavariable: $P}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`
  })
  .join('')

async function found(language: string, handler: string, files: Readonly<Record<string, string>>): Promise<string> {
  const rules = `rules:\n${RULES.replaceAll('LANGUAGE', language).replaceAll('HANDLER', JSON.stringify(handler))}`
  return (await findings(rules, files)).map(({ rule }) => rule).join(' ')
}

const ANY = 'all number truth'
const NO_NUMBER = 'all truth'
const NO_TRUTH = 'all number'

describe('declared types in Java', () => {
  const DTO = 'class Form { int count; boolean isOpen; String name; UUID id; }'
  const MADE =
    'class Data { private int count; private String name; int getCount() { return count; } String getName() { return name; } }'
  const PLAIN = '@lombok.Data class Plain { private int count; private String name; private String other; }'

  test.each([
    ['a parameter', 'void f() { g(source()); } void g(int n) { sink(n); }', NO_NUMBER],
    ['a parameter of truth', 'void f() { g(source()); } void g(boolean n) { sink(n); }', NO_TRUTH],
    ['a text', 'void f() { g(source()); } void g(String n) { sink(n); }', ANY],
    ['a variable', 'void f() { int n = x.conv(source()); sink(n); }', NO_NUMBER],
    ['a variable of text', 'void f() { String n = x.conv(source()); sink(n); }', ANY],
    ['a field', 'int n; void f() { this.n = x.conv(source()); } void g() { sink(this.n); }', NO_NUMBER],
    ['a field of text', 'String n; void f() { this.n = x.conv(source()); } void g() { sink(this.n); }', ANY],
    ['what a method gives', 'int r(String s) { return x.conv(s); } void f() { sink(r(source())); }', NO_NUMBER],
    ['a source', 'void handle(Integer p) { sink(p); }', NO_NUMBER],
    ['a member of a source', 'void handle(Form p) { sink(p.count); }', NO_NUMBER],
    ['a member of truth', 'void handle(Form p) { sink(p.isOpen); }', NO_TRUTH],
    ['an id of digits', 'void handle(Form p) { sink(p.id); }', NO_NUMBER],
    ['another member', 'void handle(Form p) { sink(p.name); }', ANY],
    ['all of it', 'void handle(Form p) { sink(p); }', ANY],
    [
      'a member of what a source is given to',
      'void handle(Form p) { g(p); } void g(Form q) { sink(q.count); }',
      NO_NUMBER,
    ],
    ['another member there', 'void handle(Form p) { g(p); } void g(Form q) { sink(q.name); }', ANY],
    ['what gives a member', 'void handle(Data p) { sink(p.getCount()); }', NO_NUMBER],
    ['what gives another', 'void handle(Data p) { sink(p.getName()); }', ANY],
    ['what nobody wrote gives a member', 'void handle(Plain p) { sink(p.getCount()); }', NO_NUMBER],
    ['what nobody wrote gives another', 'void handle(Plain p) { sink(p.getName()); }', ANY],
    ['what nobody wrote sets and gives', 'void f(Plain p) { p.setName(source()); sink(p.getName()); }', ANY],
    ['what nobody wrote sets, and gives another', 'void f(Plain p) { p.setName(source()); sink(p.getOther()); }', ''],
    ['what nobody wrote sets as a number', 'void f(Plain p) { p.setCount(source()); sink(p.getCount()); }', NO_NUMBER],
  ])('%s', async (_title, code, expected) => {
    const files = { 'A.java': `class A { ${code} }`, 'B.java': `${DTO}\n${MADE}\n${PLAIN}` }
    expect(await found('java', '$T handle(..., $PT $P, ...) { ... }', files)).toBe(expected)
  })
})

/** Language, file, handler, and the findings by code. */
const ROWS: readonly (readonly [string, string, string, readonly (readonly [string, string])[]])[] = [
  [
    'typescript',
    'a.ts',
    'function handle($P: $T) { ... }',
    [
      ['function f(n: number) { sink(n) }\nf(source())', NO_NUMBER],
      ['function f(n: boolean) { sink(n) }\nf(source())', NO_TRUTH],
      ['function f(n: string) { sink(n) }\nf(source())', ANY],
      ['class Form { count: number; name: string }\nfunction handle(p: Form) { sink(p.count) }', NO_NUMBER],
      ['class Form { count: number; name: string }\nfunction handle(p: Form) { sink(p.name) }', ANY],
    ],
  ],
  [
    'python',
    'a.py',
    'def handle($P): ...',
    [
      ['def f(n: int):\n  sink(n)\nf(source())\n', NO_NUMBER],
      ['def f(n: bool):\n  sink(n)\nf(source())\n', NO_TRUTH],
      ['def f(n: str):\n  sink(n)\nf(source())\n', ANY],
      ['sink(source() - 1)\n', NO_NUMBER],
      ['sink(base / source())\n', ANY],
      ['sink(source() * 2)\n', ANY],
    ],
  ],
  [
    'csharp',
    'a.cs',
    '$T Handle($PT $P) { ... }',
    [
      ['class A { void F() { G(source()); } void G(int n) { sink(n); } }', NO_NUMBER],
      ['class A { void F() { G(source()); } void G(Guid? n) { sink(n); } }', NO_NUMBER],
      ['class A { void F() { G(source()); } void G(string n) { sink(n); } }', ANY],
      ['class A { void Handle(Form p) { sink(p.Count); } } class Form { public int Count { get; set; } }', NO_NUMBER],
      ['class A { void Handle(Form p) { sink(p.Name); } } class Form { public string Name { get; set; } }', ANY],
    ],
  ],
  [
    'go',
    'a.go',
    'func handle($P $T) { ... }',
    [
      ['package p\nfunc f(n int64) { sink(n) }\nfunc g() { f(source()) }\n', NO_NUMBER],
      ['package p\nfunc f(n string) { sink(n) }\nfunc g() { f(source()) }\n', ANY],
      [
        'package p\ntype Form struct {\n Count int\n Name string\n}\nfunc handle(p Form) { sink(p.Count) }\n',
        NO_NUMBER,
      ],
      ['package p\ntype Form struct {\n Count int\n Name string\n}\nfunc handle(p Form) { sink(p.Name) }\n', ANY],
    ],
  ],
  [
    'kotlin',
    'a.kt',
    'fun handle($P: $T) { ... }',
    [
      ['fun f(n: Int) { sink(n) }\nfun g() { f(source()) }\n', NO_NUMBER],
      ['fun f(n: String) { sink(n) }\nfun g() { f(source()) }\n', ANY],
      ['data class Form(val count: Int, val name: String)\nfun handle(p: Form) { sink(p.count) }\n', NO_NUMBER],
      ['data class Form(val count: Int, val name: String)\nfun handle(p: Form) { sink(p.name) }\n', ANY],
    ],
  ],
  [
    'php',
    'a.php',
    'function handle($P) { ... }',
    [
      ['<?php\nfunction f(int $n) { sink($n); }\nf(source());\n', NO_NUMBER],
      ['<?php\nfunction f(?bool $n) { sink($n); }\nf(source());\n', NO_TRUTH],
      ['<?php\nfunction f(string $n) { sink($n); }\nf(source());\n', ANY],
    ],
  ],
]

describe.each(ROWS)('declared types in %s', (language, path, handler, rows) => {
  test.each(rows)('%j', async (code, expected) => {
    expect(await found(language, handler, { [path]: code })).toBe(expected)
  })
})
