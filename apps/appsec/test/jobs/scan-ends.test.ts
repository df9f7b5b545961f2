import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Observation, Scanner } from '@gatehouse/scan-engine'
import { createScannerRegistry } from '../../src/jobs/scanner-registry.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'

/** Each file is a shard that carries its path; the final step creates one finding from all of them, or fails. */
const scanner: Scanner = {
  name: 'SECRETS_PATTERN',
  plan: ({ files }) => files.map((file) => ({ id: file.path, files: [file] })),
  async run({ files }, { progress }) {
    progress(1)
    return { observations: [], gaps: [], carry: [files[0]!.path] }
  },
  async finish(carries, { tree }) {
    if (carries.includes('broken')) throw new Error('the linker gave up')
    return { observations: [together(carries, tree.files.length)], gaps: [] }
  },
}

function together(carries: readonly string[], count: number): Observation {
  const title = `${carries.toSorted().join('+')} of ${count}`
  return {
    scanner: 'SECRETS_PATTERN',
    ruleId: 'test/together',
    severity: 'HIGH',
    title,
    description: title,
    filePath: 'a',
    startLine: 1,
    endLine: 1,
    owasp: [],
    confidence: 1,
    identity: [title],
    metadata: { dataFlow: [{ filePath: 'a', line: 1, column: 1, role: 'source', message: 'm' }] },
  }
}

let service: Served
let ann: Person
beforeAll(async () => {
  service = await serve({
    worker: { idle_ms: 20, hold_ms: 50 },
    scanners: createScannerRegistry({ SECRETS_PATTERN: () => scanner }),
  })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(() => service.close())

test('a finding across all shards is reported and counted once', async () => {
  const scan = await scanned(service, ann, { a: 'x', b: 'y' })
  expect(scan).toMatchObject({
    status: 'COMPLETED',
    scannerProgress: { SECRETS_PATTERN: { status: 'COMPLETED', findingsCount: 1, filesCompleted: 2 } },
  })
  const { findings } = await findingsOf(service, ann, scan['id'])
  expect(findings).toMatchObject([{ title: 'a+b of 2', metadata: { dataFlow: [{ role: 'source' }] } }])
})

test('a failed finalization never passes the gate', async () => {
  const scan = await scanned(service, ann, { a: 'x', broken: 'y' })
  expect(scan).toMatchObject({
    status: 'FAILED',
    gateResult: 'FAILED',
    errorMessage: expect.stringContaining('SECRETS_PATTERN failed'),
    scannerProgress: { SECRETS_PATTERN: { status: 'FAILED' } },
  })
  const { findings } = await findingsOf(service, ann, scan['id'], '?severity=INFO')
  expect(findings.map(({ description }) => description)).toContainEqual(expect.stringContaining('the linker gave up'))
})
