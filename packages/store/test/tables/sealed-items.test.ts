import { createKeyRing } from '@gatehouse/kernel/sealing'
import { databaseTargets, temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listStaleItems, resealItem } from '../../src/tables/sealed-items.ts'
import { putItem, readItem } from '../../src/tables/tenant-items.ts'
import { createTenant, tenantVersions } from '../../src/tables/tenants.ts'

const KIND = 'model_upstream'
const [old, fresh] = [createKeyRing([Buffer.alloc(32, 1)]), createKeyRing([Buffer.alloc(32, 2)])]
const sealedBy = (ring: typeof old) =>
  ring.seal(Buffer.from('made-up'), { purpose: 'x', tenantId: 'a' }).toString('base64')

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`sealed items on the ${target.name}`, () => {
    let database: TemporaryDatabase
    beforeAll(async () => {
      database = await temporaryDatabase(target)
      for (const id of ['a', 'b']) await createTenant(database.store, { id, name: id })
    })
    afterAll(() => database.drop())

    test('with an older key are listed in pages, and resealed unless they changed concurrently', async () => {
      const { store } = database
      const put = (tenant: string, name: string, document: object, kind: typeof KIND | 'document' = KIND) =>
        putItem(store, tenant, { kind, name, by: 'test' }, () => document)
      const before = sealedBy(old)
      await put('a', 'one', { sealed: before, n: 1 })
      await put('a', 'fresh', { sealed: sealedBy(fresh) })
      await put('a', 'open', { n: 2 })
      await put('b', 'one', { sealed: before })
      await put('b', 'other-kind', { sealed: before }, 'document')
      const first = await listStaleItems(store, KIND, fresh.keyId, { after: undefined, limit: 1 })
      expect(first).toMatchObject([{ tenantId: 'a', name: 'one', sealed: before, document: { n: 1 } }])
      const rest = await listStaleItems(store, KIND, fresh.keyId, { after: first[0], limit: 10 })
      expect(rest.map(({ tenantId, name }) => `${tenantId} ${name}`)).toEqual(['b one'])
      const [versions, after] = [await tenantVersions(store, ['a']), sealedBy(fresh)]
      const place = { kind: KIND, tenantId: 'a', name: 'one', before, after } as const
      expect(await resealItem(store, place)).toBe(true)
      expect(await resealItem(store, place)).toBe(false)
      expect((await readItem(store, 'a', KIND, 'one'))?.document).toEqual({ sealed: after, n: 1 })
      expect((await readItem(store, 'b', KIND, 'one'))?.document).toEqual({ sealed: before })
      expect(await tenantVersions(store, ['a'])).toEqual(versions)
    })
  })
}
