import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fileIn, policyIn, send, serve, SHOP } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-policy-'))
let service: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  service = await serve()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})
const policy = (args: string[], env: Record<string, string>) => policyIn(folder, args, env)
const file = (name: string, text: string) => fileIn(folder, name, text)

/** A team of its own, and the command with its key. */
async function team(id: string) {
  const created = await service.admin('POST', '/v1/admin/tenants', {
    tenant_id: id,
    plan: 'enterprise',
    api_keys: [{ scope: 'admin' }],
  })
  const key = (created['api_keys'] as { api_key: string }[])[0]!.api_key
  const env = { GATEHOUSE_URL: service.url, GATEHOUSE_API_KEY: key }
  const own = { 'x-api-key': key }
  return {
    run: (...args: string[]) => policy(args, env),
    call: (method: string, path: string, body?: unknown) => send(`${service.url}${path}`, method, body, own),
    versions: async () =>
      Number((await send(`${service.url}/v1/tenant/me/policies`, 'GET', undefined, own))['version']),
  }
}

describe('push', () => {
  test('applies the file to the service, lists the changes and is idempotent', async () => {
    const { run: cli, call, versions } = await team('pushing')
    file('shop.yaml', SHOP)
    const before = await cli('diff', 'shop.yaml')
    expect(before.code).toBe(1)
    expect(before.out).toContain('+ agents.support-bot: {"name":"support-bot"')
    expect(before.out).not.toContain('HERON')
    const dry = await cli('push', 'shop.yaml', '--dry-run')
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('would create agent support-bot') as string })
    expect((await cli('diff', 'shop.yaml')).out).toBe(before.out)
    const { code, out, err } = await cli('push', 'shop.yaml')
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n').filter((line) => line.startsWith('done'))).toEqual([
      'done: replace input_guardrails, output_guardrails',
      'done: create custom policy input/No investment advice',
      'done: create agent support-bot',
      'done: replace the tool list',
      'done: replace the tool policies',
      'done: save the data policy of orders_read',
      'done: save the tenant-wide data policy',
    ])
    expect(await call('GET', '/v1/agents/tools/policies/refund')).toMatchObject({
      policy: { parameter_policy: { numeric_limits: { amount: { max: 100 } } }, session_limit: 50 },
    })
    const policies = await call('GET', '/v1/tenant/me/policies')
    expect(policies).toMatchObject({
      input_guardrails: { 'keyword-blocklist': { blocklist: ['project falcon'] }, toxicity: { action: 'block' } },
      custom_policies: [{ name: 'No investment advice', confidence_threshold: 0.6, stage: 'input' }],
    })
    expect(await call('GET', '/v1/agents/registry/support-bot')).toMatchObject({
      agent: { tools: ['orders_*', 'refund'], metadata: { owner: 'shop' } },
    })
    // Only plain-text secrets cannot be compared: the service never discloses its stored ones.
    const pulled = await cli('pull', '--out', 'shop.yaml')
    expect(pulled).toMatchObject({ code: 0, out: 'wrote the configuration of tenant "pushing" to shop.yaml\n' })
    expect(await cli('diff', 'shop.yaml')).toEqual({ code: 0, out: '', err: '' })
    const version = await versions()
    expect(await cli('push', 'shop.yaml')).toMatchObject({
      code: 0,
      out: 'tenant "pushing" already matches shop.yaml; no changes\n',
    })
    expect(await versions()).toBe(version)
  })

  test('changes and removes within the sections that the file has, and leaves the others alone', async () => {
    const { run: cli, call } = await team('partial')
    await cli('push', file('all.yaml', SHOP))
    await call('POST', '/v1/agents/registry', { agent_id: 'other-bot', tools: ['search'] })
    const agents = `version: 1
agents:
  support-bot: { tools: [refund], role_permissions: { manager: ['*'] } }
`
    const { out } = await cli('push', file('agents.yaml', agents))
    expect(out.split('\n').filter((line) => line.startsWith('done'))).toEqual([
      'done: update agent support-bot',
      // At no moment is the tenant without an agent: calls of any other would pass then.
      'done: delete agent other-bot',
    ])
    const { agent } = await call('GET', '/v1/agents/registry/support-bot')
    expect(agent).toMatchObject({ tools: ['refund'], role_permissions: { manager: ['*'] }, metadata: {} })
    expect(Object.keys((agent as { role_permissions: object }).role_permissions)).toEqual(['manager'])
    expect((await call('GET', '/v1/tenant/me/policies'))['custom_policies']).toHaveLength(1)
    await cli('push', file('rules.yaml', 'version: 1\ncustom_policies: []\n'))
    expect((await call('GET', '/v1/tenant/me/policies'))['custom_policies']).toEqual([])
    expect((await call('GET', '/v1/agents/registry'))['total']).toBe(1)
    const data = 'version: 1\ntool_policies: {}\ndata_policies: {}\nglobal_data_policy: null\n'
    expect((await cli('push', file('data.yaml', data))).out.match(/^done: .*$/gm)).toEqual([
      'done: replace the tool policies',
      'done: delete the data policy of orders_read',
      'done: delete the tenant-wide data policy',
    ])
    expect(await cli('diff', 'data.yaml')).toEqual({ code: 0, out: '', err: '' })
    expect((await call('GET', '/v1/tenant/me/tools'))['total']).toBe(1)
  })

  test('preserves a masked secret and rejects a mask without a stored secret', async () => {
    const { run: cli, call } = await team('secretive')
    await cli('push', file('secret.yaml', SHOP))
    const { out } = await cli('pull')
    expect(out).toContain("canaries: '***'")
    expect(out).not.toContain('HERON')
    const renamed = out.replace('mode: enforce', 'mode: monitor')
    expect((await cli('push', file('secret.yaml', renamed))).code).toBe(0)
    const leak = { output: 'The word is ZX-81-HERON.', session_id: 's' }
    await expect
      .poll(async () => (await call('POST', '/v1/shield/classify_output', leak))['would_action'], {
        timeout: 2_000,
      })
      .toBe('block')
    const fresh = await team('fresh')
    const without = renamed.replace('tenant: secretive\n', '')
    expect(await fresh.run('push', file('other.yaml', without))).toMatchObject({
      code: 2,
      err: expect.stringContaining('output_guardrails.system_prompt_leak.settings.canaries is ***') as string,
    })
  })

  test('rejects a file of another tenant and a read-only key with a single-line error', async () => {
    const { run: cli, call } = await team('mine')
    const foreign = await cli('push', file('foreign.yaml', 'version: 1\ntenant: yours\nmode: monitor\n'))
    expect(foreign).toMatchObject({
      code: 2,
      err: expect.stringContaining('the key belongs to tenant "mine"') as string,
    })
    const { api_key: runtime } = await call('POST', '/v1/tenant/me/api-keys', {})
    const args = ['push', file('mode.yaml', 'version: 1\nmode: monitor\n')]
    const weak = await policy(args, { GATEHOUSE_URL: service.url, GATEHOUSE_API_KEY: String(runtime) })
    expect(weak).toMatchObject({ code: 2, err: expect.stringContaining('(403)') as string })
    const none = await policy(args, { GATEHOUSE_URL: service.url })
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('(401)') as string })
    const wrong = await cli('push', file('wrong.yaml', 'version: 1\ninput_guardrails: { no_such: {} }\n'))
    expect(wrong.code).toBe(2)
    expect(wrong.err).toMatch(/^gatehouse: PUT \/v1\/tenant\/me\/policies failed \(422\): input_guardrails\.no_such: /)
    for (const { err } of [foreign, weak, none, wrong]) expect(err.trimEnd()).not.toContain('\n')
  })

  test('that fails midway preserves applied changes, reports the error and resumes after a fix', async () => {
    const { run: cli, call } = await team('halfway')
    const broken = SHOP.replace('numeric_limits: { amount: { max: 100 } }', "regex_rules: { order: '(a+)\\1' }")
    const { code, out, err } = await cli('push', file('half.yaml', broken))
    expect([code, out]).toEqual([2, expect.stringContaining('done: create agent support-bot')])
    expect(err).toMatch(/^gatehouse: PUT \/v1\/agents\/tools\/policies failed \(422\): .*refund/)
    expect((await call('GET', '/v1/agents/registry'))['total']).toBe(1)
    const mended = await cli('push', file('half.yaml', SHOP))
    expect([mended.code, mended.out]).toEqual([0, expect.not.stringContaining('agent support-bot')])
    expect(mended.out).toContain('done: replace the tool policies')
  })

  test('reports an unreachable service and follows no redirect', async () => {
    const args = ['diff', file('mode.yaml', 'version: 1\nmode: monitor\n')]
    const nobody = await policy([...args, '--url', 'http://127.0.0.1:9'], {})
    expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('Cannot reach the service') as string })
    for (const url of ['ftp://x', 'nonsense', 'https://user:word@host']) {
      const { code, err } = await policy([...args, '--url', url], {})
      expect([code, err]).toEqual([2, expect.stringContaining('Invalid service URL')])
      expect(err).not.toContain('word')
    }
  })
})

describe('replay', () => {
  test('shows the effect of a file on recorded requests', async () => {
    const { run: cli, call } = await team('replaying')
    const draft = file('draft.yaml', 'version: 1\ninput_guardrails: { keyword_blocklist: { blocklist: [falcon] } }\n')
    expect(await cli('replay', draft)).toMatchObject({
      code: 2,
      err: expect.stringContaining('content retention is disabled') as string,
    })
    await call('PUT', '/v1/tenant/me/retention', { enabled: true })
    expect((await cli('replay', draft)).err).toContain('no requests have been retained yet')
    await call('POST', '/v1/shield/classify', { message: 'a falcon' })
    await call('POST', '/v1/shield/classify', { message: 'a heron' })
    await expect.poll(async () => (await call('GET', '/v1/tenant/me/retention'))['kept'], { timeout: 20_000 }).toBe(2)
    const { code, out } = await cli('replay', draft)
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /input \S+: pass → block \(keyword_blocklist\)\n1 of 2 verdicts would change: 1 newly blocked\n$/,
      ),
    ])
    expect(JSON.parse((await cli('replay', draft, '--json', '--limit', '1')).out)).toMatchObject({ replayed: 1 })
    expect((await cli('replay', file('same.yaml', 'version: 1\n'))).code).toBe(0)
    expect((await cli('replay', draft, '--limit', 'all')).code).toBe(2)
  })
})

describe('pull', () => {
  test('is deterministic and preserves the test cases in the file', async () => {
    const { run: cli } = await team('pulling')
    await cli('push', file('pulled.yaml', SHOP))
    const cases = 'version: 1\ncases: [{ name: one, text: hello, expect: allowed }]\n'
    await cli('pull', '--out', file('pulled.yaml', cases))
    const text = readFileSync(join(folder, 'pulled.yaml'), 'utf8')
    expect(parse(text)).toMatchObject({ tenant: 'pulling', cases: [{ name: 'one' }] })
    await cli('pull', '--out', 'pulled.yaml')
    expect(readFileSync(join(folder, 'pulled.yaml'), 'utf8')).toBe(text)
    expect(text.indexOf('input_guardrails')).toBeLessThan(text.indexOf('agents:'))
    // Default values are not written.
    expect(text).not.toMatch(/priority|multi_turn|agent_permissions|created_at|policy_id/)
  })

  test('reports two rules with the same name', async () => {
    const { run: cli, call } = await team('twins')
    const rule = { name: 'Twin', prompt: 'Flag questions that ask for investment advice.' }
    for (let n = 0; n < 2; n += 1) await call('POST', '/v1/tenant/me/custom-policies/', rule)
    expect(await cli('pull')).toMatchObject({ code: 2, err: expect.stringContaining('named "Twin"') as string })
  })
})

test('a deleted tenant gets a 401 error', async () => {
  const { run: cli } = await team('locked')
  await service.admin('DELETE', '/v1/admin/tenants/locked')
  expect((await cli('pull')).err).toContain('(401)')
})
