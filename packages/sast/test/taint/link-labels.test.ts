import { describe, expect, test } from 'vitest'
import { findings, places } from './found.ts'

const BEGIN = `rules:
- id: r
  mode: taint
  severity: HIGH
  message: m
`

async function found(rule: string, path: string, code: string): Promise<number> {
  return (await findings(BEGIN + rule, { [path]: code })).length
}

describe('labels at a sink', () => {
  const labelled = (requires: string): string => `  languages: [javascript]
  pattern-sources: [{pattern: a(), label: A}, {pattern: b(), label: B}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}], requires: ${requires}}]
`

  test.each([
    ['both by one call', 'function h(x) { sink(x) }\nh(a() + b())', 'A and B', 1],
    ['each by a call of its own', 'function h(x) { sink(x) }\nh(a())\nh(b())', 'A and B', 0],
    ['one alone', 'function h(x) { sink(x) }\nh(a())\nh(b())', 'A and not B', 1],
    ['never one alone', 'function h(x) { sink(x) }\nh(a() + b())', 'A and not B', 0],
    ['by two parameters of one call', 'function h(x, y) { sink(x + y) }\nh(a(), b())', 'A and B', 1],
    ['by two parameters of two calls', 'function h(x, y) { sink(x + y) }\nh(a(), 1)\nh(1, b())', 'A and B', 0],
    ['through another function', 'function g(x) { h(x) }\nfunction h(x) { sink(x) }\ng(a() + b())', 'A and B', 1],
    [
      'through another function, each',
      'function g(x) { h(x) }\nfunction h(x) { sink(x) }\ng(a())\ng(b())',
      'A and B',
      0,
    ],
    ['one of them made there', 'function h(x) { sink(x + b()) }\nh(a())\nh(1)', 'A and B', 1],
  ])('%s: %j for %s', async (_title, code, requires, expected) => {
    expect(await found(labelled(requires), 'a.js', code)).toBe(expected)
  })
})

describe('labels of propagators', () => {
  const carrying = (requires: string, text: string): string => `  languages: [javascript]
  pattern-sources: [{pattern: a(), label: A}, {pattern: b(), label: B}]
  pattern-propagators: [{pattern: "carry($TO, $FROM)", from: $FROM, to: $TO, ${text}}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}], requires: ${requires}}]
`

  test.each([
    ['label: C', 'a', 'C', 1],
    ['label: C', 'a', 'A', 0],
    ['"label: C, requires: A"', 'a', 'C', 1],
    ['"label: C, requires: A"', 'b', 'C', 0],
    ['"label: C, requires: A"', 'b', 'B', 0],
    ['"label: C, replace-labels: [A]"', 'a', 'C', 1],
    ['"label: C, replace-labels: [A]"', 'b', 'B', 1],
    ['"label: C, replace-labels: [A]"', 'b', 'C', 0],
    ['requires: A', 'a', 'A', 1],
    ['requires: A', 'b', 'B', 0],
  ])('%s carries %s() as %s', async (text, source, requires, expected) => {
    const rule = carrying(requires, text.replaceAll('"', ''))
    expect(await found(rule, 'a.js', `let x = ''\ncarry(x, ${source}())\nsink(x)`)).toBe(expected)
  })
})

describe('control-flow sources', () => {
  const RULE = `  languages: [python]
  pattern-sources: [{pattern: start(), control: true}]
  pattern-sinks: [{pattern: danger(...)}]
`

  test.each([
    ['after', 'start()\ndanger(1)\n', 1],
    ['before', 'danger(1)\nstart()\n', 0],
    ['after, on one way', 'if q:\n  start()\ndanger()\n', 1],
    ['on another way', 'if q:\n  start()\nelse:\n  danger()\n', 0],
    ['in the next round', 'while q:\n  danger()\n  start()\n', 1],
    ['its value alone', 'x = start()\n', 0],
  ])('%s: %j', async (_title, code, expected) => {
    expect(await found(RULE, 'a.py', code)).toBe(expected)
  })
})

describe('state of variables at function exit', () => {
  const RULE = `${BEGIN}  languages: [python]
  pattern-sources: [{patterns: [{pattern: $F = open(...)}, {focus-metavariable: $F}], by-side-effect: true}]
  pattern-sanitizers: [{patterns: [{pattern: $F.close()}, {focus-metavariable: $F}], by-side-effect: true}]
  pattern-sinks: [{pattern: "def $FUN(...): ...", at-exit: true}]
`

  test.each([
    ['it is left open', '  f = open(n)\n  g(1)\n', true],
    ['it is closed', '  f = open(n)\n  f.close()\n', false],
    ['one way leaves it open', '  f = open(n)\n  if n:\n    return 1\n  f.close()\n', true],
    ['all ways close it', '  f = open(n)\n  if n:\n    f.close()\n    return 1\n  f.close()\n', false],
    ['it is opened on one way', '  if n:\n    f = open(n)\n    g(1)\n  return 1\n', true],
    ['nothing is opened', '  f = n\n  return f\n', false],
  ])('%s', async (_title, body, isFound) => {
    const code = `def a(n):\n${body}\ndef b():\n  return 1\n`
    const reported = places(await findings(RULE, { 'a.py': code }))
    expect(reported.map((item) => item.split(' → ')[1])).toEqual(isFound ? ['a.py:1'] : [])
  })
})
