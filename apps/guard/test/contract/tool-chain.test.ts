import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, post, resultsOf, send, serveWithKeys, type Served } from '../serve.ts'

let service: Served
beforeAll(async () => {
  service = await serveWithKeys()
})
afterAll(() => service.close())

/** The nine steps of the contract as guards, in their order among the other guards. */
const STEPS = [
  'cert_identity',
  'tool_killswitch',
  'circuit_breaker',
  'tool_allowlist',
  'rbac_guard',
  'tool_call_rate_limiting',
  'tool_call_validation',
  'parameter_policy',
  'argument_payload_risk',
  'tool_use_control',
  'attack_budget',
  'data_flow',
  'approval_workflow',
  'sensitive_action_confirmation',
  'capability_issuance',
]

async function team(id: string, policies: object) {
  const key = await makeTeam(service.url, id, { plan: 'enterprise' })
  const headers = { 'x-api-key': key }
  await send(`${service.url}/v1/agents/tools/policies`, 'PUT', policies, headers)
  return (path: string, body: object): Promise<Answer> => post(`${service.url}${path}`, body, headers)
}

const names = ({ body }: Answer): unknown[] => resultsOf(body).map(({ guardrail }) => guardrail)
const mail = { tool_name: 'mail', agent_key: 'bot', tool_params: { to: 'kim' } }

describe('the whole chain', () => {
  proves(
    ['guard:rules.chain.9-capability', 'guard:rules.chain.sequential', 'guard:check.answer-extras'],
    'ends with a capability for this call, which passes once',
    async () => {
      const ask = await team('issued', { mail: { issue_capability: true } })
      const allowed = await ask('/v1/shield/tool/check', mail)
      expect(allowed.body).toMatchObject({ allowed: true, mode: 'enforce', expires_in: 30 })
      expect(names(allowed)).toEqual(STEPS)
      const { cap_token } = allowed.body
      const wrong = await ask('/v1/shield/cap/verify', { cap_token, expected_tool: 'pay' })
      expect(wrong.body).toMatchObject({ valid: false })
      const right = { cap_token, expected_tool: 'mail' }
      expect((await ask('/v1/shield/cap/verify', right)).body).toMatchObject({
        valid: true,
        claims: { agent: 'bot', tool: 'mail', args_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      })
      expect((await ask('/v1/shield/cap/verify', right)).body).toMatchObject({ valid: false })
      expect((await ask('/v1/shield/tool/check', { ...mail, tool_name: 'read' })).body).not.toHaveProperty('cap_token')
    },
  )

  test('stops at the deciding step: no token is issued before approval', async () => {
    const ask = await team('early', { mail: { issue_capability: true, approval: {} } })
    const answer = await ask('/v1/shield/tool/check', mail)
    expect(answer.body).not.toHaveProperty('cap_token')
    expect(names(answer)).toEqual(STEPS.slice(0, STEPS.indexOf('approval_workflow') + 1))
    const id = String(answer.body['request_id'])
    await ask(`/v1/tenant/me/agentic/approvals/${id}/approve`, { approver: 'ann' })
    const passed = await ask('/v1/shield/tool/check', { ...mail, approval_request_id: id })
    expect(passed.body).toMatchObject({ allowed: true, cap_token: expect.any(String) as string })
  })

  test('creates one approval request for several steps, under the policy of the tool', async () => {
    const key = await makeTeam(service.url, 'several', {
      plan: 'enterprise',
      agentic_guardrails: {
        data_flow: { enabled: true },
        attack_budget: { enabled: true, settings: { blocks: 1 } },
        approval_workflow: { enabled: true, settings: { distinct_keys: false } },
      },
    })
    const headers = { 'x-api-key': key }
    const policies = { send_email: { approval: { min_approvals: 2 } } }
    await send(`${service.url}/v1/agents/tools/policies`, 'PUT', policies, headers)
    const call = {
      tool_name: 'send_email',
      session_id: 's',
      input_sources: ['web'],
      tool_params: { to: 'a@b.example', text: 'hi' },
    }
    const ask = (path: string, body: object) => post(`${service.url}${path}`, body, headers)
    const blocked = { ...call, tool_name: 'read', grant_id: 'made-up', input_sources: [] }
    expect((await ask('/v1/shield/tool/check', blocked)).body).toMatchObject({ action: 'block' })
    const answer = await ask('/v1/shield/tool/check', call)
    expect(answer.body).toMatchObject({ action: 'require_approval', required_approvals: 2 })
    const id = String(answer.body['request_id'])
    for (const approver of ['ann', 'bob']) await ask(`/v1/tenant/me/agentic/approvals/${id}/approve`, { approver })
    const list = await send(`${service.url}/v1/tenant/me/agentic/approvals`, 'GET', undefined, headers)
    expect(list.body['approvals']).toHaveLength(1)
    const passed = await ask('/v1/shield/tool/check', { ...call, approval_request_id: id })
    expect(passed.body).toMatchObject({ allowed: true })
    expect(names(passed)).toEqual(STEPS)
  })

  test('a prefix of all tools stops them all', async () => {
    const ask = await team('all-off', {})
    expect((await ask(`/v1/shield/tools/${encodeURIComponent('*')}/disable`, { reason: 'stop' })).status).toBe(200)
    expect((await ask('/v1/shield/tool/check', mail)).body).toMatchObject({ allowed: false, reason: 'stop' })
  })
})
