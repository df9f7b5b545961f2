import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { McpRouteRequest } from '@gatehouse/contracts/agents'
import { temporaryFolder } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fileRoute, requestOf, routeOf } from '../../src/policy/gateways.ts'
import { resolved } from '../../src/policy/references.ts'
import { fileIn, policyIn, send, serve } from './support.ts'

const folder = temporaryFolder()
let service: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  service = await serve()
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

/** A tenant, and the command with its key. */
async function team(id: string) {
  const created = await service.admin('POST', '/v1/admin/tenants', { tenant_id: id, api_keys: [{ scope: 'admin' }] })
  const key = (created['api_keys'] as { api_key: string }[])[0]!.api_key
  const own = { GATEHOUSE_URL: service.url, GATEHOUSE_API_KEY: key }
  return {
    cli: (args: string[], env: Record<string, string> = {}) => policyIn(folder.path, args, { ...own, ...env }),
    call: (method: string, path: string, body?: unknown) =>
      send(`${service.url}${path}`, method, body, { 'x-api-key': key }),
  }
}

const ROUTES = '/v1/tenant/me/mcp-gateway/upstreams'

const GATEWAYS = `version: 1
model_upstreams:
  - name: main
    base_url: https://models.invalid/v1
    models: [gpt-*]
    api_key: \${MAIN_KEY}
    headers: { X-Team: '\${TEAM}' }
  - { name: spare, base_url: 'https://spare.invalid/v1', models: [gpt-4o], order: 1 }
mcp_routes:
  crm:
    url: https://crm.invalid/mcp?key=\${CRM_KEY}
    headers: { Authorization: 'Bearer \${CRM_TOKEN}' }
    default_agent: crm-bot
    oauth: { issuer: 'https://login.invalid', audience: tools }
  all:
    upstreams:
      - { name: a, url: 'https://a.invalid/mcp' }
      - { name: b, url: 'https://b.invalid/mcp', headers: { X-Key: '\${B_KEY}' } }
`
const ENV = {
  MAIN_KEY: 'made-up-main',
  TEAM: 'made-up-team',
  CRM_KEY: 'made-up-crm',
  CRM_TOKEN: 'made-up-token',
  B_KEY: 'made-up-b',
}

test('gateways are transferred between tenants by file, and their secrets by environment', async () => {
  const [from, to] = [await team('from'), await team('to')]
  const file = fileIn(folder.path, 'gateways.yaml', GATEWAYS)
  const without = await from.cli(['push', file])
  expect([without.code, without.err]).toEqual([2, expect.stringMatching(/not set: MAIN_KEY, TEAM\./)])
  const pushed = await from.cli(['push', file], ENV)
  expect([pushed.code, pushed.err]).toEqual([0, ''])
  expect(pushed.out.match(/^done: .*$/gm)).toEqual([
    'done: replace the model upstreams',
    'done: create MCP route crm',
    'done: create MCP route all',
  ])
  expect(pushed.out).not.toContain('made-up')
  // Referenced secrets are stored; another push does not need them.
  expect(await from.cli(['diff', file])).toEqual({ code: 0, out: '', err: '' })
  expect((await from.cli(['push', file])).out).toContain('no changes')

  expect((await from.cli(['pull', '--out', 'pulled.yaml'])).code).toBe(0)
  const text = readFileSync(join(folder.path, 'pulled.yaml'), 'utf8')
  expect(text).not.toContain('made-up')
  expect(parse(text)).toMatchObject({
    model_upstreams: [
      {
        name: 'main',
        base_url: 'https://models.invalid/v1',
        models: ['gpt-*'],
        api_key: '***',
        headers: { 'x-team': '***' },
      },
      { name: 'spare', base_url: 'https://spare.invalid/v1', models: ['gpt-4o'], order: 1 },
    ],
    mcp_routes: {
      all: {
        upstreams: [
          { name: 'a', transport: 'http', url: 'https://a.invalid/mcp' },
          { name: 'b', transport: 'http', url: 'https://b.invalid/mcp', headers: { 'X-Key': '***' } },
        ],
      },
      crm: {
        transport: 'http',
        url: 'https://crm.invalid/mcp?key=***',
        headers: { Authorization: '***' },
        default_agent: 'crm-bot',
        oauth: { issuer: 'https://login.invalid', audience: 'tools' },
      },
    },
  })
  expect(text).not.toMatch(/scan_descriptions|enforcement_backend|limits|created_at|timeout_s/)
  expect(await from.cli(['diff', 'pulled.yaml'])).toEqual({ code: 0, out: '', err: '' })

  // Pushed to a tenant without any of the secrets: all of them are named, and nothing is written.
  const moved = fileIn(folder.path, 'moved.yaml', text.replace('tenant: from\n', ''))
  const refused = await to.cli(['push', moved])
  expect(refused.code).toBe(2)
  for (const place of [
    'model_upstreams.main.api_key',
    'model_upstreams.main.headers.x-team',
    'mcp_routes.all.upstreams.b.headers.X-Key',
    'mcp_routes.crm.url',
    'mcp_routes.crm.headers.Authorization',
  ]) {
    expect(refused.err).toContain(place)
  }
  expect((await to.call('GET', ROUTES))['upstreams']).toEqual([])
  expect((await to.cli(['push', file], ENV)).code).toBe(0)
  expect(await to.cli(['diff', moved])).toEqual({ code: 0, out: '', err: '' })
})

test('absent sections and stored secrets are preserved, and absent entries are deleted', async () => {
  const { cli, call } = await team('changing')
  await cli(['push', fileIn(folder.path, 'all.yaml', GATEWAYS)], ENV)
  await cli(['push', fileIn(folder.path, 'mode.yaml', 'version: 1\nmode: monitor\n')])
  expect((await call('GET', ROUTES))['upstreams']).toHaveLength(2)
  // A changed URL does not keep its secret, and the service says so.
  const moved = GATEWAYS.replaceAll(/'?(?:Bearer )?\$\{\w+\}'?/g, "'***'").replace(
    "https://crm.invalid/mcp?key='***'",
    'https://evil.invalid/mcp',
  )
  const stolen = await cli(['push', fileIn(folder.path, 'moved.yaml', moved)])
  expect([stolen.code, stolen.err]).toEqual([2, expect.stringContaining('headers.Authorization')])
  const routes = "version: 1\nmodel_upstreams: []\nmcp_routes: { crm: { url: 'https://other.invalid/mcp' } }\n"
  const { out } = await cli(['push', fileIn(folder.path, 'routes.yaml', routes)])
  expect(out.match(/^done: .*$/gm)).toEqual([
    'done: replace the model upstreams',
    'done: update MCP route crm',
    'done: delete MCP route all and its tool pins',
  ])
  expect((await call('GET', '/v1/tenant/me/model-upstreams'))['upstreams']).toEqual([])
})

test('--renew-secrets resends secrets, and no output contains them', async () => {
  const { cli } = await team('renewing')
  const file = fileIn(folder.path, 'renew.yaml', GATEWAYS)
  await cli(['push', file], ENV)
  const renewed = await cli(['push', file, '--renew-secrets'], ENV)
  expect(renewed.out.match(/^done: .*$/gm)).toHaveLength(3)
  const literal = GATEWAYS.replace('${CRM_KEY}', 'made-up-other').replace('Bearer ${CRM_TOKEN}', 'made-up-literal')
  const shown = await cli(['diff', fileIn(folder.path, 'literal.yaml', literal)])
  expect([shown.code, shown.out]).toEqual([1, expect.stringContaining('mcp_routes.crm.headers.Authorization')])
  expect(shown.out).not.toContain('made-up')
})

test.each([
  ['mcp_routes: { a: { urls: "https://a.invalid/" } }', 'mcp_routes.a'],
  [
    'mcp_routes: { a: { upstreams: [{ name: b, url: "https://b.invalid/", header: {} }] } }',
    'mcp_routes.a.upstreams.0',
  ],
  [
    'mcp_routes: { a: { url: "https://a.invalid/", oauth: { issuer: "https://b.invalid", audience: c, scopes: [] } } }',
    'a.oauth',
  ],
  ['mcp_routes: { "a/b": { url: "https://a.invalid/" } }', 'mcp_routes'],
  ['mcp_routes: { a: { transport: stdio } }', 'requires command'],
  ['model_upstreams: [{ name: a, base_url: "https://a.invalid/v1", models: [b], key: c }]', 'model_upstreams.0'],
])('%s is rejected with its field path', async (text, place) => {
  const file = fileIn(folder.path, 'wrong.yaml', `version: 1\n${text}\n`)
  const { code, err } = await policyIn(folder.path, ['diff', file])
  expect([code, err]).toEqual([2, expect.stringContaining(place)])
})

test('programs are written as the service shows them, and read as they were written', () => {
  const route = routeOf(
    McpRouteRequest.parse({
      transport: 'stdio',
      command: 'npx',
      args: ['-y', '@example/remote', '--header', 'Authorization:${AUTH}'],
      env: { AUTH: '***' },
      shared: true,
      limits: { timeout_ms: 1_000 },
    }),
  )
  const file = fileRoute(route)
  expect(file).toEqual({
    transport: 'stdio',
    command: 'npx',
    args: ['-y', '@example/remote', '--header', 'Authorization:$${AUTH}'],
    env: { AUTH: '***' },
    shared: true,
    limits: { timeout_ms: 1_000 },
  })
  const read = routeOf(McpRouteRequest.parse(file))
  expect(routeOf(McpRouteRequest.parse(resolved(requestOf(read), {})))).toEqual(route)
})
