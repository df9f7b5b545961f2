import { runInNewContext } from 'node:vm'
import { patient_ms } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findings } from './found.ts'
import { writeSplit } from './split-programs.ts'

/** The same programs in each run; `SEED=…` asks for others. */
const seed = Number(process.env['SEED'] ?? 8)

const RULE = `rules:
  - id: r
    languages: [javascript]
    severity: ERROR
    message: m
    mode: taint
    pattern-sources: [{ pattern: source() }]
    pattern-sinks: [{ patterns: [{ pattern: 'sink($N, $X)' }, { focus-metavariable: $X }] }]
`

/** Returns the numbers of the reached sinks. */
async function told(files: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const lines = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.split('\n')]))
  const found = await findings(RULE, files)
  const numbers = found.map(({ sink }) => /sink\((\d+)/.exec(lines[sink.filePath]![sink.place.line - 1]!)![1])
  return [...new Set(numbers.map(Number))].sort((a, b) => a - b)
}

/** The same of a run. */
function really(code: string): readonly number[] {
  const reached = new Set<number>()
  const sink = (number: number, value: unknown): void => {
    if (String(value).includes('TOLD')) reached.add(number)
  }
  runInNewContext(code, { source: () => 'TOLD', sink })
  return [...reached].sort((a, b) => a - b)
}

test(
  'a program has the same flows in one file and in several, equal to its run-time flows',
  async () => {
    const tapes = fc.array(fc.nat(1000), { minLength: 20, maxLength: 120, size: 'max' })
    await fc.assert(
      fc.asyncProperty(tapes, async (tape) => {
        const { whole, files } = writeSplit(tape)
        const items = await told({ 'a.js': whole })
        const real = really(whole)
        expect([whole, ...real.filter((number) => !items.includes(number))]).toEqual([whole])
        expect([files, ...(await told(files))]).toEqual([files, ...items])
      }),
      { numRuns: 40, seed },
    )
  },
  patient_ms(120_000),
)
