import { patient_ms } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaintFinding } from '../../src/taint/index.ts'
import { findings } from './found.ts'
import { writeSplit } from './split-programs.ts'

/** The same programs in each run; `SEED=…` asks for others. */
const seed = Number(process.env['SEED'] ?? 8)

/** Rules with the same sources: their sinks, sanitizers and metavariable names differ. */
const RULES = [
  rule('all', 'source()', "'sink($N, $X)'"),
  rule('some', 'source()', "'sink(3, $X)'"),
  rule('cleaned', 'source()', "'sink($N, $X)'", "pattern-sanitizers: [{ pattern: 'String(...)' }]"),
  rule('joined', 'source()', "'sink($N, $X)'", "pattern-sanitizers: [{ pattern: '$A + $B' }]"),
  rule('named', '$FROM()', "'sink($N, $X)'", "pattern-sanitizers: [{ pattern: '$F($Y)' }]").replace(
    '{ pattern: $FROM() }',
    "{ patterns: [{ pattern: '$FROM()' }, { metavariable-regex: { metavariable: $FROM, regex: ^source$ } }] }",
  ),
]

function rule(id: string, source: string, sink: string, more = ''): string {
  return `  - id: ${id}
    languages: [javascript]
    severity: ERROR
    message: of $FROM to $N
    mode: taint
    pattern-sources: [{ pattern: ${source} }]
    pattern-sinks: [{ patterns: [{ pattern: ${sink} }, { focus-metavariable: $X }] }]
    ${more}
`
}

/** Returns the compared parts of a finding without its path: any of several paths may be reported. */
function shown({ rule: id, message, source, sink }: TaintFinding): string {
  return `${id} ${message} ${source.filePath}:${source.place.line} → ${sink.filePath}:${sink.place.line}`
}

test(
  'rules run together find the same as each rule alone, and each trace is valid for its rule',
  async () => {
    const tapes = fc.array(fc.nat(1000), { minLength: 20, maxLength: 120, size: 'max' })
    let all = 0
    await fc.assert(
      fc.asyncProperty(tapes, async (tape) => {
        const { files } = writeSplit(tape)
        const alone: TaintFinding[] = []
        for (const item of RULES) alone.push(...(await findings(`rules:\n${item}`, files)))
        const found = await findings(`rules:\n${RULES.join('')}`, files)
        expect([files, ...found.map(shown).toSorted()]).toEqual([files, ...alone.map(shown).toSorted()])
        for (const { trace, source, sink } of found) {
          expect(trace[0]).toMatchObject({ filePath: source.filePath, line: source.place.line, kind: 'source' })
          expect(trace.at(-1)).toMatchObject({ filePath: sink.filePath, line: sink.place.line, kind: 'sink' })
        }
        all += found.length
      }),
      { numRuns: 40, seed },
    )
    expect(all).toBeGreaterThan(50)
  },
  patient_ms(120_000),
)

test('a trace follows a path that the sanitizers of its rule allow', async () => {
  const files = {
    'a.js': [
      'function direct(v) { return v }',
      'function joined(v) { return "x" + v }',
      'let a = source()',
      'let b = flag ? joined(a) : direct(a)',
      'sink(1, b)',
    ].join('\n'),
  }
  const found = await findings(`rules:\n${RULES[0]!}${RULES[3]!}`, files)
  expect(found.map(({ rule: id }) => id)).toEqual(['all', 'joined'])
  expect(found[1]!.trace.map(({ line }) => line)).not.toContain(2)
})
