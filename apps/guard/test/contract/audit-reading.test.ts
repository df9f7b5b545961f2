import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, ADMIN_KEY, type Answer, call, makeTeam, post, send, type Served, serveWithKeys } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

type Entry = Readonly<Record<string, unknown>>

/** Calls of a team of its own, with three verdicts in its log. */
async function team(id: string) {
  const key = await makeTeam(service.url, id, {
    input_guardrails: { keyword_blocklist: { action: 'block', settings: { blocklist: ['acme'] } } },
  })
  const own = { 'x-api-key': key }
  const get = (path: string, headers = {}) => call(`${service.url}${path}`, { headers: { ...own, ...headers } })
  await post(`${service.url}/v1/shield/classify`, { message: 'acme' }, { ...own, 'x-agent-key': 'bot-1' })
  const clean = await post(`${service.url}/v1/shield/classify`, { message: 'hello there' }, own)
  await post(`${service.url}/v1/shield/classify`, { message: 'I am ann@example.com' }, own)
  return { id, key, get, clean: String(clean.body['request_id']) }
}

const entriesOf = (answer: Answer) => answer.body['entries'] as Entry[]
const linesOf = ({ text }: Answer) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry)

describe('a page of the log', () => {
  test('contains only the requested entries', async () => {
    const { get, clean } = await team('asking')
    const count = async (query: string) => entriesOf(await get(`/v1/tenant/me/audit?${query}`)).length
    expect(await count('guardrail=keyword_blocklist')).toBe(1)
    // It found something there, though nothing followed from it.
    expect(await count('guardrail=pii_detection')).toBe(1)
    expect(await count('verdict=block')).toBe(1)
    expect(await count('agent=bot-1')).toBe(1)
    expect(await count('action=guard.input&verdict=pass')).toBe(1)
    expect(await count(`request_id=${clean}`)).toBe(1)
    const past = encodeURIComponent(new Date(Date.now() - 60_000).toISOString())
    const soon = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
    expect(await count(`since=${past}&until=${soon}`)).toBe(4)
    expect([await count(`since=${soon}`), await count(`until=${past}`)]).toEqual([0, 0])
    expect(await count('agent=%22%2C%22')).toBe(0)
  })

  proves.each(
    ['all:errors.guard-422-loc'],
    [['since=yesterday'], ['until=2026'], ['action=%00'], [`agent=${'a'.repeat(129)}`], ['format=xml']],
  )('with ?%s is a 422 at the query', async (query) => {
    for (const path of query.startsWith('format') ? ['/v1/admin/audit/export'] : ['/v1/admin/audit']) {
      const answer = await admin(`${service.url}${path}?${query}`, 'GET')
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: [{ loc: ['query', query.split('=')[0]] }] })
    }
  })

  proves(
    ['guard:endpoints.admin-audit', 'guard:endpoints.admin-tenant-audit'],
    'of any tenant is for the administrators',
    async () => {
      const { id } = await team('watched')
      const of = async (path: string) => entriesOf(await admin(`${service.url}${path}`, 'GET'))
      const blocked = await of(`/v1/admin/tenants/${id}/audit?verdict=block&limit=1`)
      expect(blocked).toMatchObject([
        { tenant_id: id, guardrail: 'keyword_blocklist', details: { agent_key: 'bot-1' } },
      ])
      const all = await of('/v1/admin/audit?agent=bot-1&action=guard.input&actor=nobody')
      expect(all).toEqual([])
      expect(await of(`/v1/admin/audit?request_id=${String(blocked[0]!['request_id'])}`)).toEqual(blocked)
    },
  )
})

describe('an export', () => {
  test('is JSON Lines of all that the pages show, newest first, and is itself in the log', async () => {
    const { get } = await team('exporting')
    const answer = await get('/v1/tenant/me/audit/export')
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit-exporting.jsonl"')
    expect(answer.headers.get('x-next-cursor')).toBeNull()
    const lines = linesOf(answer)
    expect(lines).toEqual(entriesOf(await get('/v1/tenant/me/audit')))
    expect(lines[0]).toMatchObject({ action: 'audit.export', details: { format: 'jsonl' } })
  })

  test('continues after the previous page and returns each entry once', async () => {
    const { get } = await team('parts')
    const seen: unknown[] = []
    let cursor = ''
    for (let part = 0; part < 10 && cursor !== 'none'; part += 1) {
      const answer = await get(`/v1/tenant/me/audit/export?limit=2&action=guard.input${cursor}`)
      seen.push(...linesOf(answer).map(({ seq }) => seq))
      const next = answer.headers.get('x-next-cursor')
      cursor = next === null ? 'none' : `&cursor=${next}`
    }
    expect(seen).toEqual([4, 3, 2])
    expect((await get('/v1/tenant/me/audit/export?cursor=nonsense')).status).toBe(422)
  })

  test('is CSV on request, with formulas escaped', async () => {
    const { get, key } = await team('tabular')
    await post(`${service.url}/v1/shield/classify`, { message: 'hello' }, { 'x-api-key': key, 'x-request-id': '-2+3' })
    for (const answer of [
      await get('/v1/tenant/me/audit/export?format=csv&action=guard.input'),
      await get('/v1/tenant/me/audit/export?action=guard.input', { accept: 'text/csv, */*;q=0.1' }),
    ]) {
      expect(answer.headers.get('content-type')).toMatch(/^text\/csv/)
      expect(answer.headers.get('content-disposition')).toMatch(/\.csv"$/)
      const lines = answer.text.trimEnd().split('\r\n')
      expect(lines[0]).toBe(
        'id,timestamp,tenant_id,seq,actor,action,guardrail,verdict,request_id,details,prev_hash,hash',
      )
      expect(lines).toHaveLength(5)
      expect(lines[1]).toMatch(/,tabular,5,tenant:tabular,guard\.input,,pass,'-2\+3,"\{""safe"":true/)
    }
    expect((await get('/v1/tenant/me/audit/export', { accept: 'application/json' })).text[0]).toBe('{')
  })

  test('of another tenant, or of all, is for the administrators alone', async () => {
    const [mine, theirs] = [await team('mine'), await team('theirs')]
    for (const entry of linesOf(await mine.get('/v1/tenant/me/audit/export?tenant_id=theirs'))) {
      expect(entry['tenant_id']).toBe('mine')
    }
    for (const path of ['/v1/admin/audit/export', `/v1/admin/tenants/${theirs.id}/audit/export`]) {
      expect((await mine.get(path)).status).toBe(401)
    }
    const lines = linesOf(await admin(`${service.url}/v1/admin/tenants/theirs/audit/export`, 'GET'))
    expect(new Set(lines.map(({ tenant_id }) => tenant_id))).toEqual(new Set(['theirs']))
    expect(lines[0]).toMatchObject({ action: 'audit.export', actor: 'admin:platform' })
    const all = linesOf(await admin(`${service.url}/v1/admin/audit/export`, 'GET'))
    expect(all[0]).toMatchObject({ action: 'audit.export', tenant_id: '$deployment' })
    expect(new Set(all.map(({ tenant_id }) => tenant_id)).size).toBeGreaterThan(2)
    expect((await admin(`${service.url}/v1/admin/tenants/$deployment/audit`, 'GET')).status).toBe(404)
  })

  test('streams many entries in chunks without duplicates, and sends a few at once', async () => {
    const { id } = await team('large')
    const many = 1_300
    await service.store.withConnection(async (client) => {
      await client.query(
        `INSERT INTO audit_entries (tenant_id, seq, id, timestamp, actor, action, details, prev_hash, hash)
         SELECT $1, 100 + n, gen_random_uuid(), now(), 'made-up', 'guard.input', '{}', '', '' FROM generate_series(1, $2) n`,
        [id, many],
      )
      await client.query('UPDATE audit_heads SET seq = $2 WHERE tenant_id = $1', [id, 100 + many])
    })
    const url = `${service.url}/v1/admin/tenants/${id}/audit/export?actor=made-up`
    const lines = linesOf(await admin(url, 'GET'))
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: many }, (_, n) => 100 + many - n))
    for (const limit of [500, 501, 1_000]) {
      const part = await admin(`${url}&limit=${limit}`, 'GET')
      expect(linesOf(part)).toHaveLength(limit)
      const rest = await admin(`${url}&cursor=${part.headers.get('x-next-cursor')}`, 'GET')
      expect(linesOf(rest)[0]).toMatchObject({ seq: 100 + many - limit })
    }
    // A caller with constant requests for all entries is rate-limited, and served afterwards.
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => fetch(url, { headers: { 'x-admin-key': ADMIN_KEY } })),
    )
    for (const { status, headers } of responses) {
      expect([`${status} null`, '503 10']).toContain(`${status} ${headers.get('retry-after')}`)
      expect([200, 503]).toContain(status)
    }
    await Promise.all(responses.map((answer) => answer.text()))
    await expect.poll(async () => (await send(url, 'GET', undefined, { 'x-admin-key': ADMIN_KEY })).status).toBe(200)
  })
})
