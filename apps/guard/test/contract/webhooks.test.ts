import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeTeam, post, send, type Served, serveWithKeys } from '../serve.ts'
import { isSignedBy, type Receiver, startReceiver } from '../webhooks/receiver.ts'

const HOOKS = '/v1/tenant/me/webhooks'
const BLOCK = { input_guardrails: { keyword_blocklist: { action: 'block', settings: { blocklist: ['falcon'] } } } }

let service: Served
let receiver: Receiver
let teams = 0
let key: string

beforeAll(async () => {
  service = await serveWithKeys({ env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
})
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await startReceiver()
  key = await makeTeam(service.url, `team-${(teams += 1)}`, { plan: 'enterprise', ...BLOCK })
  return () => receiver.close()
})

const api = (path: string, method = 'GET', body?: unknown, own = key) =>
  send(`${service.url}${HOOKS}${path}`, method, body, { 'x-api-key': own })
const hook = async (rest: object = {}): Promise<Record<string, unknown> & { id: string; secret: string }> => {
  const answer = await api('', 'POST', { url: receiver.url, ...rest })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as Record<string, unknown> & { id: string; secret: string }
}
const say = (message: string) => post(`${service.url}/guardrails/input`, { message }, { 'x-api-key': key })
const deliveries = async (path: string): Promise<Record<string, unknown>[]> =>
  (await api(path)).body['deliveries'] as Record<string, unknown>[]
const eventually = async <Value>(read: () => Promise<Value>, until: (value: Value) => boolean): Promise<Value> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const value = await read()
    if (until(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return read()
}

describe('webhooks', () => {
  proves('guard:webhooks.routes', 'are made, read, changed and deleted; the secret is shown once', async () => {
    const created = await hook({ events: ['guardrail_blocked'], description: 'for the chat' })
    expect(created).toMatchObject({
      enabled: true,
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
      url: receiver.url,
    })
    const item = { id: created.id, secret: '***', description: 'for the chat', events: ['guardrail_blocked'] }
    expect((await api('')).body).toMatchObject({ webhooks: [item] })
    expect((await api(`/${created.id}`)).body).toMatchObject(item)
    const changed = await api(`/${created.id}`, 'PUT', { secret: '***', enabled: false, events: ['*'] })
    expect(changed.body).toMatchObject({ enabled: false, events: ['*'], secret: '***', description: 'for the chat' })
    const rotated = await api(`/${created.id}`, 'PUT', { rotate_secret: true })
    expect(rotated.body['secret']).toMatch(/^whsec_/)
    expect(rotated.body['secret']).not.toBe(created.secret)
    expect((await api(`/${created.id}`, 'DELETE')).body).toEqual({ status: 'deleted', id: created.id })
    expect((await api(`/${created.id}`)).status).toBe(404)
  })

  proves(
    ['guard:webhooks.headers', 'guard:webhooks.signature'],
    'are called on a block, signed, without screened text',
    async () => {
      const secret = 'made-up-secret-of-the-receiver'
      const created = await hook({ secret, events: ['guardrail_blocked'] })
      expect((await say('all is well')).body).toMatchObject({ safe: true })
      expect((await say('tell me of falcon')).body).toMatchObject({ safe: false })
      const [call] = await receiver.until(1)
      expect(call!.headers).toMatchObject({
        'x-shield-event': 'guardrail_blocked',
        'x-shield-tenant': `team-${teams}`,
        'x-shield-timestamp': expect.stringMatching(/^\d{10}$/),
        'x-shield-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
        'content-type': 'application/json',
      })
      expect(isSignedBy(secret, call!)).toBe(true)
      expect(isSignedBy('another-secret-of-nobody', call!)).toBe(false)
      expect(call!.body).toMatchObject({
        id: call!.headers['x-shield-delivery'],
        event: 'guardrail_blocked',
        tenant_id: `team-${teams}`,
        data: { action: 'guard.input', verdict: 'block', guardrail: 'keyword_blocklist' },
      })
      expect(call!.text).not.toContain('falcon')
      const [delivery] = await eventually(
        () => deliveries(`/${created.id}/deliveries`),
        ([item]) => item?.['status'] === 'delivered',
      )
      expect(delivery).toMatchObject({
        status: 'delivered',
        attempts: 1,
        response_status: 200,
        event: 'guardrail_blocked',
      })
      expect(receiver.received).toHaveLength(1)
    },
  )

  proves('guard:webhooks.events', 'accept the events of the contract, and reject others', async () => {
    const events = [
      'guardrail_blocked',
      'tool_disabled',
      'tool_enabled',
      'policy_changed',
      'budget_exceeded',
      'approval_requested',
    ]
    expect(await hook({ events })).toMatchObject({ events })
    for (const wrong of [['made_up'], [], 'guardrail_blocked']) {
      expect((await api('', 'POST', { url: receiver.url, events: wrong })).status).toBe(422)
    }
  })

  test('are called immediately on the creating instance, and on others within a second', async () => {
    const other = await serveWithKeys({ database: service.database, env: { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' } })
    const sayThere = (message: string) => post(`${other.url}/guardrails/input`, { message }, { 'x-api-key': key })
    await sayThere('falcon')
    const { id } = await hook({ secret: 'too-short' })
    await say('falcon')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await sayThere('falcon')
    await receiver.until(2)
    await api(`/${id}`, 'PUT', { enabled: false })
    await say('falcon')
    expect(await deliveries(`/${id}/deliveries`)).toHaveLength(2)
    await other.close()
  })

  test('with a secret that is short are warned of', async () => {
    expect(await hook({ secret: 'too-short' })).toMatchObject({ warning: expect.stringContaining('brute-forced') })
    expect((await api('', 'POST', { url: receiver.url, secret: 'short' })).status).toBe(422)
  })

  test('are called when policies change', async () => {
    await hook({ events: ['policy_changed'] })
    await send(`${service.url}/v1/tenant/me/policies`, 'PUT', { ...BLOCK, output_guardrails: {} }, { 'x-api-key': key })
    const [call] = await receiver.until(1)
    expect(call!.body).toMatchObject({ event: 'policy_changed', data: { action: 'policy.update' } })
  })

  proves(
    ['guard:webhooks.deliveries', 'guard:webhooks.durable'],
    'are retried after a failure, and manually; their log contains the responses',
    async () => {
      const created = await hook()
      const key_of_theirs = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')
      receiver.answer = () => ({ status: 500, body: `no room for ${created.secret} and ${key_of_theirs}\u0007` })
      await say('falcon')
      await receiver.until(1)
      const [failed] = await eventually(
        () => deliveries(`/${created.id}/deliveries?status=pending`),
        ([item]) => item?.['attempts'] === 1,
      )
      expect(failed).toMatchObject({
        status: 'pending',
        response_status: 500,
        error: 'the receiver returned status 500',
      })
      const wait_ms = Date.parse(String(failed!['next_attempt_at'])) - Date.now()
      expect(wait_ms).toBeGreaterThan(5_000)
      expect(wait_ms).toBeLessThanOrEqual(10_000)
      expect(JSON.stringify(failed)).not.toContain(created.secret)
      expect(JSON.stringify(failed)).not.toContain(key_of_theirs)
      expect((failed!['log'] as unknown[])[0]).toMatchObject({
        snippet: expect.stringMatching(/^no room for \*\*\* and/),
      })
      receiver.answer = () => ({ status: 204 })
      const path = `/${created.id}/deliveries/${String(failed!['id'])}`
      expect((await api(`${path}/retry`, 'POST')).body).toMatchObject({ status: 'pending' })
      await receiver.until(2)
      const arrived = await eventually(
        async () => (await api(path)).body,
        ({ status }) => status === 'delivered',
      )
      expect(arrived).toMatchObject({ attempts: 2, response_status: 204, log: [{ status: 500 }, { status: 204 }] })
      expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
      expect((await api(`/deliveries/${String(failed!['id'])}/retry`, 'POST')).status).toBe(200)
    },
  )

  proves('guard:webhooks.dead-letters', 'that are abandoned are listed', async () => {
    const created = await hook()
    receiver.answer = () => ({ status: 410 })
    await say('falcon')
    const [dead] = await eventually(
      () => deliveries('/deliveries?status=dead'),
      (found) => found.length > 0,
    )
    expect(dead).toMatchObject({ webhook_id: created.id, status: 'dead', next_attempt_at: null, response_status: 410 })
    // A 410 response disables the webhook.
    expect((await api(`/${created.id}`)).body).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('410'),
    })
    expect((await api(`/deliveries/${String(dead!['id'])}/retry`, 'POST')).status).toBe(409)
  })

  test('can be tried out', async () => {
    const created = await hook({ enabled: false })
    expect((await api(`/${created.id}/test`, 'POST')).body).toMatchObject({
      ok: true,
      delivery: { event: 'ping', attempts: 1 },
    })
    expect(isSignedBy(created.secret, receiver.received[0]!)).toBe(true)
    receiver.answer = () => ({ status: 302, headers: { location: receiver.url } })
    expect((await api(`/${created.id}/test`, 'POST')).body).toMatchObject({
      ok: false,
      delivery: { status: 'dead', response_status: 302, error: expect.stringContaining('redirect') },
    })
    expect(receiver.received).toHaveLength(2)
  })

  test.each([
    ['http://169.254.169.254/latest', 422],
    ['https://10.0.0.7/hook', 422],
    ['https://[::1]/hook', 422],
    ['https://0x0a000007/hook', 422],
    ['ftp://example.com/hook', 422],
    ['https://user:word@example.com/', 422],
    ['not a url', 422],
    ['https://nowhere.invalid/hook', 201],
  ])('to %s are answered %i', async (url, status) => {
    const answer = await api('', 'POST', { url })
    expect(answer.status).toBe(status)
    expect(status === 422 || typeof answer.body['warning'] === 'string').toBe(true)
  })

  test('are the tenant’s own, in bounded number, and want a key of scope admin', async () => {
    const created = await hook()
    const rival = await makeTeam(service.url, `rival-${teams}`, { api_keys: [{ scope: 'admin' }] })
    for (const [path, method] of [
      [`/${created.id}`, 'GET'],
      [`/${created.id}`, 'DELETE'],
      [`/${created.id}/test`, 'POST'],
      [`/${created.id}/deliveries`, 'GET'],
      [`/${created.id}/deliveries/${created.id}`, 'GET'],
      [`/deliveries/${created.id}/retry`, 'POST'],
      ['/not-an-id', 'GET'],
    ] as const) {
      expect((await api(path, method, undefined, rival)).status, `${method} ${path}`).toBe(404)
    }
    expect((await api(`/${created.id}`, 'PUT', { enabled: false }, rival)).status).toBe(404)
    for (let count = 1; count < 10; count += 1) await hook()
    expect(await api('', 'POST', { url: receiver.url })).toMatchObject({
      status: 409,
      body: { error: 'limit_reached' },
    })
    const audit = await send(`${service.url}/v1/tenant/me/audit?action=webhook.create`, 'GET', undefined, {
      'x-api-key': key,
    })
    expect(audit.body['entries']).toHaveLength(10)
    expect(audit.text).not.toContain(created.secret)
  })
})
