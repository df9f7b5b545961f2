import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@gatehouse/http'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { type ChainSeals, createAuditLog, createHeadSealer } from '@gatehouse/store/audit'
import { temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuditExport } from '../src/audit-export.ts'
import { type ExportReport, verifyExport } from '../src/verify-export.ts'

const keys = createKeyRing([Buffer.alloc(32, 1)])
const sealer = createHeadSealer(keys)
const seals: ChainSeals = { sealer, anchors: { get: () => undefined, note: () => {} } }
const log = createLogger({ service: 'test', level: 'silent', stream: { write: () => {} } })

let database: TemporaryDatabase
let folder: string
beforeAll(async () => {
  database = await temporaryDatabase()
  folder = mkdtempSync(join(tmpdir(), 'export-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

async function append(tenant_id: string, count: number): Promise<void> {
  const audit = createAuditLog(database.store, { instanceId: 'test', seals })
  for (let n = 0; n < count; n += 1) {
    await audit.append({
      tenant_id,
      actor: `tenant:${tenant_id}`,
      action: 'guard.input',
      details: { n, text: 'é\u2028' },
    })
  }
  await audit.close()
}

/** The lines of all files, oldest first. */
const linesIn = (place: string): string[] =>
  readdirSync(place)
    .toSorted()
    .flatMap((name) => readFileSync(join(place, name), 'utf8').trimEnd().split('\n'))

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield line
}

const verify = (lines: readonly string[]): Promise<readonly ExportReport[]> => verifyExport(each(lines), sealer)

type Fetch = Parameters<typeof startAuditExport>[0]['egress']['fetch']
const noFetch: Fetch = () => Promise.reject(new Error('no address was configured'))

/** Starts an export, runs it once more and stops it. */
async function exported(target: string, fetch: Fetch = noFetch): Promise<void> {
  const exporter = startAuditExport({ store: database.store, egress: { fetch }, log, target, every_minutes: 60 })
  await exporter.run()
  await exporter.close()
}

test('a folder receives each entry a single time, in order, with seals that verify offline', async () => {
  await append('acme', 3)
  await append('beta', 2)
  await exported(folder)
  await append('acme', 2)
  await exported(folder)
  const lines = linesIn(folder)
  expect(lines.filter((line) => line.includes('"type":"entry"'))).toHaveLength(7)
  expect(await verify(lines)).toEqual([
    { tenant_id: 'acme', valid: true, from: 1, to: 5, sealed_to: 5 },
    { tenant_id: 'beta', valid: true, from: 1, to: 2, sealed_to: 2 },
  ])
})

test('a tampered export is detected', async () => {
  const lines = linesIn(folder).filter((line) => line.includes('"acme"'))
  const attacks: [string, readonly string[]][] = [
    ['an entry changed', lines.map((line) => line.replace('"n":1', '"n":9'))],
    ['an entry removed', lines.filter((line) => !line.includes('"seq":2,'))],
    ['a seal forged', lines.map((line) => line.replace(/"seal":"[0-9a-f]{64}"/, `"seal":"${'ab'.repeat(32)}"`))],
    ['a seal of an older state at the end', [...lines.slice(0, -1), lines[3]!.replace('"seq":3', '"seq":5')]],
    ['a line of something else', [...lines, '{"type":"note"}']],
  ]
  for (const [name, changed] of attacks) {
    const reports = await verify(changed)
    expect([name, reports.every(({ valid }) => valid)]).toEqual([name, false])
  }
  expect(await verify([...lines, ...lines])).toMatchObject([{ valid: true, to: 5 }])
})

test('a URL receives the same lines, and a failure skips no entry', async () => {
  const received: string[] = []
  let status = 500
  const fetch: Fetch = (_url, init) => {
    if (status === 200) received.push(String(init?.body))
    return Promise.resolve(new Response('', { status }))
  }
  await exported('https://collector.example/audit', fetch)
  expect(received).toEqual([])
  status = 200
  await exported('https://collector.example/audit', fetch)
  await exported('https://collector.example/audit', fetch)
  const lines = received.join('').trimEnd().split('\n')
  expect(await verify(lines)).toMatchObject([
    { tenant_id: 'acme', valid: true, to: 5, sealed_to: 5 },
    { tenant_id: 'beta', valid: true, to: 2, sealed_to: 2 },
  ])
})
