import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, send, type Served, serveWithKeys } from '../serve.ts'

const BASE = '/v1/tenant/me/mcp-gateway/upstreams'
const SECRET = 'Bearer made-up-upstream-token'

let service: Served
let owner: Record<string, string>
beforeAll(async () => {
  service = await serveWithKeys()
  owner = { 'x-api-key': await makeTeam(service.url, 'routes', { plan: 'enterprise' }) }
})
afterAll(() => service.close())

const put = (route: string, body: object): Promise<Answer> => send(`${service.url}${BASE}/${route}`, 'PUT', body, owner)
const read = (route: string): Promise<Answer> => send(`${service.url}${BASE}/${route}`, 'GET', undefined, owner)
const remove = (route: string): Promise<Answer> => send(`${service.url}${BASE}/${route}`, 'DELETE', undefined, owner)

proves(
  [
    'guard:endpoints.upstream-put',
    'guard:mcp.put-answer',
    'guard:route.transport',
    'guard:route.url',
    'guard:route.enforcement-backend',
    'guard:route.isolation-ack',
    'guard:route.response',
    'guard:route.response-upstream',
    'guard:states.route-active',
    'guard:service.tenant-configures-routes',
  ],
  'a route is registered, replaced, and active',
  async () => {
    const body = {
      transport: 'http',
      url: 'https://tools.invalid/mcp',
      enforcement_backend: 'inprocess',
      isolation_ack: true,
    }
    const answer = await put('crm', body)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'created',
        tenant_id: 'routes',
        route: 'crm',
        upstream: { ...body, active: true },
        warning: expect.stringContaining('cannot currently be resolved') as unknown,
      },
    })
    expect((await put('crm', body)).body).toMatchObject({ status: 'updated', route: 'crm' })
  },
)

proves(
  ['guard:endpoints.upstreams', 'guard:endpoints.upstream', 'guard:mcp.list-answer', 'guard:mcp.route-fields'],
  'routes are listed, read and removed, with all their fields',
  async () => {
    const body = {
      url: 'https://tools.invalid/mcp',
      enforcement_backend: 'http',
      shield_url: 'https://shield.invalid',
      shield_tenant_key: 'made-up-tenant-key',
      scan_descriptions: false,
      pin_tools: false,
      enabled: false,
      default_agent: 'bot',
    }
    expect((await put('other', body)).status).toBe(200)
    const listed = await send(`${service.url}${BASE}`, 'GET', undefined, owner)
    expect(listed.body['tenant_id']).toBe('routes')
    expect(listed.body['upstreams']).toContainEqual(
      expect.objectContaining({ ...body, shield_tenant_key: '***', route: 'other', active: false }) as unknown,
    )
    expect((await read('other')).body).toMatchObject({
      tenant_id: 'routes',
      route: 'other',
      upstream: { active: false },
    })
    expect(await remove('other')).toMatchObject({ status: 200, body: { status: 'deleted', route: 'other' } })
    expect([(await read('other')).status, (await remove('other')).status]).toEqual([404, 404])
  },
)

proves(
  ['guard:mcp.secrets-masked', 'guard:mcp.backend-http'],
  'secrets read back as stars, stars keep them, and they follow no other address',
  async () => {
    const oauth = { issuer: 'https://login.invalid', audience: 'tools', required_scopes: [] }
    const body = {
      url: 'https://tools.invalid/key/made-up-path-key/mcp?key=made-up-query-key',
      headers: { Authorization: SECRET },
      enforcement_backend: 'http',
      shield_url: 'https://shield.invalid/?key=made-up-shield-key',
      shield_tenant_key: 'made-up-tenant-key',
      oauth: { ...oauth, jwks_url: 'https://login.invalid/keys?key=made-up-jwks-key' },
    }
    const answer = await put('sealed', body)
    expect(answer.text).not.toContain('made-up-')
    const shown = {
      url: 'https://tools.invalid/key/***/mcp?key=***',
      headers: { Authorization: '***' },
      shield_url: 'https://shield.invalid/?key=***',
      shield_tenant_key: '***',
      oauth: { ...oauth, jwks_url: 'https://login.invalid/keys?key=***' },
    }
    expect(answer.body['upstream']).toMatchObject(shown)
    const stars = { ...body, ...shown }
    const second = await put('sealed', stars)
    expect([second.status, second.body['status']]).toEqual([200, 'updated'])
    expect((await read('sealed')).text).not.toContain('made-up-')
    const elsewhere = await put('sealed', { ...stars, url: 'https://thief.invalid/mcp' })
    expect(elsewhere.status).toBe(422)
    expect(JSON.stringify(elsewhere.body)).toContain('Authorization')
    const otherShield = { ...stars, shield_url: 'https://thief.invalid' }
    expect((await put('sealed', otherShield)).status).toBe(422)
    const rows = await service.store.db
      .selectFrom('tenant_items')
      .select('document')
      .where('kind', '=', 'mcp_route')
      .execute()
    expect(JSON.stringify(rows)).not.toContain('made-up-')
    const audit = await send(`${service.url}/v1/tenant/me/audit?limit=200`, 'GET', undefined, owner)
    expect(audit.text).toContain('mcp_route.update')
    expect(audit.text).not.toContain('made-up-')
  },
)

proves('guard:egress.literal-422', 'a literal address that may not be called is refused at save', async () => {
  for (const url of ['http://169.254.169.254/mcp', 'http://10.0.0.7/mcp', 'http://[::1]:1/mcp', 'http://2130706433/']) {
    const answer = await put('literal', { url })
    expect([url, answer.status]).toEqual([url, 422])
    expect(JSON.stringify(answer.body['detail'])).toContain('url')
  }
  const second = {
    upstreams: [
      { name: 'a', url: 'https://a.invalid/' },
      { name: 'b', url: 'http://10.1.1.1/' },
    ],
  }
  expect((await put('literal', second)).body).toMatchObject({ detail: [{ loc: ['body', 'upstreams', 1, 'url'] }] })
})

test.each([
  ['no address', {}],
  ['a command where an address is due', { transport: 'http', command: 'node' }],
  ['an address where a command is due', { transport: 'stdio', url: 'https://a.invalid/' }],
  ['another scheme', { url: 'ftp://a.invalid/' }],
  ['one server and several', { url: 'https://a.invalid/', upstreams: [{ name: 'a', url: 'https://a.invalid/' }] }],
  [
    'one name twice',
    {
      upstreams: [
        { name: 'a', url: 'https://a.invalid/' },
        { name: 'a', url: 'https://b.invalid/' },
      ],
    },
  ],
  [
    'a backend without its key',
    { url: 'https://a.invalid/', enforcement_backend: 'http', shield_url: 'https://b.invalid' },
  ],
  ['a header of the transport', { url: 'https://a.invalid/', headers: { 'Mcp-Session-Id': 'x' } }],
  ['a header with a line break', { url: 'https://a.invalid/', headers: { 'X-Key': 'a\r\nHost: b' } }],
  ['an unknown transport', { transport: 'carrier-pigeon', url: 'https://a.invalid/' }],
])('a route with %s is refused', async (_title, body) => {
  expect((await put('wrong', body)).status).toBe(422)
})

test('names of routes are plain', async () => {
  for (const name of ['a%2Fb', '-a', 'a.b', 'a'.repeat(65)]) {
    expect((await put(name, { url: 'https://a.invalid/' })).status).toBe(422)
  }
})
