import type { AttackHold } from '@gatehouse/contracts/agents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedRedis } from '../races/pair.ts'
import { admin, type Answer, makeKey, makeTeam, post, send, serveWithKeys, type Served } from '../serve.ts'

const PATH = '/v1/tenant/me/agentic/holds'
/** The default caller. */
const WHO = { agent_key: 'bot', session_id: 's-1' }

interface List {
  readonly holds: readonly AttackHold[]
  readonly total: number
  readonly next_cursor: string | null
}

const redis = await sharedRedis()
afterAll(() => redis.close())

describe.each([
  { name: 'this process', url: undefined, skip: false },
  { name: 'Redis', url: redis.url, skip: redis.url === undefined },
])('lockouts stored in $name', ({ name, url, skip }) => {
  const prefix = name.slice(0, 2).toLowerCase()
  let service: Served
  beforeAll(async () => {
    if (!skip) service = await serveWithKeys(url === undefined ? {} : { env: { CACHE_URL: url } })
  })
  afterAll(() => service?.close())

  async function team(id: string, settings: object = {}) {
    const guards = { agentic_guardrails: { attack_budget: { enabled: true, settings: { blocks: 2, ...settings } } } }
    // All runs of these tests share one Redis.
    const tenant = `${prefix}-${id}-${Date.now().toString(36)}`
    const headers = { 'x-api-key': await makeTeam(service.url, tenant, { plan: 'enterprise', ...guards }) }
    const policies = {
      pay: { rate_limit: { limit: 100_000 }, parameter_policy: { numeric_limits: { amount: { max: 1 } } } },
    }
    expect((await send(`${service.url}/v1/agents/tools/policies`, 'PUT', policies, headers)).status).toBe(200)
    const call = (tool_name: string, caller: object = {}, tool_params: object = {}): Promise<Answer> =>
      post(`${service.url}/v1/shield/tool/check`, { tool_name, tool_params, ...WHO, ...caller }, headers)
    return {
      tenant,
      headers,
      /** Whether a harmless call is denied by a lockout. */
      isHeld: async (caller: object = {}) => (await call('read', caller)).body['allowed'] === false,
      /** Blocked as often as is enough. */
      attack: async (caller: object = {}, times = 2) => {
        for (let at = 0; at < times; at++)
          expect((await call('pay', caller, { amount: 9 })).body['allowed']).toBe(false)
      },
      list: async (query = ''): Promise<List> => {
        const answer = await send(`${service.url}${PATH}${query}`, 'GET', undefined, headers)
        return JSON.parse(answer.text) as List
      },
      lift: (id_: unknown, body: object = {}, as: Record<string, string> = headers): Promise<Answer> =>
        post(`${service.url}${PATH}/${String(id_)}/lift`, body, as),
      lifts: async () => {
        const { body } = await admin(
          `${service.url}/v1/admin/tenants/${tenant}/audit?action=hold.lift&limit=200`,
          'GET',
        )
        return body['entries'] as { details: object }[]
      },
    }
  }

  test.skipIf(skip)('lists subject, reason and expiry of each lockout, to its own tenant only', async () => {
    const { list, attack, isHeld, tenant } = await team('told')
    const other = await team('other')
    expect(await list()).toMatchObject({ tenant_id: tenant, holds: [], total: 0, complete: true, guard_enabled: true })
    const before = Date.now()
    await attack()
    expect(await isHeld()).toBe(true)
    const { holds, total } = await list()
    expect(total).toBe(1)
    const [item] = holds
    expect(item).toMatchObject({
      scope: 'session',
      agent_key: 'bot',
      session_id: 's-1',
      user_id: null,
      unnamed_only: false,
      guardrails: ['parameter_policy'],
      blocks: 2,
      window_seconds: 300,
    })
    expect(Date.parse(item!.until) - Date.parse(item!.since)).toBe(600_000)
    expect(Date.parse(item!.since)).toBeGreaterThanOrEqual(before)
    // The audit log contains the request.
    const log = await admin(`${service.url}/v1/admin/tenants/${tenant}/audit?limit=200`, 'GET')
    expect(JSON.stringify(log.body)).toContain(item!.request_id)
    expect(await other.list()).toMatchObject({ total: 0, holds: [] })
    expect((await other.lift(item!.id)).status).toBe(404)
    expect(await isHeld()).toBe(true)
  })

  test.skipIf(skip)('a release applies immediately, is logged once, and restarts the attempt count', async () => {
    const { list, attack, isHeld, lift, lifts } = await team('lift')
    await attack()
    const [item] = (await list()).holds
    const lifted = await lift(item!.id, { reason: ' our own test ' })
    expect(lifted).toMatchObject({ status: 200, body: { success: true, was_held: true, hold: { id: item!.id } } })
    expect(await isHeld()).toBe(false)
    expect(await list()).toMatchObject({ total: 0 })
    expect((await lift(item!.id)).body).toMatchObject({ was_held: false })
    const detail = { hold_id: item!.id, scope: 'session', session_id: 's-1', agent_key: 'bot', reason: 'our own test' }
    expect((await lifts()).map(({ details }) => details)).toEqual([expect.objectContaining(detail)])
    // The next attempt counts as the first: it is not sufficient alone, and the old attempts do not exempt it forever.
    await attack({}, 1)
    expect(await isHeld()).toBe(false)
    await attack({}, 1)
    expect(await isHeld()).toBe(true)
    // An old id does not end a lockout that started later.
    expect((await lift(item!.id)).body).toMatchObject({ was_held: false })
    expect(await isHeld()).toBe(true)
    expect((await list()).holds[0]!.id).not.toBe(item!.id)
  })

  test.skipIf(skip)('of many concurrent releases exactly one succeeds', async () => {
    const { list, attack, lift, lifts } = await team('race')
    await attack()
    const [item] = (await list()).holds
    const answers = await Promise.all(Array.from({ length: 12 }, () => lift(item!.id)))
    expect(answers.map(({ body }) => body['was_held']).filter(Boolean)).toHaveLength(1)
    expect(await lifts()).toHaveLength(1)
  })

  test.skipIf(skip)('users and agents are listed by kind, page by page', async () => {
    const { list, attack, isHeld, lift } = await team('pages', { agent_blocks: 4 })
    await attack({ user_id: 'eve' })
    await attack({ session_id: 's-2' })
    const all = (await list()).holds
    expect(all.map(({ scope }) => scope).toSorted()).toEqual(['agent', 'session', 'session', 'user'])
    expect(all.find(({ scope }) => scope === 'user')).toMatchObject({
      user_id: 'eve',
      agent_key: null,
      session_id: null,
    })
    expect(all.find(({ scope }) => scope === 'agent')).toMatchObject({
      user_id: null,
      agent_key: 'bot',
      session_id: null,
    })
    const paged: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: List = await list(`?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(page).toMatchObject({ total: 4 })
      paged.push(...page.holds.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(paged).toEqual(all.map(({ id }) => id))
    // The agent's lockout applies to every session; without it other sessions continue.
    expect(await isHeld({ session_id: 's-3' })).toBe(true)
    await lift(all.find(({ scope }) => scope === 'agent')!.id)
    expect(await isHeld({ session_id: 's-3' })).toBe(false)
    expect(await isHeld({ session_id: 's-2' })).toBe(true)
  })

  test.skipIf(skip)('names of attackers are reported verbatim, up to the length limit', async () => {
    const { list, attack, lift } = await team('names', { blocks: 1 })
    const odd = [
      '<img src=x onerror=alert(1)>',
      'a:b:c',
      '\u202Ereversed',
      '{"until_ms":1}',
      '__proto__',
      'x'.repeat(256),
    ]
    for (const session_id of odd) await attack({ session_id }, 1)
    const { holds } = await list()
    // Newest first: the agent has been enough in between.
    const sessions = holds.filter(({ scope }) => scope === 'session')
    expect(sessions.map(({ session_id }) => session_id)).toEqual(odd.toReversed())
    for (const { id } of sessions) expect((await lift(id)).body).toMatchObject({ was_held: true })
    expect((await list()).holds.map(({ scope }) => scope)).toEqual(['agent'])
  })

  test.skipIf(skip)('a flood of sessions is reported instead of silently hiding entries', async () => {
    const { list, attack, isHeld } = await team('flood', { blocks: 1, agent_blocks: 0 })
    const sessions = Array.from({ length: 510 }, (_none, at) => `flood-${at}`)
    for (let at = 0; at < sessions.length; at += 30) {
      await Promise.all(sessions.slice(at, at + 30).map((session_id) => attack({ session_id }, 1)))
    }
    const page = await list('?limit=1')
    expect(page).toMatchObject({ total: 500, complete: false })
    expect(await isHeld({ session_id: 'flood-0' })).toBe(true)
  })

  test.skipIf(skip)('keys of scope runtime neither see nor lift', async () => {
    const { list, attack, lift, isHeld, tenant } = await team('scope')
    await attack()
    const runtime = { 'x-api-key': (await makeKey(service.store, tenant, 'runtime')).key }
    const [item] = (await list()).holds
    expect(await send(`${service.url}${PATH}`, 'GET', undefined, runtime)).toMatchObject({ status: 403 })
    expect(await lift(item!.id, {}, runtime)).toMatchObject({ status: 403 })
    expect(await isHeld()).toBe(true)
  })

  test.skipIf(skip).each(['no-such-thing', '0199f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a', '%00', '*'])(
    'lifts no %s',
    async (id) => {
      const { lift, lifts } = await team(`bad-${Buffer.from(id).toString('hex').slice(0, 8)}`)
      expect([404, 422]).toContain((await lift(id)).status)
      expect(await lifts()).toEqual([])
    },
  )
})
