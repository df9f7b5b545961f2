// A search rule yields to a data-flow rule at a sink with known input.
import { expect, test } from 'vitest'
import { Pack } from '../src/scan/pack.ts'
import { resultOf } from '../src/scan/scan-file.ts'

const RULES = `rules:
- id: text
  languages: [javascript]
  severity: HIGH
  message: A text is put together.
  metadata: { cwe: CWE-78, yields-to-flow: true }
  patterns: [{ pattern: run($X) }, { pattern-not: run("...") }]
- id: flow
  mode: taint
  languages: [javascript]
  severity: HIGH
  message: It gets there.
  metadata: { cwe: CWE-78 }
  options: { taint_assume_safe_numbers: true }
  pattern-sources: [{ pattern: source() }]
  pattern-sinks: [{ patterns: [{ pattern: run($X) }, { focus-metavariable: $X }] }]
  pattern-sanitizers: [{ pattern: quote(...) }]
`

const pack = new Pack([{ path: 'rules.yaml', text: RULES }])

async function found(code: string): Promise<number> {
  const { observations } = await resultOf('a.js', new TextEncoder().encode(code), pack)
  return observations.length
}

const ROWS: readonly (readonly [says: string, code: string, count: number])[] = [
  ['a constant', "const a = 'x'; run('tar ' + a)", 0],
  ['one of two constants', "function f(b) { const a = b ? 'x' : 'y'; run('tar ' + a) }", 0],
  ['what was made harmless', "function f(b) { run('tar ' + quote(b)) }", 0],
  ['a number', "function f(b) { run('tar ' + parseInt(b)) }", 0],
  [
    'what a function of the file gives',
    "function g(b) { return b ? 'x' : 'y' }\nfunction f(b) { run('tar ' + g(b)) }",
    0,
  ],
  ['what was asked of', "function f(b) { if (!['x', 'y'].includes(b)) return; run('tar ' + b) }", 0],
  [
    'what a schema checks',
    "import { z } from 'zod'\nfunction f(b) { const { n } = z.object({ n: z.number() }).parse(b); run('tar ' + n) }",
    0,
  ],
  [
    'what a schema lets through',
    "import { z } from 'zod'\nfunction f(b) { const { n } = z.object({ n: z.string() }).parse(b); run('tar ' + n) }",
    1,
  ],
  ['letters of a global', "if (/^[a-z]+$/.test(given.x)) run('tar ' + given.x)", 0],
  ['another member of the global', "if (/^[a-z]+$/.test(given.x)) run('tar ' + given.y)", 1],
  ['a parameter', "function f(b) { run('tar ' + b) }", 1],
  ['what a function of the file gives back', "function g(b) { return b }\nfunction f(b) { run('tar ' + g(b)) }", 1],
  ['what nobody knows', "run('tar ' + other())", 1],
  ['what the environment says', "run('tar ' + process.env.X)", 1],
  ['an import', "import { a } from './a.js'\nrun('tar ' + a)", 1],
  ['two on one line, one of them unknown', "function f(b) { run('tar ' + 'x'.trim()); run('tar ' + b) }", 2],
]

test.each(ROWS)('%s', async (_title, code, count) => {
  expect(await found(code)).toBe(count)
})
