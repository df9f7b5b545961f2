import { randomBytes, randomUUID } from 'node:crypto'
import { type Cache, openCache } from '@gatehouse/cache'
import { attenuateCapability } from '@gatehouse/guards/capability'
import { Failure } from '@gatehouse/kernel'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { createTenant } from '@gatehouse/store/tenants'
import { findRedis, type RedisServer, startRedis, type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Capabilities, type CapabilityCheck, createCapabilities } from '../../src/capability/capabilities.ts'
import { KEY_AGE_MS_MAX, KEYS_FRESH_MS, RETIRED_MS } from '../../src/capability/key-states.ts'

const url = await findRedis(process.env['CACHE_URL'])
const server: RedisServer | undefined = url === undefined ? await startRedis() : undefined
const redisUrl = url ?? server?.url
const [masterKey, newerKey] = [randomBytes(32), randomBytes(32)]
const clock = { time_ms: Date.now(), now: () => clock.time_ms }
const by = { actor: 'tenant:test', requestId: null }
const wish = { agent: 'mailer', role: undefined, tool: 'mail_*', tenantSince: 1, ttl_s: 30 }

let database: TemporaryDatabase

beforeAll(async () => {
  database = await temporaryDatabase()
  await createTenant(database.store, { id: 'acme', name: 'acme' })
})
afterAll(async () => {
  await database.drop()
  await server?.close()
})
beforeEach(async () => {
  await database.store.db.deleteFrom('capability_keys').execute()
  clock.time_ms = Date.now()
})

function open(cache: Cache, keys: readonly Buffer[] = [masterKey], append = () => Promise.resolve()): Capabilities {
  return createCapabilities({ store: database.store, keys: createKeyRing(keys), cache, clock, audit: { append } })
}

const use = (capabilities: Capabilities, token: string, burn = true): Promise<CapabilityCheck> =>
  capabilities.verify('acme', token, { tool: 'mail_send', tenantSince: 1, burn, by })
const mint = async (capabilities: Capabilities): Promise<string> => (await capabilities.issue('acme', wish)).cap_token
const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid

describe.each([
  { name: 'memory', skip: false, place: undefined },
  { name: 'redis', skip: redisUrl === undefined, place: redisUrl },
])('two instances over $name', ({ skip, place }) => {
  let caches: Cache[] = []
  beforeAll(async () => {
    if (skip) return
    const options = { namespace: randomUUID(), ...(place === undefined ? {} : { url: place }) }
    const first = await openCache(options)
    caches = [first, place === undefined ? first : await openCache(options)]
  })
  afterAll(async () => {
    for (const cache of caches) await cache.close()
  })

  test.skipIf(skip)('spend a token and every token narrowed from it once under concurrency', async () => {
    const instances = caches.map((cache) => open(cache))
    for (let round = 0; round < 5; round += 1) {
      const token = await mint(instances[round % 2]!)
      const family = [token, attenuateCapability(token, { tool: 'mail_send' }), attenuateCapability(token, {})]
      const requests = Array.from({ length: 30 }, (_, at) => use(instances[at % 2]!, family[at % 3]!))
      const answers = await Promise.all(requests)
      expect(answers.filter(({ valid }) => valid)).toHaveLength(1)
      expect(new Set(answers.map((answer) => ('error' in answer ? answer.error : 'valid')))).toEqual(
        new Set(['valid', 'nonce_already_used']),
      )
    }
  })

  test.skipIf(skip)('sign with one key when both start concurrently', async () => {
    const tokens = await Promise.all([...caches, ...caches, ...caches].map((cache) => mint(open(cache))))
    expect(new Set(tokens.map(kidOf)).size).toBe(1)
  })

  test.skipIf(skip)('accept a key that the other instance has just created', async () => {
    const [one, other] = caches.map((cache) => open(cache)) as [Capabilities, Capabilities]
    await mint(one)
    await mint(other)
    await one.rotate(false)
    expect(await use(other, await mint(one))).toMatchObject({ valid: true })
  })
})

describe('a cache', () => {
  const failing = (cache: Cache, down: () => boolean): Cache => {
    const guarded = <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) => {
      return (...args: Args): Promise<Value> =>
        down() ? Promise.reject(new Failure('unavailable', 'the cache is away')) : call(...args)
    }
    return Object.assign(Object.create(cache) as Cache, {
      get: guarded((key: string) => cache.get(key)),
      putIfAbsent: guarded((key: string, ttl_ms: number, value?: unknown) => cache.putIfAbsent(key, ttl_ms, value)),
    })
  }

  test('that does not respond makes every token count as spent', async () => {
    let down = false
    const capabilities = open(failing(await openCache(), () => down))
    const token = await mint(capabilities)
    down = true
    for (const burn of [true, false]) {
      expect(await use(capabilities, token, burn)).toMatchObject({ valid: false, error: 'nonce_unverifiable' })
    }
    expect(await mint(capabilities)).toBeTypeOf('string')
    down = false
    expect(await use(capabilities, token)).toMatchObject({ valid: true })
  })

  test('that returns no token status makes the token count as spent', async () => {
    const capabilities = open(await openCache())
    const token = await mint(capabilities)
    const ask = (thrown: Error) =>
      capabilities.verify('acme', token, { tenantSince: 1, burn: true, by, withdrawn: () => Promise.reject(thrown) })
    expect(await ask(new Failure('unavailable', 'the cache is away'))).toMatchObject({ error: 'nonce_unverifiable' })
    await expect(ask(new TypeError('a defect'))).rejects.toThrow('a defect')
    expect(await use(capabilities, token)).toMatchObject({ valid: true })
  })

  test('that lost its spent tokens rejects all older tokens', async () => {
    const token = await mint(open(await openCache()))
    clock.time_ms += 1
    // A restarted process with a cache of its own, or a Redis server without persistence.
    const restarted = open(await openCache())
    expect(await use(restarted, token)).toMatchObject({ valid: false, error: 'nonce_unverifiable' })
    expect(await use(restarted, await mint(restarted))).toMatchObject({ valid: true })
    expect(await use(open(await openCache()), token)).toMatchObject({ valid: false })
  })
})

test('a token belongs to one tenant, not to a later tenant of the same name', async () => {
  const capabilities = open(await openCache())
  const token = await mint(capabilities)
  const next = await capabilities.verify('acme', token, { tenantSince: 2, burn: true, by })
  expect(next).toMatchObject({ valid: false, error: 'tenant_mismatch' })
  expect(await use(capabilities, token)).toMatchObject({ valid: true })
})

describe('keys', () => {
  let cache: Cache
  beforeEach(async () => {
    cache = await openCache({ clock })
  })

  test('are followed by another after a month, published before it signs', async () => {
    const capabilities = open(cache)
    const first = kidOf(await mint(capabilities))
    clock.time_ms += KEY_AGE_MS_MAX
    expect(kidOf(await mint(capabilities))).toBe(first)
    const { keys } = await capabilities.jwks()
    expect(keys.map(({ kid }) => kid)).toHaveLength(2)
    clock.time_ms += 120_000
    const next = kidOf(await mint(capabilities))
    expect(next).toBe(keys.find(({ kid }) => kid !== first)!.kid)
    clock.time_ms += RETIRED_MS
    expect((await capabilities.jwks()).keys.map(({ kid }) => kid)).toEqual([next])
  })

  test('stay for the tokens that they signed, and no longer', async () => {
    const capabilities = open(cache)
    const token = await mint(capabilities)
    await capabilities.rotate(false)
    clock.time_ms += 29_000
    expect(await use(capabilities, token)).toMatchObject({ valid: true })
    clock.time_ms += RETIRED_MS
    expect(await use(capabilities, token)).toMatchObject({ error: 'unknown_key' })
    expect((await capabilities.jwks()).keys).toHaveLength(1)
  })

  test('that are revoked fail verification on the other instance within half a second', async () => {
    const [one, other] = [open(cache), open(cache)]
    const token = await mint(other)
    await one.rotate(true)
    clock.time_ms += KEYS_FRESH_MS
    expect(await use(other, token)).toMatchObject({ error: 'unknown_key' })
    expect(await use(one, await mint(other))).toMatchObject({ valid: true })
  })

  test('are bounded in number', async () => {
    const capabilities = open(cache)
    await mint(capabilities)
    const rotate = async () => {
      for (let times = 0; times < 20; times += 1) {
        clock.time_ms += 10
        await capabilities.rotate(false)
      }
    }
    await expect(rotate()).rejects.toMatchObject({ code: 'limit_reached' })
    expect((await capabilities.jwks()).keys.length).toBeLessThanOrEqual(16)
    expect(await capabilities.rotate(true)).toHaveLength(1)
  })

  test('go on after the master key was rotated, and lie in the database sealed', async () => {
    const token = await mint(open(cache))
    await expect(mint(open(cache, [newerKey]))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await use(open(cache, [newerKey, masterKey]), token)).toMatchObject({ valid: true })
    expect(kidOf(await mint(open(cache, [newerKey])))).toBe(kidOf(token))
  })
})

test('a response is sent only after its audit entry is stored', async () => {
  const cache = await openCache()
  const refused = () => Promise.reject(new Failure('unavailable', 'the log is away'))
  await expect(mint(open(cache, [masterKey], refused))).rejects.toMatchObject({ code: 'unavailable' })
  const token = await mint(open(cache))
  await expect(use(open(cache, [masterKey], refused), token)).rejects.toMatchObject({ code: 'unavailable' })
})
