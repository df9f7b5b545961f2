import { databaseTargets, temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteItem, listItems, putItem, readItem, replaceItems } from '../../src/tables/tenant-items.ts'
import { createTenant, tenantVersions } from '../../src/tables/tenants.ts'

const POLICY = { kind: 'tool_policy', by: 'tenant:test' } as const

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`tenant items on the ${target.name}`, () => {
    let database: TemporaryDatabase
    beforeAll(async () => {
      database = await temporaryDatabase(target)
      for (const id of ['a', 'b']) await createTenant(database.store, { id, name: id })
    })
    afterAll(() => database.drop())

    test('are created, read, replaced and deleted, each write with a new tenant version', async () => {
      const { store } = database
      const version = async () => (await tenantVersions(store, ['a'])).get('a')!.version
      const before = await version()
      const created = await putItem(store, 'a', { ...POLICY, name: 'mail' }, () => ({ n: 1 }))
      expect(created).toMatchObject({ isNew: true, item: { name: 'mail', document: { n: 1 } } })
      const second = await putItem(store, 'a', { ...POLICY, name: 'mail' }, (found) => ({ was: found?.document['n'] }))
      expect(second).toMatchObject({ isNew: false, item: { document: { was: 1 } } })
      await replaceItems(
        store,
        'a',
        POLICY,
        new Map([
          ['x', { x: 1 }],
          ['y', {}],
        ]),
      )
      expect((await listItems(store, 'a')).map(({ name }) => name)).toEqual(['x', 'y'])
      expect(await deleteItem(store, 'a', 'tool_policy', 'x')).toMatchObject({ document: { x: 1 } })
      expect(await deleteItem(store, 'a', 'tool_policy', 'x')).toBeUndefined()
      expect(await version()).toBe(before + 5)
    })

    test('belong to a single tenant and kind', async () => {
      const { store } = database
      await putItem(store, 'a', { ...POLICY, name: 'own' }, () => ({ of: 'a' }))
      await putItem(store, 'a', { kind: 'data_policy', by: 'x', name: 'own' }, () => ({}))
      expect(await readItem(store, 'b', 'tool_policy', 'own')).toBeUndefined()
      expect(await deleteItem(store, 'b', 'tool_policy', 'own')).toBeUndefined()
      await replaceItems(store, 'b', POLICY, new Map())
      expect((await listItems(store, 'a', 'tool_policy')).map(({ document }) => document)).toContainEqual({ of: 'a' })
      expect(await readItem(store, 'a', 'data_policy', 'own')).toMatchObject({ document: {} })
    })

    test('are replaced by the result of a function, and are unchanged if it throws', async () => {
      const { store } = database
      await replaceItems(store, 'b', POLICY, new Map([['counted', { n: 1 }]]))
      const more = (before: readonly { readonly document: Readonly<Record<string, unknown>> }[]) =>
        new Map([['counted', { n: Number(before[0]!.document['n']) + 1 }]])
      await Promise.all([1, 2, 3].map(() => replaceItems(store, 'b', POLICY, more)))
      expect(await readItem(store, 'b', 'tool_policy', 'counted')).toMatchObject({ document: { n: 4 } })
      const failing = replaceItems(store, 'b', POLICY, () => {
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await readItem(store, 'b', 'tool_policy', 'counted')).toMatchObject({ document: { n: 4 } })
    })

    test('a write that throws leaves everything as it was', async () => {
      const { store } = database
      await putItem(store, 'b', { ...POLICY, name: 'kept' }, () => ({ n: 1 }))
      const failing = putItem(store, 'b', { ...POLICY, name: 'kept' }, () => {
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await readItem(store, 'b', 'tool_policy', 'kept')).toMatchObject({ document: { n: 1 } })
    })
  })
}
