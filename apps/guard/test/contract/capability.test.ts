import { attenuateCapability } from '@gatehouse/guards/capability'
import { canonicalHash } from '@gatehouse/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeTeam, post, send, type Served, serveWithKeys } from '../serve.ts'

const MINT = '/v1/shield/cap/mint'
const VERIFY = '/v1/shield/cap/verify'
const rbac = {
  roles: {
    clerk: { allowed_tools: ['mail_*', 'files_read'], data_clearance: 'internal' },
    chief: { allowed_tools: ['*'], data_clearance: 'restricted' },
    guest: { allowed_tools: ['*'] },
    odd: { allowed_tools: ['*'], data_clearance: 'top secret' },
  },
  agents: { mailer: 'clerk' },
}

let service: Served
let key: string
let rival: string

beforeAll(async () => {
  service = await serveWithKeys()
  key = await makeTeam(service.url, 'acme', { plan: 'enterprise', rbac })
  rival = await makeTeam(service.url, 'rival', { plan: 'enterprise' })
  for (const [agent_id, tools] of [
    ['mailer', ['mail_*', 'files_read']],
    ['reader', ['files_read']],
  ] as const) {
    const answer = await post(`${service.url}/v1/agents/registry`, { agent_id, tools }, { 'x-api-key': key })
    if (answer.status !== 201) throw new Error(answer.text)
  }
})
afterAll(() => service.close())

const as = (tenantKey: string, headers: Record<string, string> = {}) => ({ 'x-api-key': tenantKey, ...headers })
const mint = (body: object, headers: Record<string, string> = { 'x-agent-key': 'mailer' }) =>
  post(`${service.url}${MINT}`, body, as(key, headers))
const verify = (body: object, tenantKey = key) => post(`${service.url}${VERIFY}`, body, as(tenantKey))
const wish = { tool: 'mail_send', resource: 'inbox/7', clearance_max: 'internal' }
const minted = async (body: object = wish): Promise<string> => {
  const answer = await mint(body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body['cap_token'] as string
}
const auditOf = async (action: string): Promise<Record<string, unknown>[]> => {
  const answer = await send(`${service.url}/v1/tenant/me/audit?action=${action}&limit=200`, 'GET', undefined, as(key))
  return answer.body['entries'] as Record<string, unknown>[]
}

describe('a capability', () => {
  proves(
    [
      'guard:endpoints.cap-mint',
      'guard:capability.mint-body',
      'guard:capability.mint-answer',
      'guard:capability.verify-answer',
      'guard:capability.ed25519',
    ],
    'is minted for a tool and contains its subject and permissions',
    async () => {
      const request = { ...wish, data_scope: ['subject'], scope_constraints: { region: 'eu' }, ttl: 60 }
      const answer = await mint(request, { 'x-agent-key': 'mailer' })
      expect(answer.body).toMatchObject({
        cap_token: expect.any(String),
        expires_in: 60,
        decision: { allowed: true, agent: 'mailer', role: 'clerk', role_clearance: 'internal' },
      })
      const checked = await verify({ cap_token: answer.body['cap_token'], expected_tool: 'mail_send' })
      expect(checked.body).toMatchObject({
        valid: true,
        claims: {
          tenant: 'acme',
          agent: 'mailer',
          role: 'clerk',
          tool: 'mail_send',
          resource: 'inbox/7',
          clearance_max: 'internal',
          data_scope: ['subject'],
          scope_constraints: { region: 'eu' },
          nonce: expect.stringMatching(/^[\w-]{22}$/),
        },
      })
      expect(checked.body).not.toHaveProperty('error')
    },
  )

  proves.each(
    ['guard:capability.clearances', 'guard:capability.ttl', 'guard:limits.capability-lifetime'],
    [
      [{ ttl: 61 }, 422],
      [{ ttl: 0 }, 422],
      [{ ttl: 1 }, 200],
      [{ clearance_max: 'secret' }, 422],
      [{ clearance_max: 'public' }, 200],
      [{ tool: '' }, 422],
      [{ tool: 'mail_*_x' }, 422],
      [{ tool: 'mail_*' }, 200],
      [{ scope_constraints: { long: 'x'.repeat(3_000) } }, 422],
    ],
  )('requested with %j is answered %i', async (over, status) => {
    const answer = await mint({ ...wish, ...over })
    expect(answer.status).toBe(status)
  })

  proves('guard:capability.ttl', 'is valid for 30 seconds by default', async () => {
    expect((await mint(wish)).body).toMatchObject({ expires_in: 30 })
  })

  proves.each(
    ['guard:capability.mint-refused-403', 'guard:errors.403-capability'],
    [
      ['a tool that the agent does not have', { ...wish, agent_key: 'reader' }],
      ['a tool that the role does not have', { ...wish, tool: 'pay', user_role: 'clerk' }],
      ['more tools than the agent has', { ...wish, tool: 'ma*' }],
      ['a clearance above that of the role', { ...wish, clearance_max: 'confidential' }],
      ['a clearance where the role has none', { ...wish, user_role: 'guest' }],
      ['a clearance where the role has a made-up one', { ...wish, user_role: 'odd' }],
      ['a clearance without a role', { ...wish, tool: 'files_read', agent_key: 'reader' }],
      ['a role that is not written down', { ...wish, user_role: 'nobody', clearance_max: 'public' }],
      ['an agent that nobody knows', { ...wish, agent_key: 'stranger' }],
    ],
  )('is refused for %s', async (_what, body) => {
    const answer = await mint({ agent_key: 'mailer', ...body }, {})
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      error: 'authz_denied',
      decision: { allowed: false, reason: expect.any(String), guardrail: expect.any(String) },
    })
  })

  test.each([
    ['a clearance that the role has', { ...wish, clearance_max: 'restricted', user_role: 'chief' }],
    ['what is public, for a role without clearance', { ...wish, user_role: 'guest', clearance_max: 'public' }],
    ['what is public, without a role', { tool: 'files_read', agent_key: 'reader' }],
    ['several tools that the agent has', { ...wish, tool: 'mail_*' }],
  ])('is issued for %s', async (_what, body) => {
    expect(await mint({ agent_key: 'mailer', ...body }, {})).toMatchObject({
      status: 200,
      body: { decision: { allowed: true } },
    })
  })

  test('is not issued to an agent that acts as another agent', async () => {
    const answer = await mint({ ...wish, agent_key: 'mailer' }, { 'x-agent-key': 'reader' })
    expect(answer).toMatchObject({ status: 403, body: { decision: { guardrail: 'cert_identity' } } })
    expect((await mint({ ...wish, agent_key: 'mailer' }, {})).status).toBe(200)
  })
})

describe('verification', () => {
  proves(
    [
      'guard:endpoints.cap-verify',
      'guard:endpoints.cap-mint-single-use',
      'guard:capability.verify-body',
      'guard:limits.capability-lifetime',
    ],
    'spends a token, which is valid once',
    async () => {
      const cap_token = await minted()
      const request = { cap_token, expected_tool: 'mail_send', expected_resource: 'inbox/7' }
      expect((await verify({ ...request, burn_nonce: false })).body).toMatchObject({ valid: true })
      expect((await verify(request)).body).toMatchObject({ valid: true })
      expect((await verify(request)).body).toMatchObject({ valid: false, error: 'nonce_already_used' })
      expect((await verify({ ...request, burn_nonce: false })).body).toMatchObject({ error: 'nonce_already_used' })
    },
  )

  proves('guard:capability.verify-200', 'always answers 200', async () => {
    for (const token of ['nonsense', 'x'.repeat(100_000), 'a.b.c~d', `${await minted()}x`]) {
      const answer = await verify({ token })
      expect(answer).toMatchObject({ status: 200, body: { valid: false, error: 'malformed_token' } })
    }
    expect((await verify({ expected_tool: 'mail_send' })).status).toBe(422)
    expect((await verify({ token: 'a', cap_token: 'b' })).status).toBe(422)
  })

  proves.each('guard:endpoints.cap-verify', [
    [{ expected_tool: 'mail_read' }, 'tool_mismatch'],
    [{ expected_resource: 'inbox/8' }, 'resource_mismatch'],
    [{ expected_args_hash: 'b'.repeat(64) }, 'arguments_mismatch'],
  ])('on %j refuses, and does not spend the token by it', async (over, error) => {
    const cap_token = await minted({ ...wish, args_hash: 'a'.repeat(64) })
    expect((await verify({ cap_token, ...over })).body).toMatchObject({ valid: false, error })
    const right = { expected_tool: 'mail_send', expected_resource: 'inbox/7', expected_args_hash: 'a'.repeat(64) }
    expect((await verify({ cap_token, ...right })).body).toMatchObject({ valid: true })
  })

  test('checks the arguments themselves in any order', async () => {
    const cap_token = await minted({ ...wish, args_hash: canonicalHash({ to: 'ann', copies: 2 }) })
    const other = await verify({ cap_token, expected_arguments: { to: 'bob', copies: 2 } })
    expect(other.body).toMatchObject({ error: 'arguments_mismatch' })
    const same = await verify({ cap_token, expected_arguments: { copies: 2, to: 'ann' } })
    expect(same.body).toMatchObject({ valid: true })
  })

  test('rejects tokens of another tenant without details', async () => {
    const cap_token = await minted()
    const answer = await verify({ cap_token }, rival)
    expect(answer.body).toEqual({ valid: false, error: 'tenant_mismatch', message: expect.any(String) })
    expect((await verify({ cap_token })).body).toMatchObject({ valid: true })
  })

  test('refuses a token after its time', async () => {
    const cap_token = await minted({ ...wish, ttl: 1 })
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    expect((await verify({ cap_token })).body).toMatchObject({ valid: false, error: 'token_expired' })
  })

  test('rejects a token whose agent lost the tool, or a multi-tool token without a tool name', async () => {
    const [one, many] = [await minted(), await minted({ ...wish, tool: 'mail_*' })]
    expect((await verify({ cap_token: many, expected_tool: 'mail_read' })).body).toMatchObject({ valid: true })
    const agent = `${service.url}/v1/agents/registry/mailer`
    await send(agent, 'PUT', { status: 'disabled' }, as(key))
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await verify({ cap_token: one })).body).toMatchObject({ valid: false, error: 'authorization_withdrawn' })
    expect((await mint(wish)).status).toBe(403)
    await send(agent, 'PUT', { status: 'active' }, as(key))
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await verify({ cap_token: one })).body).toMatchObject({ valid: true })
  })
})

describe('a holder', () => {
  proves(
    ['guard:capability.attenuate', 'guard:capability.never-widen'],
    'attenuates a token offline, and one use spends both',
    async () => {
      const wide = await minted({ ...wish, tool: 'mail_*', resource: 'inbox/*' })
      const narrow = attenuateCapability(wide, { tool: 'mail_send', resource: 'inbox/7', clearance_max: 'public' })
      expect((await verify({ token: narrow, expected_tool: 'mail_read' })).body).toMatchObject({
        error: 'tool_mismatch',
      })
      expect((await verify({ token: narrow, expected_resource: 'inbox/8' })).body).toMatchObject({ valid: false })
      expect((await verify({ token: narrow, expected_tool: 'mail_send' })).body).toMatchObject({
        valid: true,
        claims: { tool: 'mail_send', resource: 'inbox/7', clearance_max: 'public', attenuations: 1 },
      })
      expect((await verify({ token: wide, expected_tool: 'mail_send' })).body).toMatchObject({
        error: 'nonce_already_used',
      })
      expect(() => attenuateCapability(narrow, { tool: 'mail_*' })).toThrow('widened')
    },
  )
})

proves(
  'guard:events.capabilities-audited',
  'every mint, verification and denial is in the audit log, and no token is',
  async () => {
    const cap_token = await minted()
    await verify({ cap_token, expected_tool: 'mail_send' })
    await verify({ cap_token })
    await mint({ ...wish, clearance_max: 'restricted' })
    const entries = await Promise.all(['capability.mint', 'capability.verify', 'capability.deny'].map(auditOf))
    const about = { agent: 'mailer', role: 'clerk', tool: 'mail_send' }
    expect(entries[0]![0]).toMatchObject({ verdict: 'pass', details: about, actor: expect.stringMatching(/^tenant:/) })
    expect(entries[1]![0]).toMatchObject({ verdict: 'block', details: { error: 'nonce_already_used', ...about } })
    expect(entries[1]![1]).toMatchObject({ verdict: 'pass', details: { valid: true, ...about } })
    expect(entries[2]![0]).toMatchObject({ verdict: 'block', guardrail: 'rbac_guard', details: about })
    expect(JSON.stringify(entries)).not.toContain(cap_token.split('.')[1])
  },
)
