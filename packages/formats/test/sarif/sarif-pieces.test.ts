import { complaints } from '@gatehouse/testkit'
import { describe, expect, test } from 'vitest'
import { sarif, sarifChunks, type SarifResult, type SarifRun } from '../../src/artifacts.ts'

const resultAt = (at: number): SarifResult => ({
  rule: { id: `rule-${at % 7}`, title: 'A rule', help: 'Do something.', severity: 'HIGH', owasp: [] },
  message: `Number ${at}.`,
  severity: 'HIGH',
  place: { path: `src/${at}.ts`, startLine: at + 1, endLine: at + 1 },
  fingerprint: String(at).padStart(32, '0'),
  confidence: 0.5,
})
const results = Array.from({ length: 100 }, (_none, at) => resultAt(at))
const rest: Omit<SarifRun, 'results'> = {
  tool: { name: 'Gatehouse', version: '0.1.0' },
  gaps: [{ message: 'too large', path: 'a' }],
  successful: true,
}

async function joined(batches: readonly (readonly SarifResult[])[], unitsMax?: number) {
  const pieces = sarifChunks({ results: batches, end: () => rest, ...(unitsMax === undefined ? {} : { unitsMax }) })
  return JSON.parse((await Array.fromAsync(pieces)).join('')) as ReturnType<typeof sarif>
}

describe('a log in pieces', () => {
  test.each([[[]], [[[]]], [[results]], [[results.slice(0, 1), [], results.slice(1, 40), results.slice(40)]]])(
    'equals the log created in a single step',
    async (batches) => {
      const created = await joined(batches)
      expect(created).toEqual(JSON.parse(JSON.stringify(sarif({ ...rest, results: batches.flat() }))))
      expect(complaints.sarif(created)).toEqual([])
    },
  )

  test('above the size limit reports the number of omitted results', async () => {
    const created = await joined([results], 3_000)
    const [run] = created.runs
    expect(run!.results.length).toBeGreaterThan(3)
    expect(run!.results.length).toBeLessThan(20)
    expect(JSON.stringify(run!.invocations)).toContain(
      `${100 - run!.results.length} more results exceed the size limit`,
    )
    expect(complaints.sarif(created)).toEqual([])
  })
})
