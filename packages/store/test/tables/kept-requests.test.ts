import { uuidv7 } from '@gatehouse/kernel'
import { temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeDeploymentDocument, readDeploymentDocument } from '../../src/tables/deployment-documents.ts'
import {
  countStoredRequests,
  deleteStoredRequests,
  KEPT_REQUESTS_MAX,
  keepRequests,
  type NewStoredRequest,
  readStoredRequests,
  RETENTION_ITEM,
  sweepStoredRequests,
} from '../../src/tables/kept-requests.ts'
import { deleteItem, putItem } from '../../src/tables/tenant-items.ts'
import { createTenant } from '../../src/tables/tenants.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())

const DAY_MS = 86_400_000
const now_ms = Date.UTC(2026, 4, 1)
const now = new Date(now_ms)

function requests(count: number, at_ms: number = now_ms): NewStoredRequest[] {
  return Array.from({ length: count }, (_, n) => ({
    id: uuidv7(at_ms + n),
    requestId: `r-${n}`,
    stage: 'input',
    ciphertext: Buffer.from('sealed'),
    createdAt: new Date(at_ms + n),
    expiresAt: new Date(at_ms + n + DAY_MS),
  }))
}

async function keeping(id: string): Promise<string> {
  await createTenant(database.store, { id, name: id })
  await putItem(database.store, id, { ...RETENTION_ITEM, by: 'test' }, () => ({ enabled: true }))
  return id
}

describe('retained requests', () => {
  test('are written only while the tenant has chosen so', async () => {
    const { store } = database
    await createTenant(store, { id: 'silent', name: 'Silent' })
    expect(await keepRequests(store, 'silent', requests(3))).toBe(0)
    const id = await keeping('choosing')
    expect(await keepRequests(store, id, requests(3))).toBe(3)
    expect((await readStoredRequests(store, id, { now, limit: 2 })).map(({ requestId }) => requestId)).toEqual([
      'r-2',
      'r-1',
    ])
    expect(await readStoredRequests(store, 'silent', { now, limit: 2 })).toEqual([])
  })

  test('do not outlive the choice, however the two meet', async () => {
    const { store } = database
    const id = await keeping('racing')
    for (let round = 0; round < 10; round += 1) {
      await putItem(store, id, { ...RETENTION_ITEM, by: 'test' }, () => ({ enabled: true }))
      const forget = async (): Promise<void> => {
        await deleteItem(store, id, RETENTION_ITEM.kind, RETENTION_ITEM.name)
        await deleteStoredRequests(store, id)
      }
      await Promise.all([...Array.from({ length: 6 }, () => keepRequests(store, id, requests(20))), forget()])
      expect((await countStoredRequests(store, id, now)).count).toBe(0)
    }
  })

  test('are limited to the newest requests', async () => {
    const { store } = database
    const id = await keeping('busy')
    for (let part = 0; part < 6; part += 1) await keepRequests(store, id, requests(1_000, now_ms + part * 10_000))
    const { count, oldest } = await countStoredRequests(store, id, now)
    expect([count, oldest?.getTime()]).toEqual([KEPT_REQUESTS_MAX, now_ms + 10_000])
  })

  test('end with their time, before they are swept and after', async () => {
    const { store } = database
    const id = await keeping('old')
    await keepRequests(store, id, requests(2, now_ms - 2 * DAY_MS))
    expect(await readStoredRequests(store, id, { now, limit: 10 })).toEqual([])
    expect(await sweepStoredRequests(store, now)).toBe(2)
  })
})

test('concurrent changes of deployment documents are serialized, each with a new version', async () => {
  const { store } = database
  expect(await readDeploymentDocument(store, 'letters')).toBeUndefined()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      changeDeploymentDocument(store, 'letters', 'test', (before) => ({ ...before?.document, [`n${n}`]: n })),
    ),
  )
  const found = await readDeploymentDocument(store, 'letters')
  expect([found?.version, Object.keys(found?.document ?? {})]).toEqual([8, expect.arrayContaining(['n0', 'n7'])])
  const refused = changeDeploymentDocument(store, 'letters', 'test', () => {
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect((await readDeploymentDocument(store, 'letters'))?.version).toBe(8)
})
