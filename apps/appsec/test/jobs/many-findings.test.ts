import type { Observation, Scanner } from '@gatehouse/scan-engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'

const FOUND = 10_100

/** Creates an extreme number of findings in one file. */
const scanner: Scanner = {
  name: 'SECRETS_PATTERN',
  plan: (tree) => [{ id: 'all', files: tree.files }],
  run: () =>
    Promise.resolve({
      gaps: [],
      observations: Array.from({ length: FOUND }, (_, at): Observation => ({
        scanner: 'SECRETS_PATTERN',
        ruleId: 'many',
        severity: at === FOUND - 1 ? 'CRITICAL' : 'LOW',
        title: 'One of many',
        description: 'One of many.',
        filePath: 'a',
        startLine: at + 1,
        endLine: at + 1,
        owasp: [],
        confidence: 1,
        identity: ['many', String(at)],
        metadata: {},
      })),
    }),
}

let served: Served
let ann: Person
beforeAll(async () => {
  served = await serve({ worker: { idle_ms: 50 }, scanners: createScannerRegistry({ SECRETS_PATTERN: () => scanner }) })
  ann = await makePerson(served.store, await makeOrganization(served.store), 'DEVELOPER')
})
afterAll(() => served.close())

test('a shard keeps only the most severe findings up to the merge limit and reports the rest', async () => {
  const scan = await scanned(served, ann, { a: 'x' }, { projectName: 'many' })
  expect(scan).toMatchObject({ status: 'COMPLETED', criticalCount: 1, lowCount: 9_999 })
  const { findings } = await findingsOf(served, ann, scan['id'], '?severity=INFO')
  const told = findings.map((finding) => JSON.stringify(finding)).join('\n')
  expect(told).toContain('100 findings exceed the limit for one part; those with the lowest severity were dropped.')
})
