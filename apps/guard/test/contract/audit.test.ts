import { setTimeout as wait } from 'node:timers/promises'
import { createAuditLog } from '@gatehouse/store/audit'
import { temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, type Answer, call, makeKey, makeTenant, post, type Served, serve, serveWithKeys } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const words = { 'keyword-blocklist': { action: 'block', blocklist: ['acme'] } }

type Entry = Readonly<Record<string, unknown>>

/** Calls of a tenant of its own. */
async function newTenant(id: string) {
  await makeTenant(service.store, id)
  const { id: keyId, key } = await makeKey(service.store, id, 'admin')
  const headers = { 'x-api-key': key }
  const get = (path: string) => call(`${service.url}${path}`, { headers })
  return {
    keyId,
    get,
    send: (path: string, body: unknown) => post(`${service.url}${path}`, body, headers),
    entries: async (query = '') => (await get(`/v1/tenant/me/audit${query}`)).body['entries'] as Entry[],
  }
}

describe('an entry', () => {
  proves(
    ['guard:audit.entry-fields', 'guard:audit.me', 'guard:audit.page', 'all:times.iso', 'all:ids.uuidv7'],
    'has every field of the contract',
    async () => {
      const acme = await newTenant('entry-fields')
      const { body } = await acme.send('/guardrails/input', { message: 'acme', input: words })
      const page = await acme.get('/v1/tenant/me/audit')
      expect(page.body).toEqual({ entries: [expect.any(Object)], next_cursor: null })
      const [entry] = page.body['entries'] as Entry[]
      expect(entry).toMatchObject({
        id: expect.stringMatching(UUIDV7) as string,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        tenant_id: 'entry-fields',
        actor: 'tenant:entry-fields',
        action: 'guard.input',
        guardrail: 'keyword_blocklist',
        verdict: 'block',
        request_id: body['request_id'],
        details: expect.objectContaining({ key_id: acme.keyId }) as object,
        prev_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      })
    },
  )

  proves.each(
    ['guard:endpoints.classify-tenant-audited', 'guard:events.results-audited'],
    [
      ['/guardrails/input', { message: 'acme', input: words }],
      ['/v1/shield/classify', { message: 'acme', session_id: 's' }],
      ['/guardrails/output', { output: 'ann@example.com' }],
      ['/v1/shield/classify_output', { output: 'ann@example.com', session_id: 's' }],
    ],
  )('of %s names every guard with its findings', async (path, body) => {
    const acme = await newTenant(`results${path.replaceAll('/', '-')}`)
    const answer = await acme.send(path, body)
    const results = answer.body['guardrail_results'] as { guardrail: string; passed: boolean; action: string }[]
    const [entry] = await acme.entries()
    const details = entry?.['details'] as { passed: string[]; findings?: { guardrail: string; action: string }[] }
    expect(details.passed).toEqual(results.filter(({ passed }) => passed).map(({ guardrail }) => guardrail))
    expect((details.findings ?? []).map(({ guardrail, action }) => [guardrail, action])).toEqual(
      results.filter(({ passed }) => !passed).map(({ guardrail, action }) => [guardrail, action]),
    )
  })

  proves('guard:input.session-id', 'names the session that the check was for', async () => {
    const acme = await newTenant('sessions')
    await acme.send('/guardrails/input', { message: 'x', session_id: 'session-7' })
    expect((await acme.entries())[0]).toMatchObject({ details: { session_id: 'session-7' } })
  })

  proves('all:errors.nothing-leaks', 'contains no screened text', async () => {
    const acme = await newTenant('no-content')
    await acme.send('/guardrails/input', { message: 'acme, my card is 4111 1111 1111 1111 zebra-77', input: words })
    await acme.send('/guardrails/output', { output: 'ann.marker@example.com' })
    expect(JSON.stringify(await acme.entries())).not.toMatch(/zebra-77|4111|ann\.marker/)
  })
})

describe('an answer', () => {
  proves('all:audit.durable-before-answer', 'is returned only when other readers can see its entry', async () => {
    const acme = await newTenant('durable')
    const check = async (n: number): Promise<void> => {
      const { body } = await acme.send('/guardrails/input', { message: `message ${n}` })
      const found = await service.store.withConnection(async (client) => {
        const { rowCount } = await client.query('SELECT FROM audit_entries WHERE request_id = $1', [body['request_id']])
        return rowCount
      })
      expect(found).toBe(1)
    }
    await Promise.all(Array.from({ length: 50 }, (_, n) => check(n)))
  })

  proves(
    ['all:audit.durable-before-answer', 'all:errors.503', 'all:errors.nothing-leaks'],
    'is a 503 and no verdict while the log cannot be written',
    async () => {
      const database = await temporaryDatabase()
      const lost = await serve({ database })
      try {
        expect((await post(`${lost.url}/guardrails/input`, { message: 'x' })).status).toBe(200)
        await database.store.withConnection((client) => client.query('ALTER TABLE audit_heads RENAME TO elsewhere'))
        const answer = await post(`${lost.url}/guardrails/input`, { message: 'x' })
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
        expect(answer.body).toMatchObject({ error: 'unavailable' })
        expect(answer.text).not.toMatch(/guardrail_results|audit_heads|SELECT|INSERT|postgres/i)
        expect(lost.log.join('')).toMatch(/dependency failed/)
        await database.store.withConnection((client) => client.query('ALTER TABLE elsewhere RENAME TO audit_heads'))
        const deadline_ms = performance.now() + 10_000
        let back: Answer
        do {
          back = await post(`${lost.url}/guardrails/input`, { message: 'x' })
          if (back.status !== 200) await wait(50)
        } while (back.status !== 200 && performance.now() < deadline_ms)
        expect(back.status).toBe(200)
      } finally {
        await lost.close()
        await database.drop()
      }
    },
  )
})

describe('the chain', () => {
  proves(
    ['all:audit.chained', 'all:audit.verify-endpoint', 'guard:audit.verify'],
    'links each entry to the previous one, and verifies',
    async () => {
      const acme = await newTenant('chained')
      await Promise.all(Array.from({ length: 20 }, (_, n) => acme.send('/guardrails/input', { message: `m ${n}` })))
      const entries = (await acme.entries()).toReversed()
      expect(entries.map(({ prev_hash }) => prev_hash).slice(1)).toEqual(entries.map(({ hash }) => hash).slice(0, -1))
      expect((await acme.get('/v1/tenant/me/audit/verify')).body).toMatchObject({ valid: true, checked: 20 })
    },
  )

  proves(['guard:audit.verify'], 'names the first broken link after an entry was changed', async () => {
    const acme = await newTenant('tampered')
    for (let n = 0; n < 5; n += 1) await acme.send('/guardrails/input', { message: `m ${n}` })
    await service.store.withConnection(async (client) => {
      await client.query('SET session_replication_role = replica')
      await client.query(`UPDATE audit_entries SET verdict = 'block' WHERE tenant_id = 'tampered' AND seq = 3`)
      await client.query('RESET session_replication_role')
    })
    expect((await acme.get('/v1/tenant/me/audit/verify')).body).toMatchObject({
      valid: false,
      checked: 2,
      first_broken: { seq: 3, id: expect.stringMatching(UUIDV7) as string },
    })
  })

  proves('all:audit.chained', 'of one tenant is independent of others', async () => {
    const [one, two] = [await newTenant('chain-one'), await newTenant('chain-two')]
    await Promise.all([one, two, one, two].map((tenant) => tenant.send('/guardrails/input', { message: 'x' })))
    for (const tenant of [one, two]) {
      expect((await tenant.get('/v1/tenant/me/audit/verify')).body).toMatchObject({ valid: true, checked: 2 })
    }
  })
})

describe('an administrator', () => {
  test('verifies the chain of any tenant over HTTP, and a tenant that of no other', async () => {
    const acme = await newTenant('verified')
    await acme.send('/guardrails/input', { message: 'x' })
    const url = `${service.url}/v1/admin/tenants/verified/audit/verify`
    const { body } = await admin(url, 'GET')
    expect(body).toMatchObject({ tenant_id: 'verified', valid: true, checked: 1, seal: { state: 'sealed' } })
    expect((await acme.get('/v1/admin/tenants/verified/audit/verify')).status).toBe(401)
    await service.store.withConnection((client) =>
      client.query(`UPDATE audit_heads SET seal = decode(repeat('ab', 32), 'hex') WHERE tenant_id = 'verified'`),
    )
    expect((await admin(url, 'GET')).body).toMatchObject({ valid: false, seal: { state: 'invalid' } })
    expect((await acme.get('/v1/tenant/me/audit/verify')).body).toMatchObject({ valid: false })
  })
})

describe('reading', () => {
  proves('guard:audit.me', 'shows a tenant its own entries alone', async () => {
    const [mine, theirs] = [await newTenant('reader'), await newTenant('stranger')]
    await mine.send('/guardrails/input', { message: 'x' })
    for (let n = 0; n < 3; n += 1) await theirs.send('/guardrails/input', { message: 'x' })
    for (const query of ['', '?tenant_id=stranger', '?action=guard.input', `?actor=tenant:${theirs.keyId}`]) {
      for (const entry of await mine.entries(query)) expect(entry['tenant_id']).toBe('reader')
    }
    const theirPage = await theirs.get('/v1/tenant/me/audit?limit=1')
    const stolen = await mine.entries(`?cursor=${String(theirPage.body['next_cursor'])}`)
    for (const entry of stolen) expect(entry['tenant_id']).toBe('reader')
    expect((await mine.get('/v1/tenant/me/audit/verify')).body).toMatchObject({ tenant_id: 'reader', checked: 1 })
  })

  test('by actor returns all entries of a tenant and of a key, including older entry versions', async () => {
    const acme = await newTenant('by-actor')
    await acme.send('/guardrails/input', { message: 'x' })
    await acme.send('/v1/shield/tool/check', { tool_name: 'x', tool_params: {} })
    const earlier = { tenant_id: 'by-actor', actor: `tenant:${acme.keyId}`, action: 'guard.earlier' }
    const log = createAuditLog(service.store, { instanceId: 'test' })
    await log.append(earlier)
    await log.append({ ...earlier, actor: 'tenant:other-key', action: 'guard.other-key' })
    await log.append({ ...earlier, actor: 'system', action: 'webhook.disable' })
    await log.close()
    const actions = async (actor: string) => {
      const { body } = await admin(`${service.url}/v1/admin/audit?actor=${actor}`, 'GET')
      return (body['entries'] as { action: string }[]).map(({ action }) => action).toSorted()
    }
    expect(await actions('tenant:by-actor')).toEqual(['guard.earlier', 'guard.input', 'guard.other-key', 'guard.tool'])
    expect(await actions(`tenant:${acme.keyId}`)).toEqual(['guard.earlier', 'guard.input', 'guard.tool'])
    expect(await actions('tenant:somebody-else')).toEqual([])
  })

  proves('guard:audit.page', 'is paged, newest first, each entry once', async () => {
    const acme = await newTenant('paged')
    for (let n = 0; n < 7; n += 1) await acme.send('/guardrails/input', { message: 'x' })
    const seen: Entry[] = []
    let query = '?limit=3'
    for (let page = 0; page < 3; page += 1) {
      const { body } = await acme.get(`/v1/tenant/me/audit${query}`)
      seen.push(...(body['entries'] as Entry[]))
      query = `?limit=3&cursor=${String(body['next_cursor'])}`
      expect(body['next_cursor'] === null).toBe(page === 2)
    }
    expect(seen.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  proves.each(
    ['all:errors.guard-422-loc'],
    [['limit=0'], ['limit=201'], ['limit=many'], ['limit=1.5'], ['cursor=nonsense'], ['cursor=c2VxOi0x']],
  )('with ?%s is a 422 at the query', async (query) => {
    const acme = await newTenant(`query-${query.replaceAll(/[^a-z0-9]/gi, '-')}`)
    const answer = await acme.get(`/v1/tenant/me/audit?${query}`)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: [{ loc: ['query', query.split('=')[0]] }] })
  })
})
