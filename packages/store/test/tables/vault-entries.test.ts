import { createHash, randomBytes } from 'node:crypto'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepTenantKey, readTenantKey, resealTenantKey } from '../../src/tables/tenant-keys.ts'
import { createTenant } from '../../src/tables/tenants.ts'
import {
  countVaultEntries,
  forgetVaultEntries,
  keepVaultEntries,
  type NewVaultEntry,
  readVaultEntries,
  sweepVault,
} from '../../src/tables/vault-entries.ts'

let database: TemporaryDatabase
beforeAll(async () => {
  database = await temporaryDatabase()
  for (const id of ['acme', 'other', 'old', 'full']) await createTenant(database.store, { id, name: id })
})
afterAll(() => database.drop())

const now = new Date()
const later = new Date(now.getTime() + 86_400_000)
const entry = (value: string, token = randomBytes(16).toString('hex'), entityType = 'US_SSN'): NewVaultEntry => ({
  token,
  entityType,
  valueHmac: createHash('sha256').update(value).digest(),
  ciphertext: Buffer.from(`sealed ${value}`),
})

describe('vault entries', () => {
  test('store a single token per tenant, type and value', async () => {
    const first = await keepVaultEntries(database.store, 'acme', [entry('a', 't-a'), entry('b', 't-b')], later)
    expect(first).toEqual(['t-a', 't-b'])
    const newVaultEntries = [entry('b'), entry('a'), entry('a', 't-card', 'CREDIT_CARD')]
    expect(await keepVaultEntries(database.store, 'acme', newVaultEntries, later)).toEqual(['t-b', 't-a', 't-card'])
    expect(await keepVaultEntries(database.store, 'other', [entry('a', 't-other')], later)).toEqual(['t-other'])
  })

  test('store a single token for concurrent writes of the same value', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => keepVaultEntries(database.store, 'acme', [entry('y'), entry('x')], later)),
    )
    expect(new Set(answers.flat()).size).toBe(2)
  })

  test('store no token that already belongs to another value', async () => {
    await keepVaultEntries(database.store, 'acme', [entry('c', 't-c')], later)
    const before = await countVaultEntries(database.store, 'acme')
    expect(await keepVaultEntries(database.store, 'acme', [entry('d'), entry('e', 't-c')], later)).toBe('taken')
    expect(await countVaultEntries(database.store, 'acme')).toBe(before)
  })

  test("of one tenant are unknown to another's reads and cannot be erased by it", async () => {
    await keepVaultEntries(database.store, 'acme', [entry('f', 't-f')], later)
    expect(await readVaultEntries(database.store, 'other', ['t-f'], now)).toEqual([])
    expect(await forgetVaultEntries(database.store, 'other', ['t-f'])).toEqual([])
    expect(await readVaultEntries(database.store, 'acme', ['t-f', 'nope'], now)).toEqual([
      { token: 't-f', entityType: 'US_SSN', ciphertext: Buffer.from('sealed f') },
    ])
    expect(await forgetVaultEntries(database.store, 'acme', ['t-f', 'nope'])).toEqual(['t-f'])
    expect(await readVaultEntries(database.store, 'acme', ['t-f'], now)).toEqual([])
  })

  test('end at their time, which each use moves on, and are swept', async () => {
    const soon = new Date(now.getTime() - 1)
    await keepVaultEntries(database.store, 'old', [entry('g', 't-g'), entry('h', 't-h')], soon)
    await keepVaultEntries(database.store, 'old', [entry('h')], later)
    const live = await readVaultEntries(database.store, 'old', ['t-g', 't-h'], now)
    expect(live.map(({ token }) => token)).toEqual(['t-h'])
    expect(await sweepVault(database.store, now)).toBe(1)
    expect(await countVaultEntries(database.store, 'old')).toBe(1)
  })

  test('go with their tenant', async () => {
    await keepVaultEntries(database.store, 'full', [entry('i')], later)
    await keepTenantKey(database.store, 'full', 'vault', Buffer.from('k'))
    await database.store.db.deleteFrom('tenants').where('id', '=', 'full').execute()
    expect(await countVaultEntries(database.store, 'full')).toBe(0)
    expect(await readTenantKey(database.store, 'full', 'vault')).toBeUndefined()
  })
})

describe('tenant keys', () => {
  test('are created a single time by concurrent writers, and are resealed in place', async () => {
    const offered = [Buffer.from('one'), Buffer.from('two')]
    const remaining = await Promise.all(offered.map((key) => keepTenantKey(database.store, 'acme', 'vault', key)))
    expect(remaining[0]!.equals(remaining[1]!)).toBe(true)
    await resealTenantKey(database.store, 'acme', 'vault', remaining[0]!, Buffer.from('three'))
    await resealTenantKey(database.store, 'acme', 'vault', remaining[0]!, Buffer.from('four'))
    expect((await readTenantKey(database.store, 'acme', 'vault'))?.toString()).toBe('three')
    expect(await readTenantKey(database.store, 'other', 'vault')).toBeUndefined()
  })
})
