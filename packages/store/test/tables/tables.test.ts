import { hash, randomBytes } from 'node:crypto'
import { databaseTargets, temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApiKey, findKeyOwners, listApiKeys, revokeApiKey } from '../../src/tables/api-keys.ts'
import { deploymentSecretHash, keepDeploymentSecretHash } from '../../src/tables/deployment-secrets.ts'
import { createTenant, loadTenantConfig, saveTenantConfig, tenantVersions } from '../../src/tables/tenants.ts'

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`tables on the ${target.name}`, () => {
    let database: TemporaryDatabase
    beforeAll(async () => {
      database = await temporaryDatabase(target)
      await createTenant(database.store, { id: 'acme', name: 'Acme' })
      await createTenant(database.store, { id: 'other', name: 'Other', plan: 'pro' })
    })
    afterAll(() => database.drop())

    function newKey(): { sha256: Buffer; hex: string; prefix: string } {
      const key = randomBytes(24).toString('base64url')
      const sha256 = hash('sha256', key, 'buffer')
      return { sha256, hex: sha256.toString('hex'), prefix: key.slice(0, 6) }
    }

    test('the tenant "default" is there from the first migration on', async () => {
      const found = await tenantVersions(database.store, ['default', 'nobody'])
      expect([...found]).toEqual([['default', { version: 0, createdAt: expect.any(Date) as Date }]])
    })

    test('a tenant id is unique', async () => {
      expect(await createTenant(database.store, { id: 'acme', name: 'Again' })).toBe(false)
    })

    test.each(['', 'a b', 'ä', 'x'.repeat(65), "'; --"])(
      'the tenant id %j is refused by the database itself',
      async (id) => {
        await expect(createTenant(database.store, { id, name: 'x' })).rejects.toMatchObject({ code: '23514' })
      },
    )

    test('each write of a configuration creates the next version, also concurrently', async () => {
      const { store } = database
      const versions = await Promise.all([1, 2, 3].map((n) => saveTenantConfig(store, 'other', { n })))
      expect(versions.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3])
      const stored = await loadTenantConfig(store, 'other')
      expect(stored).toMatchObject({ version: 3, config: { n: versions.indexOf(3) + 1 } })
      expect(await saveTenantConfig(store, 'nobody', {})).toBeUndefined()
      expect(await loadTenantConfig(store, 'nobody')).toBeUndefined()
    })

    test('a key is found by its hash alone, until it is revoked by its own tenant', async () => {
      const { store } = database
      const { sha256, hex, prefix } = newKey()
      const expiresAt = new Date('2030-01-01T00:00:00Z')
      const { id } = await addApiKey(store, {
        tenantId: 'acme',
        name: 'ci',
        prefix,
        sha256,
        scope: 'runtime',
        expiresAt,
      })
      expect(await findKeyOwners(store, [hex, '00'.repeat(32)])).toEqual(
        new Map([[hex, { keyId: id, tenantId: 'acme', scope: 'runtime', expiresAt: expiresAt.getTime() }]]),
      )
      expect(await listApiKeys(store, 'acme')).toMatchObject([{ id, name: 'ci', prefix, lastUsedAt: null }])
      expect(await listApiKeys(store, 'other')).toEqual([])
      expect(await revokeApiKey(store, 'other', id)).toBe(false)
      expect(await revokeApiKey(store, 'acme', id)).toBe(true)
      expect(await revokeApiKey(store, 'acme', id)).toBe(false)
      expect(await findKeyOwners(store, [hex])).toEqual(new Map())
      expect(await listApiKeys(store, 'acme')).toEqual([])
    })

    test('a key of a deleted tenant is rejected', async () => {
      const { store } = database
      const { sha256, hex, prefix } = newKey()
      await createTenant(store, { id: 'gone', name: 'Gone' })
      await addApiKey(store, { tenantId: 'gone', name: 'k', prefix, sha256, scope: 'admin' })
      await store.db.updateTable('tenants').set({ deleted_at: new Date() }).where('id', '=', 'gone').execute()
      expect(await findKeyOwners(store, [hex])).toEqual(new Map())
      expect(await loadTenantConfig(store, 'gone')).toBeUndefined()
      expect(await saveTenantConfig(store, 'gone', {})).toBeUndefined()
    })

    test('two tenants cannot have the same key', async () => {
      const { sha256, prefix } = newKey()
      const key = { name: 'k', prefix, sha256, scope: 'runtime' } as const
      await addApiKey(database.store, { ...key, tenantId: 'acme' })
      await expect(addApiKey(database.store, { ...key, tenantId: 'other' })).rejects.toMatchObject({ code: 'conflict' })
    })

    test('of two processes that create a deployment secret, both use the first', async () => {
      const { store } = database
      expect(await deploymentSecretHash(store, 'admin_key')).toBeUndefined()
      const remaining = await Promise.all(
        [newKey(), newKey()].map(({ sha256 }) => keepDeploymentSecretHash(store, 'admin_key', sha256)),
      )
      expect(remaining[0]).toEqual(remaining[1])
      expect(await deploymentSecretHash(store, 'admin_key')).toEqual(remaining[0])
    })
  })
}
