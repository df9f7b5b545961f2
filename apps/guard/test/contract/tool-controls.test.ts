import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, post, resultOf, send, serveWithKeys, type Served } from '../serve.ts'

/** Two instances on one database. */
let service: Served
let other: Served
beforeAll(async () => {
  service = await serveWithKeys()
  other = await serveWithKeys({ database: service.database })
})
afterAll(async () => {
  await other.close()
  await service.close()
})

async function team(id: string, agentic_guardrails: object = {}) {
  const key = await makeTeam(service.url, id, { plan: 'enterprise', agentic_guardrails })
  const headers = { 'x-api-key': key }
  return {
    key,
    check: (tool_name: string, rest: object = {}, on = service): Promise<Answer> =>
      post(`${on.url}/v1/shield/tool/check`, { tool_name, agent_key: 'bot', ...rest }, headers),
    post: (path: string, body: unknown = {}, on = service): Promise<Answer> => post(`${on.url}${path}`, body, headers),
    get: (path: string): Promise<Answer> => send(`${service.url}${path}`, 'GET', undefined, headers),
  }
}

describe('the kill switch', () => {
  proves(
    [
      'guard:kill-switch.routes',
      'guard:kill-switch.list',
      'guard:tool-verdict.disabled-by',
      'guard:tool-verdict.message-on-kill-switch',
    ],
    'disables a tool with an actor and a reason, and enables it again',
    async () => {
      const { check, post: send_, get } = await team('switch')
      expect((await check('mail.send')).body).toMatchObject({ allowed: true })
      const off = await send_('/v1/shield/tools/mail.send/disable', { reason: 'sends to strangers' })
      expect(off).toMatchObject({ status: 200, body: { success: true, disabled: true } })
      const blocked = await eventually(
        () => check('mail.send'),
        ({ body }) => body['allowed'] === false,
      )
      expect(blocked.body).toMatchObject({
        action: 'block',
        reason: 'sends to strangers',
        disabled_by: expect.stringMatching(/^tenant:/) as string,
        message: expect.stringContaining('sends to strangers') as string,
      })
      const list = await get('/v1/shield/tools/disabled')
      expect(list.body).toMatchObject({
        total: 1,
        disabled: [{ tool_name: 'mail.send', reason: 'sends to strangers' }],
      })
      const on = await send_('/v1/shield/tools/mail.send/enable', { reason: 'mended' })
      expect(on.body).toMatchObject({ success: true, disabled: false, was_disabled: true })
      await eventually(
        () => check('mail.send'),
        ({ body }) => body['allowed'] === true,
      )
      expect((await get('/v1/shield/tools/disabled')).body).toMatchObject({ total: 0 })
    },
  )

  test.each(['crm:delete', 'a.b.c', encodeURIComponent('route/tool')])('accepts the name %s', async (name) => {
    const { check, post: send_ } = await team(`name-${name.replaceAll(/\W/g, '-')}`)
    expect((await send_(`/v1/shield/tools/${name}/disable`)).status).toBe(200)
    await eventually(
      () => check(decodeURIComponent(name)),
      ({ body }) => body['allowed'] === false,
    )
  })

  test('stops all tools of a prefix, and reports a tool that is still stopped by the prefix', async () => {
    const { check, post: send_ } = await team('prefix')
    await send_('/v1/shield/tools/crm.*/disable', { reason: 'all of them' })
    await eventually(
      () => check('crm.read'),
      ({ body }) => body['allowed'] === false,
    )
    const on = await send_('/v1/shield/tools/crm.read/enable')
    expect(on.body).toMatchObject({ was_disabled: false, disabled: true, still_disabled_by: 'crm.*' })
  })

  test('reaches every instance', async () => {
    const { check, post: send_ } = await team('everywhere')
    await check('mail', {}, other)
    await send_('/v1/shield/tools/mail/disable')
    await expect.poll(async () => (await check('mail', {}, other)).body['allowed']).toBe(false)
  })

  test.each(['a*b', '%20mail', '%E2%80%8Bmail'])('refuses the name %s', async (name) => {
    const { post: send_ } = await team(`bad-${Buffer.from(name).toString('hex')}`)
    expect((await send_(`/v1/shield/tools/${name}/disable`)).status).toBe(422)
  })
})

describe('the circuit breaker of a tool', () => {
  const path = '/v1/tenant/me/agentic/circuit-breakers'

  proves(
    [
      'guard:breaker.opens',
      'guard:breaker.report',
      'guard:breaker.report-body',
      'guard:breaker.list',
      'guard:breaker.reset',
      'guard:states.breaker-opens',
      'guard:states.breaker-open-blocks',
      'guard:breaker.open-300s',
    ],
    'opens at the third failed call in a row, blocks, is listed and reset',
    async () => {
      const { check, post: send_, get } = await team('breaker')
      const failed = { tool_name: 'search', success: false, latency_ms: 30, error: 'password=hunter2-made-up' }
      expect((await send_(`${path}/report`, failed)).body).toMatchObject({ success: true, state: 'closed' })
      await send_(`${path}/report`, failed)
      expect((await check('search')).body).toMatchObject({ allowed: true })
      expect((await send_(`${path}/report`, failed)).body).toMatchObject({ state: 'open' })
      const blocked = await check('search')
      expect(blocked.body).toMatchObject({ allowed: false, action: 'block' })
      expect(resultOf(blocked, 'circuit_breaker')).toMatchObject({ passed: false })
      expect((await check('other')).body).toMatchObject({ allowed: true })
      const list = await get(path)
      expect(list.body).toMatchObject({
        total: 1,
        circuit_breakers: [{ tool_name: 'search', state: 'open', failures: 3 }],
      })
      const [breaker] = list.body['circuit_breakers'] as { opened_at: string; retry_at: string }[]
      expect(Date.parse(breaker!.retry_at) - Date.parse(breaker!.opened_at)).toBe(300_000)
      expect(list.text).not.toContain('hunter2-made-up')
      expect((await send_(`${path}/search/reset`)).body).toMatchObject({ success: true, was_open: true })
      expect((await check('search')).body).toMatchObject({ allowed: true })
      expect((await get(path)).body).toMatchObject({ total: 0 })
    },
  )

  proves(
    ['guard:breaker.half-open', 'guard:breaker.slow-counts'],
    'counts slow calls, then admits one probe, and closes when the probe succeeds',
    async () => {
      const settings = { open_seconds: 1, latency_threshold_ms: 100 }
      const { check, post: send_ } = await team('half-open', { circuit_breaker: { settings } })
      for (let times = 0; times < 3; times++) {
        await send_(`${path}/report`, { tool_name: 'slow', success: true, latency_ms: 101 })
      }
      expect((await check('slow')).body).toMatchObject({ allowed: false })
      await new Promise((resolve) => setTimeout(resolve, 1_050))
      const tries = await Promise.all(Array.from({ length: 10 }, () => check('slow')))
      expect(tries.filter(({ body }) => body['allowed'] === true)).toHaveLength(1)
      const closed = await send_(`${path}/report`, { tool_name: 'slow', success: true, latency_ms: 5 })
      expect(closed.body).toMatchObject({ state: 'closed' })
      expect((await check('slow')).body).toMatchObject({ allowed: true })
    },
  )
})

describe('the confirmation of a sensitive action', () => {
  const call = { tool_params: { id: 7 } }

  proves(
    ['guard:confirmation.actions', 'guard:confirmation.answer', 'guard:names.sensitive-action-confirmation'],
    'is required, and its token allows the repeated call once',
    async () => {
      const { check } = await team('confirm', {
        sensitive_action_confirmation: { settings: { actions: ['wipe_disk'] } },
      })
      for (const tool of ['delete_account', 'bulk_export', 'modify_permissions', 'purge_data', 'wipe_disk']) {
        const answer = await check(tool, call)
        expect(answer.body).toMatchObject({ allowed: false, action: 'require_approval' })
        expect(answer.body).not.toHaveProperty('request_id')
        const confirmation_token = answer.body['confirmation_token']
        const repeat = await check(tool, { ...call, confirmation_token })
        expect(repeat.body).toMatchObject({ allowed: true, action: 'pass' })
        expect((await check(tool, { ...call, confirmation_token })).body).toMatchObject({ allowed: false })
      }
    },
  )

  proves(
    ['guard:confirmation.burned', 'guard:endpoints.tool-confirm'],
    'is burned by tool/confirm, by the same agent, once however many try',
    async () => {
      const { check, post: send_ } = await team('burn')
      const answer = await check('delete_account', call)
      const confirmation = {
        agent_key: 'bot',
        action: 'delete_account',
        confirmation_token: answer.body['confirmation_token'],
      }
      for (const wrong of [{ agent_key: 'eve' }, { action: 'purge_data' }, { confirmation_token: 'made-up' }]) {
        const refused = await send_('/v1/shield/tool/confirm', { ...confirmation, ...wrong })
        expect(refused).toMatchObject({ status: 200, body: { allowed: false, safe: false, action: 'block' } })
      }
      const tries = await Promise.all(Array.from({ length: 10 }, () => send_('/v1/shield/tool/confirm', confirmation)))
      expect(tries.filter(({ body }) => body['allowed'] === true)).toHaveLength(1)
      expect((await check('delete_account', { ...call, ...confirmation })).body).toMatchObject({ allowed: false })
    },
  )

  test('is not issued for a tool disabled in the meantime', async () => {
    const { check, post: send_ } = await team('off-meanwhile')
    const answer = await check('purge_data', call)
    await send_('/v1/shield/tools/purge_data/disable')
    await eventually(
      () => check('purge_data', call),
      ({ body }) => body['disabled_by'] !== undefined,
    )
    const confirmed = await send_('/v1/shield/tool/confirm', {
      agent_key: 'bot',
      action: 'purge_data',
      confirmation_token: answer.body['confirmation_token'],
    })
    expect(confirmed.body).toMatchObject({ allowed: false, action: 'block' })
  })
})

/** Polls until the condition is met. Configuration reaches every instance within a second. docs/spec/guard.md. */
async function eventually(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> {
  const until = performance.now() + 20_000
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asked again until it holds
    const answer = await ask()
    if (holds(answer)) return answer
    if (performance.now() > until) throw new Error(`timed out after 20 s: ${answer.text}`)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
