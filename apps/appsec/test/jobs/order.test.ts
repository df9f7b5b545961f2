import { uuidv7 } from '@gatehouse/kernel'
import { claimScanWork, insertScan, type NewScan } from '@gatehouse/store/scans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrganization, serve, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serve()
})
afterAll(() => service.close())

test('requested scans run before rescans of stored packages', async () => {
  const { store } = service
  const organizationId = await makeOrganization(store)
  const projectId = uuidv7()
  await store.db.insertInto('projects').values({ id: projectId, organization_id: organizationId, name: 'p' }).execute()
  const of = { organizationId, projectId, scanType: 'SCA_ONLY', sourceType: 'UPLOAD', sourceRef: 'shop' } as const
  const stored: NewScan = {
    ...of,
    id: uuidv7(),
    source: { kind: 'inventory', scanId: uuidv7(), scannedAt: new Date(0).toISOString() },
    triggeredBy: 'advisories',
  }
  const newScan: NewScan = {
    ...of,
    id: uuidv7(),
    source: { kind: 'upload', name: 'shop', sha256: '0' },
    triggeredBy: 'ann@example.org',
  }
  await insertScan(store, stored)
  await insertScan(store, newScan)
  const claim = async () => (await claimScanWork(store, { worker: uuidv7(), lease_ms: 60_000 }))?.scan.id
  expect([await claim(), await claim(), await claim()]).toEqual([newScan.id, stored.id, undefined])
})
