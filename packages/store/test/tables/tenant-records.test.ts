import { hash, randomBytes } from 'node:crypto'
import type { Failure } from '@gatehouse/kernel'
import { sql } from 'kysely'
import { databaseTargets, temporaryDatabase, type TemporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { addApiKey, API_KEYS_MAX, findApiKeyId, findKeyOwners, listApiKeys } from '../../src/tables/api-keys.ts'
import { listPolicyVersions, readPolicyVersion } from '../../src/tables/policy-versions.ts'
import {
  changeTenant,
  hardDeleteTenant,
  insertTenant,
  listTenants,
  type NewTenant,
  readTenant,
  restoreTenant,
  softDeleteTenant,
} from '../../src/tables/tenant-records.ts'

function tenant(id: string, rest: Partial<NewTenant> = {}): NewTenant {
  return { id, name: id, plan: 'basic', config: {}, quota: {}, keys: [], by: 'admin:test', ...rest }
}

function key(): { sha256: Buffer; prefix: string; name: string; scope: 'runtime' } {
  return { sha256: hash('sha256', randomBytes(16), 'buffer'), prefix: 'gk_', name: 'key', scope: 'runtime' }
}

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`tenant records on the ${target.name}`, () => {
    let database: TemporaryDatabase
    beforeAll(async () => {
      database = await temporaryDatabase(target)
    })
    afterAll(() => database.drop())

    proves(
      ['all:secrets.api-keys-lookup'],
      'keys are found by the index of their hash, and the whole hash must be theirs',
      async () => {
        const { store } = database
        const own = key()
        await insertTenant(store, tenant('hashed', { keys: [own] }))
        const exact = own.sha256.toString('hex')
        const near = `${exact.slice(0, 62)}${exact.endsWith('00') ? '11' : '00'}`
        expect([...(await findKeyOwners(store, [near, exact])).keys()]).toEqual([exact])
        expect((await findKeyOwners(store, [near])).size).toBe(0)
        const { rows } = await sql<{ definition: string }>`
          SELECT indexdef AS definition FROM pg_indexes WHERE tablename = 'api_keys'`.execute(store.db)
        expect(rows.some(({ definition }) => /UNIQUE.*\(sha256\)/.test(definition))).toBe(true)
      },
    )

    test('are created together with their keys', async () => {
      const { store } = database
      const [shared, own] = [key(), key()]
      expect(
        await insertTenant(store, tenant('keyed', { keys: [shared], policies: { mode: 'enforce' } })),
      ).toHaveLength(1)
      await expect(insertTenant(store, tenant('late', { keys: [own, shared] }))).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await readTenant(store, 'late')).toBeUndefined()
      expect(await findKeyOwners(store, [own.sha256.toString('hex')])).toEqual(new Map())
      expect(await readTenant(store, 'keyed')).toMatchObject({ id: 'keyed', plan: 'basic', policyVersion: 1 })
      expect(await readPolicyVersion(store, 'keyed', 1)).toMatchObject({ policies: { mode: 'enforce' } })
    })

    test('concurrent changes are serialized, and each write of policies creates a version', async () => {
      const { store } = database
      await insertTenant(store, tenant('busy', { config: { count: 0 } }))
      const write = (): Promise<unknown> =>
        changeTenant(store, 'busy', 'tenant:busy', ({ config }) => ({
          config: { count: Number(config['count']) + 1 },
          policies: { count: Number(config['count']) + 1 },
        }))
      await Promise.all(Array.from({ length: 8 }, write))
      expect(await readTenant(store, 'busy')).toMatchObject({ config: { count: 8 }, policyVersion: 8 })
      const versions = await listPolicyVersions(store, 'busy', 3)
      expect(versions.map(({ version, createdBy }) => [version, createdBy])).toEqual([
        [8, 'tenant:busy'],
        [7, 'tenant:busy'],
        [6, 'tenant:busy'],
      ])
      expect(await readPolicyVersion(store, 'busy', 5)).toMatchObject({ policies: { count: 5 } })
      expect(await readPolicyVersion(store, 'keyed', 5)).toBeUndefined()
    })

    test('a change that throws leaves everything as it was', async () => {
      const { store } = database
      await insertTenant(store, tenant('whole', { config: { a: 1 } }))
      const broken = changeTenant(store, 'whole', 'admin:test', () => {
        throw new Error('no')
      })
      await expect(broken).rejects.toThrow('no')
      expect(await readTenant(store, 'whole')).toMatchObject({ config: { a: 1 }, policyVersion: 0 })
      expect(await changeTenant(store, 'nobody', 'admin:test', () => ({ name: 'x' }))).toBeUndefined()
    })

    test('a deleted tenant is hidden with its keys until it is restored, and can be purged', async () => {
      const { store } = database
      const item = key()
      const hex = item.sha256.toString('hex')
      await insertTenant(store, tenant('leaving', { keys: [item], policies: {} }))
      expect(await softDeleteTenant(store, 'leaving')).toBe(true)
      expect(await softDeleteTenant(store, 'leaving')).toBe(false)
      expect(await findKeyOwners(store, [hex])).toEqual(new Map())
      const shown = async (includeDeleted: boolean): Promise<string[]> =>
        (await listTenants(store, { includeDeleted, limit: 100 })).map(({ id }) => id)
      expect(await shown(false)).not.toContain('leaving')
      expect(await shown(true)).toContain('leaving')
      expect(await insertTenant(store, tenant('leaving'))).toBeUndefined()
      expect(await changeTenant(store, 'leaving', 'admin:test', () => ({ name: 'x' }))).toBeUndefined()
      expect(await restoreTenant(store, 'leaving')).toMatchObject({ id: 'leaving', deletedAt: null })
      expect(await restoreTenant(store, 'leaving')).toBeUndefined()
      expect((await findKeyOwners(store, [hex])).get(hex)?.tenantId).toBe('leaving')
      expect(await hardDeleteTenant(store, 'leaving')).toBe(true)
      expect(await readTenant(store, 'leaving')).toBeUndefined()
      expect(await listPolicyVersions(store, 'leaving', 10)).toEqual([])
      expect(await findKeyOwners(store, [hex])).toEqual(new Map())
    })

    test('tenants are paginated by id', async () => {
      const { store } = database
      for (const id of ['page-a', 'page-b', 'page-c']) await insertTenant(store, tenant(id))
      const first = await listTenants(store, { includeDeleted: false, limit: 2, after: 'page' })
      expect(first.map(({ id }) => id)).toEqual(['page-a', 'page-b'])
      const next = await listTenants(store, { includeDeleted: false, limit: 1, after: 'page-b' })
      expect(next.map(({ id }) => id)).toEqual(['page-c'])
    })

    test('a tenant has at most ten keys, also with concurrent inserts', async () => {
      const { store } = database
      await insertTenant(store, tenant('many'))
      const added = await Promise.allSettled(
        Array.from({ length: 14 }, () => addApiKey(store, { ...key(), tenantId: 'many' })),
      )
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(API_KEYS_MAX)
      expect(await listApiKeys(store, 'many')).toHaveLength(API_KEYS_MAX)
      const refused = added.filter((item) => item.status === 'rejected').map((item) => (item.reason as Failure).code)
      expect(refused).toEqual(Array.from({ length: 4 }, () => 'limit_reached'))
    })

    test('a key is found by its hash within its own tenant alone', async () => {
      const { store } = database
      await insertTenant(store, tenant('owner'))
      const item = key()
      const { id } = await addApiKey(store, { ...item, tenantId: 'owner' })
      expect(await findApiKeyId(store, 'owner', item.sha256)).toBe(id)
      expect(await findApiKeyId(store, 'busy', item.sha256)).toBeUndefined()
    })
  })
}
