import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { readArtifact } from '@gatehouse/store/findings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markerRegistry } from '../marker-scanner.ts'
import { scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'
import { artifact } from './artifacts.ts'

/** Incompressible, so that it needs several chunks. */
const BYTES = randomBytes(2_600_000)
const SHA256 = createHash('sha256').update(BYTES).digest('hex')

let service: Served
let ann: Person
let scanId: string
beforeAll(async () => {
  service = await serve({ worker: {}, scanners: markerRegistry() })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  scanId = String((await scanned(service, ann, { 'a.txt': 'BAD LOW a' }))['id'])
  const kind = { kind: 'container', type: 'CONTAINER_REPORT', media_type: 'application/json' }
  const values = { ...kind, size_bytes: BYTES.length, sha256: SHA256, content: gzipSync(BYTES) }
  await service.store.db
    .insertInto('scan_artifacts')
    .values({ scan_id: scanId, organization_id: ann.organizationId, ...values })
    .execute()
})
afterAll(() => service.close())

test('a large artifact is served piece by piece, as it was signed', async () => {
  const { status, headers, bytes } = await artifact(service, ann, scanId, 'container')
  expect([status, headers.get('content-length'), bytes.equals(BYTES)]).toEqual([200, String(BYTES.length), true])
})

test('a download aborts when its document is regenerated, never mixing two versions', async () => {
  const pieces = readArtifact(service.store, ann.organizationId, scanId, { kind: 'container', sha256: SHA256 })
  expect((await pieces.next()).value).toHaveLength(1024 * 1024)
  await service.store.db
    .updateTable('scan_artifacts')
    .set({ sha256: 'other' })
    .where('kind', '=', 'container')
    .execute()
  await expect(pieces.next()).rejects.toThrow('was regenerated while it was being read')
})
