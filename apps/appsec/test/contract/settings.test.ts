import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

let service: Served
let admin: Person
let security: Person
let viewer: Person
beforeAll(async () => {
  service = await serve()
  const organizationId = await makeOrganization(service.store)
  admin = await makePerson(service.store, organizationId, 'ADMIN')
  security = await makePerson(service.store, organizationId, 'SECURITY')
  viewer = await makePerson(service.store, organizationId, 'VIEWER')
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: object, person: Person = admin) =>
  send(`${service.url}/api${path}`, method, body, person.session)
const gates = (method: string, query: string, body?: object) =>
  call(method, `/settings/build-gates${query}`, body, security)
const DEFAULT = {
  maxCritical: 0,
  maxHigh: 5,
  maxMedium: 20,
  maxLow: -1,
  failOnNew: true,
  allowSuppressions: true,
  failOnUnanalysed: true,
  productionOnly: false,
}
const project = async () => String((await call('POST', '/projects', { name: 'web' })).body['id'])

proves(
  [
    'appsec:endpoints.build-gates',
    'appsec:shapes.gate',
    'appsec:gate.default',
    'appsec:gate.maxima',
    'appsec:limits.gate-unlimited',
    'appsec:finer.gate-patch',
  ],
  'a build gate is merged: set over the defaults, changed over the stored gate',
  async () => {
    const projectId = await project()
    const answers = [
      await gates('GET', `?projectId=${projectId}`),
      await gates('PUT', `?projectId=${projectId}`, { maxHigh: 1, maxMedium: -1 }),
      await gates('PATCH', '', { projectId, maxCritical: 2 }),
      await gates('GET', `?projectId=${projectId}`),
      await gates('PUT', '', { projectId, failOnNew: false }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const changed = { ...DEFAULT, maxCritical: 2, maxHigh: 1, maxMedium: -1, projectId }
    expect(answers.map(({ body }) => body)).toEqual([
      { ...DEFAULT, projectId },
      { ...DEFAULT, maxHigh: 1, maxMedium: -1, projectId },
      changed,
      changed,
      { ...DEFAULT, failOnNew: false, projectId },
    ])
    expect((await call('GET', `/projects/${projectId}`)).body['buildGate']).toEqual({ ...DEFAULT, failOnNew: false })
    const both = await Promise.all(
      [{ maxHigh: 9 }, { maxLow: 9 }].map((body) => gates('PATCH', `?projectId=${projectId}`, body)),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const last = await gates('GET', `?projectId=${projectId}`)
    expect(last.body).toMatchObject({ maxHigh: 9, maxLow: 9, failOnNew: false })
  },
)

test.each([
  ['no project', {}],
  ['less than unlimited', { maxHigh: -2 }],
  ['half a finding', { maxHigh: 0.5 }],
  ['a word', { failOnNew: 'yes' }],
])('a gate with %s is refused', async (says, body) => {
  const projectId = says === 'no project' ? {} : { projectId: await project() }
  expect((await gates('PUT', '', { ...projectId, ...body })).status).toBe(400)
})

proves(
  ['appsec:endpoints.policies', 'appsec:endpoints.policy', 'appsec:shapes.policies', 'appsec:policies.fields'],
  'policies are rules in plain words that SECURITY writes and everybody reads',
  async () => {
    const fields = {
      name: 'No raw SQL',
      description: 'why',
      rule: 'Queries are built by the query builder alone.',
      severity: 'HIGH',
      category: 'injection',
      enabled: false,
    }
    const answer = await call('POST', '/settings/policies', fields, security)
    expect([answer.status, answer.body]).toEqual([
      201,
      { policy: { ...fields, id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) } },
    ])
    const id = (answer.body['policy'] as { id: string }).id
    const changed = await call('PATCH', `/settings/policies/${id}`, { enabled: true }, security)
    expect(changed.body['policy']).toMatchObject({ ...fields, enabled: true })
    const listed = await call('GET', '/settings/policies', undefined, viewer)
    expect(listed.body).toEqual({ policies: [changed.body['policy']] })
    expect((await call('DELETE', `/settings/policies/${id}`, undefined, security)).status).toBe(204)
    expect((await call('DELETE', `/settings/policies/${id}`, undefined, security)).status).toBe(404)
    for (const rule of ['short', ' '.repeat(20), 'x'.repeat(2_001)])
      expect((await call('POST', '/settings/policies', { ...fields, rule }, security)).status).toBe(400)
  },
)

proves(
  [
    'appsec:endpoints.llm',
    'appsec:shapes.llm',
    'appsec:llm.fields',
    'appsec:llm.key',
    'appsec:llm.switches',
    'appsec:llm.vuln-db',
    'appsec:llm-settings.has-key',
    'appsec:shapes.vuln-db-mode',
    'appsec:finer.stored-secret-kept',
  ],
  'the model key is encrypted, never shown, and kept if it is sent blank or masked',
  async () => {
    const empty = await call('GET', '/settings/llm', undefined, viewer)
    expect(empty.body).toMatchObject({ provider: 'custom', hasApiKey: false, vulnDbMode: 'offline' })
    const fields = {
      provider: 'custom',
      baseUrl: 'https://models.example/v1',
      model: 'large',
      enableLlmSast: true,
      enableLlmSecrets: true,
      vulnDbUrl: 'https://osv.example/',
      vulnDbMode: 'mirror',
    }
    const apiKey = 'made-up-key-of-a-model'
    const saved = await call('PUT', '/settings/llm', { ...fields, apiKey })
    expect([saved.status, saved.body]).toEqual([200, { ...fields, hasApiKey: true }])
    const stored = async () =>
      (await service.store.db.selectFrom('model_settings').select('api_key').executeTakeFirstOrThrow()).api_key
    const sealed = await stored()
    for (const remaining of ['', '***', undefined]) {
      const answer = await call('PUT', '/settings/llm', { apiKey: remaining, enableLlmSast: false })
      expect(answer.body).toEqual({ ...fields, enableLlmSast: false, hasApiKey: true })
      expect(await stored()).toEqual(sealed)
    }
    const log = await call('GET', '/audit-log')
    expect(sealed!.toString('latin1') + saved.text + log.text + service.log.join('')).not.toContain(apiKey)
    expect((await call('PUT', '/settings/llm', { apiKey: null })).body['hasApiKey']).toBe(false)
  },
)

describe('the key of a model', () => {
  const here = { provider: 'custom', baseUrl: 'https://models.example/v1', apiKey: 'made-up-key-of-a-model' }
  beforeEach(() => call('PUT', '/settings/llm', here))

  test.each([
    ['another host', { baseUrl: 'https://evil.example/v1' }],
    ['another port', { baseUrl: 'https://models.example:8443/v1' }],
    ['the same host without TLS', { baseUrl: 'http://models.example/v1' }],
    ['another path, which may be of another account', { baseUrl: 'https://models.example/v1/eve' }],
    ['another host, with the mask', { baseUrl: 'https://evil.example/v1', apiKey: '***' }],
    ['another host, with blanks', { baseUrl: 'https://evil.example/v1', apiKey: '  ' }],
    ['another provider', { provider: 'openai' }],
    ['no address', { baseUrl: '' }],
  ])('is deleted for %s', async (_title, body) => {
    const answer = await call('PUT', '/settings/llm', body)
    expect([answer.status, answer.body['details']]).toEqual([
      400,
      [{ path: 'apiKey', message: expect.stringMatching(/URL of the model changed. Send its key again/) }],
    ])
    const { apiKey: _unseen, ...shown } = here
    expect((await call('GET', '/settings/llm')).body).toMatchObject({ ...shown, hasApiKey: true })
  })

  test('is replaced together with the address and stays while the address stays', async () => {
    const moved = { baseUrl: 'https://other.example/v1', apiKey: 'another-made-up-key' }
    expect((await call('PUT', '/settings/llm', moved)).body['hasApiKey']).toBe(true)
    const same = await call('PUT', '/settings/llm', { baseUrl: 'https://other.example/v1/', apiKey: '***' })
    expect([same.status, same.body['hasApiKey']]).toEqual([200, true])
    const answer = await call('PUT', '/settings/llm', { baseUrl: 'https://third.example/v1', apiKey: null })
    expect([answer.status, answer.body['hasApiKey']]).toEqual([200, false])
    const later = await call('PUT', '/settings/llm', { baseUrl: 'https://fourth.example/v1' })
    expect([later.status, later.body['hasApiKey']]).toEqual([200, false])
  })

  test('set before any address is not sent to a later address', async () => {
    await call('PUT', '/settings/llm', { provider: 'custom', baseUrl: '', apiKey: 'a-made-up-key' })
    expect((await call('PUT', '/settings/llm', { baseUrl: 'https://evil.example/v1' })).status).toBe(400)
  })
})

test('a mirror without an address is rejected, both on creation and on removal of the address', async () => {
  await call('PUT', '/settings/llm', { vulnDbMode: 'offline', vulnDbUrl: '' })
  const answer = await call('PUT', '/settings/llm', { vulnDbMode: 'mirror' })
  expect([answer.status, answer.body['details']]).toEqual([
    400,
    [{ path: 'vulnDbUrl', message: 'vulnDbMode "mirror" requires vulnDbUrl, the URL of the mirror.' }],
  ])
  const both = await call('PUT', '/settings/llm', { vulnDbMode: 'mirror', vulnDbUrl: 'https://osv.example/' })
  expect(both.status).toBe(200)
  expect((await call('PUT', '/settings/llm', { vulnDbUrl: '' })).status).toBe(400)
  expect((await call('PUT', '/settings/llm', { vulnDbUrl: '', vulnDbMode: 'offline' })).status).toBe(200)
})

proves('appsec:shapes.llm-prefix', 'names with the prefix llm mean the same', async () => {
  const saved = await call('PUT', '/settings/llm', { llmProvider: 'openai', llmModel: 'm', llmApiKey: 'a-made-up-key' })
  expect(saved.body).toMatchObject({
    provider: 'openai',
    model: 'm',
    baseUrl: 'https://api.openai.com/v1',
    hasApiKey: true,
  })
})

test.each([
  [{ baseUrl: 'http://169.254.169.254/latest' }],
  [{ baseUrl: 'https://10.1.2.3/v1' }],
  [{ baseUrl: 'file:///etc/passwd' }],
  [{ baseUrl: 'https://user:pass@models.example/v1' }],
  [{ vulnDbUrl: 'http://192.168.0.1/' }],
  [{ vulnDbMode: 'sometimes' }],
  [{ enableLlmSast: 'yes' }],
])('model settings %j are refused', async (body) => {
  expect((await call('PUT', '/settings/llm', body)).status).toBe(400)
})

proves(
  'appsec:finer.local-mode',
  'bound to loopback alone, the service may use a model on the same machine',
  async () => {
    const saved = await call('PUT', '/settings/llm', {
      provider: 'custom',
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: null,
    })
    expect([saved.status, saved.body['baseUrl']]).toEqual([200, 'http://127.0.0.1:11434/v1'])
  },
)
