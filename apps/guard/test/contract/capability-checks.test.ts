import { attenuateCapability } from '@gatehouse/guards/capability'
import { canonicalHash } from '@gatehouse/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, type Answer, makeTeam, post, type Served, serveWithKeys } from '../serve.ts'
import { makeToolTeam } from '../tool-team.ts'

const TO_ANN = { to: 'ann', amount: 5 }
const policies = {
  pay: { approval: { required: true }, issue_capability: true },
  sometimes: { approval: { required: false, when: [{ path: 'amount', op: 'gt', value: 100 }] } },
  ruled: { parameter_policy: { numeric_limits: { amount: { max: 100 } } } },
  shaped: { argument_schema: { required: ['amount'] } },
  ordered: { workflow: { require_before: ['login'] } },
  issued: { issue_capability: true },
  scarce: { rate_limit: { limit: 1, window_seconds: 60 } },
  plain: { role_restrictions: { guest: 'block' } },
}

let service: Served
let key: string
let configure: (method: string, path: string, body?: unknown) => Promise<Answer>

beforeAll(async () => {
  service = await serveWithKeys()
  const team = await makeToolTeam(service.url, 'acme', policies)
  key = team.key
  configure = team.configure
})
afterAll(() => service.close())

const own = (path: string, body: object, tenantKey = key) =>
  post(`${service.url}${path}`, body, { 'x-api-key': tenantKey, 'x-agent-key': 'bot' })
const mint = (body: object, tenantKey = key) => own('/v1/shield/cap/mint', body, tenantKey)
const verify = (body: object, tenantKey = key) => own('/v1/shield/cap/verify', body, tenantKey)
const refusedBy = (guardrail: string) => ({
  status: 403,
  body: { error: 'authz_denied', decision: { allowed: false, guardrail, reason: expect.any(String) as string } },
})

describe('a token without the arguments of its call', () => {
  proves.each(
    ['guard:capability.mint-refused-403', 'guard:errors.403-capability'],
    [
      ['pay', 'approval_workflow'],
      ['sometimes', 'approval_workflow'],
      ['ruled', 'parameter_policy'],
      ['shaped', 'tool_call_validation'],
      ['ordered', 'tool_use_control'],
      ['issued', 'capability_issuance'],
      ['delete_account', 'sensitive_action_confirmation'],
      ['p*', 'approval_workflow'],
      ['sc*', 'tool_call_rate_limiting'],
    ],
  )('is not created for %s, which requires a check', async (tool, guardrail) => {
    expect(await mint({ tool })).toMatchObject(refusedBy(guardrail))
    // A made-up hash matches no recorded arguments.
    expect(await mint({ tool, args_hash: 'a'.repeat(64) })).toMatchObject(refusedBy(guardrail))
  })

  test.each(['plain', 'plai*', 'unknown'])('is issued for %s, which requires no arguments', async (tool) => {
    const { status, body } = await mint({ tool })
    expect([status, body['decision']]).toEqual([200, expect.objectContaining({ allowed: true })])
    expect((await verify({ token: body['cap_token'] })).body).toMatchObject({ valid: true })
  })

  test('is for no arguments in particular', async () => {
    const { body } = await mint({ tool: 'plain' })
    const request = { token: body['cap_token'], expected_tool: 'plain' }
    for (const named of [{ expected_args_hash: 'a'.repeat(64) }, { expected_arguments: {} }]) {
      expect((await verify({ ...request, ...named })).body).toMatchObject({ valid: false, error: 'arguments_mismatch' })
    }
    expect((await verify(request)).body).toMatchObject({ valid: true })
  })

  test('is invalid after a rule with a check is added to the tool, whatever the holder adds', async () => {
    const { body } = await mint({ tool: 'late', ttl: 60 })
    const bound = attenuateCapability(String(body['cap_token']), { args_hash: canonicalHash(TO_ANN) })
    await configure('PUT', '/v1/agents/tools/policies', { ...policies, late: { approval: { required: true } } })
    const request = { token: bound, expected_tool: 'late', expected_arguments: TO_ANN }
    await expect
      .poll(async () => (await verify({ ...request, burn_nonce: false })).body, { timeout: 20_000 })
      .toMatchObject({ valid: false, error: 'authorization_withdrawn' })
  })
})

describe('a token for a call', () => {
  proves('guard:capability.mint-refused-403', 'is made after the approval of these very arguments', async () => {
    const answer = await mint({ tool: 'pay', tool_params: TO_ANN })
    expect(answer).toMatchObject(refusedBy('approval_workflow'))
    expect(answer.body['decision']).toMatchObject({ action: 'require_approval', request_id: expect.any(String) })
    const { request_id } = answer.body['decision'] as { request_id: string }
    const path = `/v1/tenant/me/agentic/approvals/${request_id}`
    const approved = await configure('POST', `${path}/approve`, { approver: 'alice' })
    expect(approved.status).toBe(200)
    const second = { tool: 'pay', approval_request_id: request_id }
    expect((await mint({ ...second, arguments: { ...TO_ANN, amount: 500 } })).status).toBe(403)
    const { body } = await mint({ ...second, arguments: TO_ANN })
    expect(body).toMatchObject({ cap_token: expect.any(String) as string })
    expect((await mint({ ...second, arguments: TO_ANN })).status).toBe(403)
    const use = { token: body['cap_token'], expected_tool: 'pay' }
    const other = await verify({ ...use, expected_arguments: { ...TO_ANN, amount: 500 } })
    expect(other.body).toMatchObject({ error: 'arguments_mismatch' })
    const { body: right } = await verify({ ...use, expected_arguments: TO_ANN })
    expect(right).toMatchObject({ valid: true, claims: { checked: 'call', args_hash: canonicalHash(TO_ANN) } })
  })

  test('is issued only if every step allows the call', async () => {
    expect(await mint({ tool: 'ruled', arguments: { amount: 500 } })).toMatchObject(refusedBy('parameter_policy'))
    expect((await mint({ tool: 'ruled', arguments: '{"amount": 50}' })).status).toBe(200)
    expect(await mint({ tool: 'ordered', arguments: {} })).toMatchObject(refusedBy('tool_use_control'))
    expect(await mint({ tool: 'x', arguments: { action: 'purge_data' } })).toMatchObject(
      refusedBy('sensitive_action_confirmation'),
    )
    expect((await mint({ tool: 'scarce' })).status).toBe(200)
    const full = await mint({ tool: 'scarce' })
    expect(full).toMatchObject(refusedBy('tool_call_rate_limiting'))
    expect((full.body['decision'] as { retry_after_seconds: number }).retry_after_seconds).toBeGreaterThan(0)
  })

  test('is confirmed with the token of the refusal, which no log contains', async () => {
    const wish = { tool: 'purge_data', arguments: { table: 'orders' } }
    const { body } = await mint(wish)
    const { confirmation_token } = body['decision'] as { confirmation_token: string }
    expect(confirmation_token).toBeTypeOf('string')
    expect((await mint({ ...wish, confirmation_token })).status).toBe(200)
    const log = await configure('GET', '/v1/tenant/me/audit?action=capability.deny&limit=200')
    expect(log.text).toContain('sensitive_action_confirmation')
    expect(log.text).not.toContain(confirmation_token)
  })

  test('contains arguments of one tool and their hash', async () => {
    expect((await mint({ tool: 'plai*', arguments: {} })).status).toBe(422)
    expect((await mint({ tool: 'plain', arguments: {}, args_hash: 'a'.repeat(64) })).status).toBe(422)
    expect((await mint({ tool: 'plain', arguments: {}, args_hash: canonicalHash({}) })).status).toBe(200)
    const request = { token: 'x', expected_arguments: {} }
    expect((await verify({ ...request, expected_args_hash: 'a'.repeat(64) })).status).toBe(422)
    expect((await verify({ ...request, expected_args_hash: canonicalHash({}) })).status).toBe(200)
  })

  test('is neither issued nor verified for a number with an ambiguous reading', async () => {
    const args = { account: 2 ** 53 }
    expect((await mint({ tool: 'plain', arguments: args })).status).toBe(422)
    expect((await verify({ token: 'x', expected_arguments: args })).status).toBe(422)
  })

  test.each(['{"a": 1, "a": 2}', '{"a": 1, "__proto__": {"b": 2}}'])(
    'is neither issued nor verified for ambiguous names: %s',
    async (args) => {
      expect((await mint({ tool: 'plain', arguments: args })).status).toBe(422)
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const ask = (path: string, body: string) =>
        fetch(`${service.url}/v1/shield/cap/${path}`, { method: 'POST', headers, body })
      expect((await ask('mint', `{"tool": "plain", "tool_params": ${args}}`)).status).toBe(422)
      expect((await ask('verify', `{"token": "x", "expected_arguments": ${args}}`)).status).toBe(422)
    },
  )
})

test('an open breaker and a kill switch reject new and issued tokens', async () => {
  const before = (await mint({ tool: 'read_x', ttl: 60 })).body['cap_token']
  const family = (await mint({ tool: 'read_*', ttl: 60 })).body['cap_token']
  for (let times = 0; times < 3; times += 1) {
    await own('/v1/tenant/me/agentic/circuit-breakers/report', { tool_name: 'read_x', success: false })
  }
  expect(await mint({ tool: 'read_x' })).toMatchObject(refusedBy('circuit_breaker'))
  expect(await mint({ tool: 'read_x', arguments: {} })).toMatchObject(refusedBy('circuit_breaker'))
  const stopped = { valid: false, error: 'authorization_withdrawn' }
  expect((await verify({ token: before })).body).toMatchObject(stopped)
  expect((await verify({ token: family, expected_tool: 'read_x' })).body).toMatchObject(stopped)
  await configure('POST', '/v1/shield/tools/read_y/disable', { reason: 'incident' })
  expect(await mint({ tool: 'read_y', arguments: {} })).toMatchObject(refusedBy('tool_killswitch'))
  expect((await verify({ token: family, expected_tool: 'read_y' })).body).toMatchObject(stopped)
  expect((await verify({ token: family, expected_tool: 'read_z' })).body).toMatchObject({ valid: true })
})

test('a token for a resource prefix does not cover parent paths in any spelling', async () => {
  const token = (await mint({ tool: 'plain', resource: 'docs/*', ttl: 60 })).body['cap_token']
  for (const name of ['..%2fs', '%2e%2e%2fs', '..%5cs', '..;/s', '%252e%252e/s']) {
    const { body } = await verify({ token, expected_resource: `docs/${name}` })
    expect([name, body['error']]).toEqual([name, 'resource_mismatch'])
  }
  expect((await verify({ token, expected_resource: 'docs/a%20b' })).body).toMatchObject({ valid: true })
})

describe('in monitor mode', () => {
  test('tokens are issued and valid, and would-be refusals are reported', async () => {
    const team = await makeToolTeam(service.url, 'watcher', policies, { mode: 'monitor' }, [
      { agent_id: 'bot', tools: ['mail_*'] },
    ])
    for (const [wish, guardrail] of [
      [{ tool: 'mail_send', agent_key: 'bot' }, undefined],
      [{ tool: 'files_read' }, 'tool_allowlist'],
      [{ tool: 'pay' }, 'tool_allowlist'],
      [{ tool: 'mail_send', arguments: { action: 'purge_data' } }, 'sensitive_action_confirmation'],
    ] as const) {
      const { status, body } = await mint(wish, team.key)
      expect(status).toBe(200)
      const would = guardrail === undefined ? { would_block: false } : { would_block: true, guardrail }
      expect(body['decision']).toMatchObject({ allowed: true, ...would })
    }
    const { body } = await mint({ tool: 'files_read' }, team.key)
    const checked = await verify({ token: body['cap_token'], expected_tool: 'files_read' }, team.key)
    expect(checked.body).toMatchObject({ valid: true, would_block: true, message: expect.any(String) as string })
    expect((await verify({ token: body['cap_token'] }, team.key)).body).toMatchObject({ error: 'nonce_already_used' })
  })

  test('of one guard alone refuses nothing', async () => {
    const agentic_guardrails = { tool_allowlist: { mode: 'monitor' } }
    const agents = [{ agent_id: 'bot', tools: ['mail_*'] }]
    const team = await makeToolTeam(service.url, 'half', {}, { agentic_guardrails }, agents)
    const { body } = await mint({ tool: 'files_read' }, team.key)
    expect(body['decision']).toMatchObject({ allowed: true, would_block: true, guardrail: 'tool_allowlist' })
    const stranger = await post(
      `${service.url}/v1/shield/cap/mint`,
      { tool: 'files_read', agent_key: 'nobody' },
      { 'x-api-key': team.key },
    )
    expect(stranger).toMatchObject(refusedBy('cert_identity'))
  })
})

test('a token of a purged tenant is invalid for the next tenant of the same name', async () => {
  const token = (await mint({ tool: 'mail', ttl: 60 }, await makeTeam(service.url, 'again'))).body['cap_token']
  expect((await admin(`${service.url}/v1/admin/tenants/again?hard=true`, 'DELETE')).status).toBeLessThan(300)
  const next = await makeTeam(service.url, 'again')
  expect((await verify({ token }, next)).body).toEqual({
    valid: false,
    error: 'tenant_mismatch',
    message: expect.any(String) as string,
  })
  const fresh = (await mint({ tool: 'mail' }, next)).body['cap_token']
  expect((await verify({ token: fresh }, next)).body).toMatchObject({ valid: true })
})
