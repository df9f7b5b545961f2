import { randomBytes } from 'node:crypto'
import type { TokenRequest } from '@gatehouse/guards'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { sweepVault } from '@gatehouse/store/sealed'
import { createTenant } from '@gatehouse/store/tenants'
import { type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVault, type Vault } from '../../src/vault/vault.ts'

const DAY_MS = 86_400_000
const [masterKey, newerKey] = [randomBytes(32), randomBytes(32)]
let database: TemporaryDatabase
let now_ms = Date.UTC(2026, 0, 1)
const clock = { now: () => now_ms }
let tenants = 0

beforeAll(async () => {
  database = await temporaryDatabase()
})
afterAll(() => database.drop())

function open(options: { keys?: readonly Buffer[]; values_max?: number } = {}): Vault {
  const { keys = [masterKey], ...rest } = options
  return createVault({ store: database.store, keys: createKeyRing(keys), clock, ttl_ms: 30 * DAY_MS, ...rest })
}

async function tenant(): Promise<string> {
  const id = `tenant-${(tenants += 1)}`
  await createTenant(database.store, { id, name: id })
  return id
}

const ask = (value: string, type = 'US_SSN', draw = () => `t-${randomBytes(16).toString('hex')}`): TokenRequest => ({
  type,
  value,
  draw,
})

describe('the vault', () => {
  test('creates one token per value of a tenant, on every instance and after a restart', async () => {
    const [mine, theirs] = [await tenant(), await tenant()]
    const [token] = await open().tokenise(mine, [ask('566-64-4119')])
    expect(await open().tokenise(mine, [ask('x'), ask('566-64-4119')])).toEqual([expect.any(String), token])
    const [foreign] = await open().tokenise(theirs, [ask('566-64-4119')])
    expect(foreign).not.toBe(token)
    expect(await open().tokenise(mine, [ask('566-64-4119', 'PHONE_NUMBER')])).not.toEqual([token])
    expect(await open().reveal(mine, [token!, foreign!, 'made-up'])).toEqual([
      { token, value: '566-64-4119', entity_type: 'US_SSN' },
      { token: foreign, error: 'unknown_token' },
      { token: 'made-up', error: 'unknown_token' },
    ])
  })

  test('creates one token for concurrent requests with the same value', async () => {
    const id = await tenant()
    const vaults = [open(), open()]
    const requests = Array.from({ length: 24 }, (_, at) => vaults[at % 2]!.tokenise(id, [ask('b'), ask('a')]))
    const tokens = (await Promise.all(requests)).map((pair) => pair.join())
    expect(new Set(tokens).size).toBe(1)
  })

  test('redraws a token on collision, and fails after a bounded number of draws', async () => {
    const id = await tenant()
    const draws = ['same', 'same', 'other']
    const draw = () => draws.shift() ?? 'same'
    expect(await open().tokenise(id, [ask('a', 'CREDIT_CARD', draw)])).toEqual(['same'])
    expect(await open().tokenise(id, [ask('b', 'CREDIT_CARD', draw)])).toEqual(['other'])
    await expect(open().tokenise(id, [ask('c', 'CREDIT_CARD', draw)])).rejects.toMatchObject({ code: 'unavailable' })
    expect(await open().reveal(id, ['same'])).toMatchObject([{ value: 'a' }])
  })

  test('hashes alike for a tenant, and otherwise for another tenant or type', async () => {
    const [mine, theirs] = [await tenant(), await tenant()]
    const hash = async (id: string, type: string, value: string) =>
      Buffer.from((await open().hash(id, [{ type, value }]))[0]!).toString('hex')
    const known = await hash(mine, 'US_SSN', '1')
    expect(known).toMatch(/^[0-9a-f]{64}$/)
    expect(await hash(mine, 'US_SSN', '1')).toBe(known)
    const others = [await hash(theirs, 'US_SSN', '1'), await hash(mine, 'PERSON', '1'), await hash(mine, 'US_SSN', '2')]
    expect(new Set([known, ...others]).size).toBe(4)
  })

  test('retains values for their retention time after the last use', async () => {
    const id = await tenant()
    const started = now_ms
    try {
      const [token, other] = await open().tokenise(id, [ask('used'), ask('unused')])
      now_ms += 20 * DAY_MS
      expect(await open().tokenise(id, [ask('used')])).toEqual([token])
      now_ms += 15 * DAY_MS
      expect(await open().reveal(id, [token!, other!])).toMatchObject([{ value: 'used' }, { error: 'unknown_token' }])
      expect(await sweepVault(database.store, new Date(now_ms))).toBeGreaterThan(0)
      expect(await open().tokenise(id, [ask('unused')])).not.toEqual([other])
    } finally {
      now_ms = started
    }
  })

  test('stores a bounded number of values, and still resolves the stored values', async () => {
    const id = await tenant()
    const vault = open({ values_max: 2 })
    const [item] = await vault.tokenise(id, [ask('1'), ask('2')])
    expect(await vault.tokenise(id, [ask('3'), ask('1')])).toEqual([undefined, item])
    expect(await open({ values_max: 2 }).tokenise(id, [ask('3')])).toEqual([undefined])
  })

  test('erases values on request', async () => {
    const [mine, theirs] = [await tenant(), await tenant()]
    const [token] = await open().tokenise(mine, [ask('gone')])
    expect(await open().forget(theirs, [token!])).toEqual([])
    expect(await open().forget(mine, [`[US_SSN#${token}]`, token!, 'nope'])).toEqual([token])
    expect(await open().reveal(mine, [token!])).toEqual([{ token, error: 'unknown_token' }])
  })

  test('works after rotation of the master key, and later without the old key', async () => {
    const id = await tenant()
    const [token] = await open().tokenise(id, [ask('kept')])
    const hashed = await open().hash(id, [{ type: 'A', value: 'v' }])
    await expect(open({ keys: [newerKey] }).reveal(id, [token!])).rejects.toMatchObject({ code: 'unavailable' })
    const known = [{ token, value: 'kept', entity_type: 'US_SSN' }]
    expect(await open({ keys: [newerKey, masterKey] }).reveal(id, [token!])).toEqual(known)
    expect(await open({ keys: [newerKey] }).reveal(id, [token!])).toEqual(known)
    expect(await open({ keys: [newerKey] }).hash(id, [{ type: 'A', value: 'v' }])).toEqual(hashed)
    expect(await open({ keys: [newerKey] }).tokenise(id, [ask('kept')])).toEqual([token])
  })

  test('stores no value in clear, and rejects a row swapped with another row', async () => {
    const id = await tenant()
    const [a, b] = await open().tokenise(id, [ask('secret-of-a'), ask('secret-of-b')])
    const dump = await database.store.withConnection(async (client) => {
      const { rows } = await client.query<{ row: string; raw: Buffer }>(
        'SELECT row_to_json(v)::text AS row, ciphertext AS raw FROM vault_entries v',
      )
      return rows.map(({ row, raw }) => row + raw.toString('latin1')).join('\n')
    })
    expect(dump).toContain(a)
    expect(dump).not.toContain('secret-of')
    await database.store.withConnection((client) =>
      client.query(
        `UPDATE vault_entries SET ciphertext = (SELECT ciphertext FROM vault_entries WHERE token = $1) WHERE token = $2`,
        [a, b],
      ),
    )
    expect(await open().reveal(id, [a!, b!])).toEqual([
      { token: a, value: 'secret-of-a', entity_type: 'US_SSN' },
      { token: b, error: 'unreadable' },
    ])
  })

  test('reveals no values of a tenant that was erased and recreated', async () => {
    const id = await tenant()
    const vault = open()
    const [token] = await vault.tokenise(id, [ask('before')])
    await database.store.db.deleteFrom('tenants').where('id', '=', id).execute()
    await createTenant(database.store, { id, name: id })
    expect(await vault.reveal(id, [token!])).toEqual([{ token, error: 'unknown_token' }])
    const [fresh] = await vault.tokenise(id, [ask('after')])
    expect(await open().reveal(id, [fresh!])).toMatchObject([{ value: 'after' }])
  })
})
