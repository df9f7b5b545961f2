import { describe, expect, test } from 'vitest'
import { findings } from './found.ts'

/** Both rules are the same except that only the first has sanitizers: `sink` belongs to the first, `other` to the second. */
const RULES = `rules:
- id: first
  mode: taint
  languages: [javascript, java]
  severity: HIGH
  message: m
  pattern-sources: &sources
  - pattern: source()
  - pattern: req.body
  - pattern: new byte[$N]
  - patterns: [{pattern: fill($X)}, {focus-metavariable: $X}]
    by-side-effect: only
  pattern-sanitizers:
  - patterns: [{pattern: scrub($X)}, {focus-metavariable: $X}]
    by-side-effect: only
  - patterns: [{pattern: $R.nextBytes($X)}, {focus-metavariable: $X}]
    by-side-effect: true
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
- id: second
  mode: taint
  languages: [javascript, java]
  severity: HIGH
  message: m
  pattern-sources: *sources
  pattern-sinks: [{patterns: [{pattern: other($X)}, {focus-metavariable: $X}]}]
`

/** The rules that find something. */
async function found(path: string, code: string): Promise<string> {
  return (await findings(RULES, { [path]: code })).map(({ rule }) => rule).join(' ')
}

describe('a source read again after a call received a part of it', () => {
  test.each([
    ['the part', 'f(req.body.x); const { x } = req.body; sink(x)', 'first'],
    ['the part by its name', 'f(req.body.x); sink(req.body.x)', 'first'],
    ['a part of a part', 'f(req.body.x.y); const { x } = req.body; sink(x.y)', 'first'],
    [
      'several parts',
      'if (f(req.body.x)) { g(req.body.y); const { x, y } = req.body; sink(x); other(y) }',
      'first second',
    ],
    ['in a loop', 'while (c) { f(req.body.x); const { x } = req.body; sink(x) }', 'first'],
    ['a part that was replaced', "req.body.x = 'a'; f(req.body.x); const { x } = req.body; sink(x)", ''],
    ['a part that was replaced after', "f(req.body.x); req.body.x = 'a'; const { x } = req.body; sink(x)", ''],
  ])('%s: %s', async (_title, code, expected) => {
    expect(await found('a.js', `function h(req) { ${code} }`)).toBe(expected)
  })
})

describe('side effects of a call on its arguments', () => {
  test.each([
    ['filled', 'let x = f(); fill(x); sink(x); other(x)', 'first second'],
    ['filled and cleaned for one', 'let x = f(); fill(x); scrub(x); sink(x); other(x)', 'second'],
    ['a parameter, filled and cleaned for one', 'fill(p); scrub(p); sink(p); other(p)', 'second'],
    ['a member, filled and cleaned for one', 'fill(p.a); scrub(p.a); sink(p); other(p)', 'second'],
    ['a member, cleaned with its object', 'fill(p.a); scrub(p); sink(p.a); other(p.a)', 'second'],
    ['cleaned and filled', 'let x = source(); scrub(x); fill(x); sink(x); other(x)', 'first second'],
    ['a list, filled and cleaned for one', 'let x = []; fill(x); scrub(x); sink(x); other(x)', 'second'],
    ['a list, cleaned and filled by hand', 'let x = []; fill(x); scrub(x); x[0] = source(); sink(x)', 'first'],
    ['cleaned in one branch', 'let x = []; fill(x); if (c) scrub(x); sink(x); other(x)', 'first second'],
    ['given to a function after', 'let x = source(); scrub(x); g(x); sink(x); other(x)', 'second'],
  ])('%s: %s', async (_title, code, expected) => {
    expect(await found('a.js', `function h(p) { ${code} }`)).toBe(expected)
  })

  test.each([
    ['new byte[16]', 'second'],
    ['source()', 'second'],
  ])('a method taints a value from %s', async (text, expected) => {
    const code = `byte[] iv = ${text}; random.nextBytes(iv); sink(iv); other(iv);`
    expect(await found('A.java', `class A { void f() { ${code} } }`)).toBe(expected)
  })
})
