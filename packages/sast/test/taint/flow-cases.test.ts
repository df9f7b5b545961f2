import { describe, expect, test } from 'vitest'
import { findings } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [LANGUAGE]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

const JAVA = `String x = "a"; switch (k) { case 'A': x = source(); break; case 'B': case 'C': x = "b"; break; default: x = "c"; } sink(x);`
const GO = 'x := "a"\nswitch k {\ncase "A":\n x = source()\ncase "B", "C":\n x = "b"\n}\nsink(x)\n'
const PHP = "$x = 'a'; switch ($k) { case 'A': $x = source(); break; case 'B': $x = 'b'; break; } sink($x);"

describe('switch cases of a constant value', () => {
  test.each([
    ['java', 'A.java', `class A { void f() { char k = "ABC".charAt(1); ${JAVA} } }`, false],
    ['java', 'A.java', `class A { void f() { char k = "ABC".charAt(0); ${JAVA} } }`, true],
    ['java', 'A.java', `class A { void f(char k) { ${JAVA} } }`, true],
    ['go', 'a.go', `package a\nfunc f() {\nk := "B"\n${GO}}\n`, false],
    ['go', 'a.go', `package a\nfunc f() {\nk := "A"\n${GO}}\n`, true],
    ['go', 'a.go', `package a\nfunc f(k string) {\n${GO}}\n`, true],
    [
      'go',
      'a.go',
      'package a\nfunc f() {\nx := "a"\nswitch {\ncase false, true:\n x = source()\n}\nsink(x)\n}\n',
      true,
    ],
    ['php', 'a.php', `<?php $k = 'B'; ${PHP}`, false],
    ['php', 'a.php', `<?php $k = 'A'; ${PHP}`, true],
    ['php', 'a.php', `<?php ${PHP}`, true],
    [
      'csharp',
      'a.cs',
      'class A { void F() { int k = 9; string x = "a"; switch (k) { case > 5: x = source(); break; } sink(x); } }',
      true,
    ],
  ])('%s: %s %s', async (language, path, code, isFound) => {
    expect((await findings(RULE.replace('LANGUAGE', language), { [path]: code })).length > 0).toBe(isFound)
  })
})
