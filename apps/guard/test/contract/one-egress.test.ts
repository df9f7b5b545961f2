import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type Answer, makeTeam, send, type Served, serveWithKeys } from '../serve.ts'

/** An internal server that no tenant may reach; it records the requested paths. */
const reached: string[] = []
const inside = createServer((request, response) => {
  reached.push(request.url ?? '')
  request.resume()
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error": "nothing here"}')
})
const STDIO_SERVER = fileURLToPath(new URL('../mcp/stdio-server.ts', import.meta.url))

let closed: Served
let open: Served
let base: string
beforeAll(async () => {
  await once(inside.listen(0, 'localhost'), 'listening')
  // By name: a literal address is refused when it is saved, a name when it is called.
  base = `http://localhost:${(inside.address() as AddressInfo).port}`
  const env = { GATEHOUSE_MCP_COMMANDS: process.execPath, MODEL_BASE_URL: `${base}/deployment`, MODEL_NAME: 'own' }
  ;[closed, open] = await Promise.all([
    serveWithKeys({ env }),
    serveWithKeys({ env: { ...env, GATEHOUSE_EGRESS_ALLOW: 'localhost' } }),
  ])
})
afterAll(async () => {
  await Promise.all([closed.close(), open.close()])
  inside.close()
})

type Api = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>

/** Features with a user-defined URL, and the request that makes the service call it. */
const WAYS: Readonly<Record<string, (api: Api, url: string) => Promise<unknown>>> = {
  async upstream(api, url) {
    await upstream(api, url)
    return api('POST', '/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'hello' }] })
  },
  async 'model-list'(api, url) {
    await upstream(api, url)
    return api('GET', '/v1/models')
  },
  deployment: (api) =>
    api('POST', '/v1/chat/completions', { model: 'own', messages: [{ role: 'user', content: 'hello' }] }),
  async webhook(api, url) {
    const { body } = await api('POST', '/v1/tenant/me/webhooks', { url })
    return api('POST', `/v1/tenant/me/webhooks/${String(body['id'])}/test`)
  },
  async 'tool-server'(api, url) {
    await route(api, { url })
    return mcp(api, initialize)
  },
  async 'old-tool-server'(api, url) {
    await route(api, { url, transport: 'sse' })
    return mcp(api, initialize)
  },
  async issuer(api, url) {
    await route(api, { url: 'https://tools.example/mcp', oauth: { issuer: url, audience: 'a', jwks_url: url } })
    const claims = [
      { alg: 'ES256', kid: 'k' },
      { iss: url, aud: 'a', exp: Math.floor(Date.now() / 1_000) + 60 },
    ]
    const token = [...claims.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), 'c2ln'].join('.')
    return mcp(api, initialize, { authorization: `Bearer ${token}` })
  },
  async shield(api, url) {
    const tools = { transport: 'stdio', command: process.execPath, args: [STDIO_SERVER], isolation_ack: true }
    await route(api, { ...tools, enforcement_backend: 'http', shield_url: url, shield_tenant_key: 'made-up-key' })
    const session = await mcp(api, initialize)
    const headers = { 'mcp-session-id': session.headers.get('mcp-session-id') ?? '' }
    const params = { name: 'echo', arguments: { text: 'hello' } }
    return mcp(api, { jsonrpc: '2.0', id: 2, method: 'tools/call', params }, headers)
  },
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
}

function upstream(api: Api, base_url: string): Promise<Answer> {
  const upstreams = [{ name: 'inside', base_url, models: ['*'], retries: 0 }]
  return api('PUT', '/v1/tenant/me/model-upstreams', { upstreams })
}

async function route(api: Api, body: object): Promise<void> {
  const { status, text } = await api('PUT', '/v1/tenant/me/mcp-gateway/upstreams/inside', body)
  expect([status, text]).toEqual([200, text])
}

function mcp(api: Api, message: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const accept = 'application/json, text/event-stream'
  return api('POST', '/gateway/inside/mcp', message, { accept, 'mcp-protocol-version': '2025-11-25', ...headers })
}

let teams = 0
/** As a tenant of its own, so that nothing is remembered from the way before. */
async function go(service: Served, way: string): Promise<void> {
  const key = await makeTeam(service.url, `way-${(teams += 1)}`, { plan: 'enterprise' })
  const api: Api = (method, path, body, headers) =>
    send(service.url + path, method, body, { 'x-api-key': key, ...headers })
  await WAYS[way]!(api, `${base}/${way}`)
}

const wasReached = (method: string) => reached.some((path) => path.startsWith(`/${method}`))

describe('a user-supplied address', () => {
  proves.each(
    'all:egress.one-policy',
    Object.keys(WAYS).map((path): [string] => [path]),
  )('of the kind %s is called only if the egress policy allows it', async (path) => {
    await go(closed, path)
    await sleep(50)
    expect(wasReached(path)).toBe(false)
    await go(open, path)
    for (let tries = 0; tries < 100 && !wasReached(path); tries += 1) await sleep(20)
    expect(wasReached(path)).toBe(true)
  })
})
