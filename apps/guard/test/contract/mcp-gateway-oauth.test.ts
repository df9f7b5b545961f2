import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Team, team } from '../gateway/mcp/team.ts'
import { type ToolServer, toolServer } from '../gateway/mcp/tool-server.ts'

const AUDIENCE = 'https://gateway.example/gateway/signed/mcp'

let here: Team
let server: ToolServer
let issuer: Server
let issuerUrl: string
let sign: (claims: JWTPayload, lifetime?: string, key?: 'own' | 'foreign') => Promise<string>

beforeAll(async () => {
  here = await team('signed')
  server = await toolServer()
  const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256' }
  issuer = createServer((request, response) => {
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys` },
      '/keys': { keys: [jwk] },
    }
    const found = documents[request.url ?? '']
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>((resolve) => void issuer.listen(0, '127.0.0.1', resolve))
  issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  sign = (claims, lifetime = '5m', key = 'own') =>
    new SignJWT({ iss: issuerUrl, aud: AUDIENCE, sub: 'ann', scope: 'tools:use other', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setExpirationTime(lifetime)
      .sign(key === 'own' ? own.privateKey : foreign.privateKey)
  const oauth = { issuer: issuerUrl, audience: AUDIENCE, required_scopes: ['tools:use'] }
  await here.route('signed', { url: server.url, oauth })
})
afterAll(async () => {
  await here.close()
  await server.close()
  await new Promise((resolve) => void issuer.close(resolve))
})

const ask = (token?: string, key: string | undefined = here.key) =>
  fetch(`${here.served.url}/gateway/signed/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key === '' ? {} : { 'x-api-key': key }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    }),
  })

test('a token of the issuer for this audience is accepted next to the tenant key, not forwarded', async () => {
  const token = await sign({})
  const client = await here.connect('signed', { authorization: `Bearer ${token}` })
  expect((await client.listTools()).tools).toHaveLength(1)
  expect(JSON.stringify(server.headers)).not.toContain(token)
  expect((await ask(token, '')).status).toBe(401)
})

test.each([
  ['no token', () => Promise.resolve(undefined), 401],
  ['a token that is none', () => Promise.resolve('a.b.c'), 401],
  ['another audience', () => sign({ aud: 'https://other.example' }), 401],
  ['another issuer', () => sign({ iss: 'https://other.example' }), 401],
  ['a key of nobody', () => sign({}, '5m', 'foreign'), 401],
  ['a time that is over', () => sign({}, '-5m'), 401],
  ['no scope', () => sign({ scope: 'other' }), 403],
  ['a subject that is no text', () => sign({ sub: 5 as never }), 401],
  ['a subject without end', () => sign({ sub: 'u'.repeat(300) }), 401],
])('%s is refused', async (_title, make, status) => {
  const answer = await ask(await make())
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -32_001 } })
  const challenge = answer.headers.get('www-authenticate') ?? ''
  expect(challenge).toContain('scope="tools:use"')
  const [, address] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
  const metadata = await fetch(address!)
  expect(await metadata.json()).toMatchObject({
    resource: `${here.served.url}/gateway/signed/mcp`,
    authorization_servers: [issuerUrl],
    scopes_supported: ['tools:use'],
  })
})

test('an unsigned token or a token signed with a shared secret is rejected', async () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: issuerUrl, aud: AUDIENCE, exp: 9_999_999_999, scope: 'tools:use' }
  expect((await ask(`${part({ alg: 'none' })}.${part(claims)}.`)).status).toBe(401)
  const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(Buffer.alloc(32, 1))
  expect((await ask(shared)).status).toBe(401)
})

test('a tenant without the route returns no details', async () => {
  for (const path of ['none/mcp?tenant=signed', 'signed/mcp?tenant=nobody', 'signed/mcp', 'signed/mcp?tenant=%00']) {
    const answer = await fetch(`${here.served.url}/.well-known/oauth-protected-resource/gateway/${path}`)
    expect([path, answer.status]).toEqual([path, 404])
  }
})

test('on a route without tokens two keys in one request are rejected', async () => {
  await here.route('plain', { url: server.url })
  const answer = await fetch(`${here.served.url}/gateway/plain/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': here.key, authorization: 'Bearer something-else' },
    body: '{}',
  })
  expect(answer.status).toBe(401)
})
