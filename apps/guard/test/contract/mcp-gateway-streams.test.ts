import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addApiKey } from '@gatehouse/store/tenants'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Team, team } from '../gateway/mcp/team.ts'
import { send } from '../serve.ts'

/** A tool server that sends unsolicited messages on the streams that clients open. */
interface Talker {
  readonly url: string
  say(data: string): void
  /** Streams that are open. */
  readonly streams: Set<ServerResponse>
  close(): Promise<void>
}

async function talker(): Promise<Talker> {
  const streams = new Set<ServerResponse>()
  const http = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text === '' ? '{}' : text) as {
        id?: number
        method?: string
        params?: { protocolVersion?: string }
      }
      if (id === undefined || method === undefined) {
        response.writeHead(202).end()
        return
      }
      const result =
        method === 'initialize'
          ? {
              protocolVersion: params?.protocolVersion,
              capabilities: { logging: {}, tools: {} },
              serverInfo: { name: 'talker', version: '1' },
            }
          : { tools: [] }
      const answer = method === 'server/discover' ? { error: { code: -32_601, message: 'Unknown.' } } : { result }
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  })
  const url = await listening(http)
  return {
    url: `${url}/mcp`,
    streams,
    say(data) {
      const message = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } }
      for (const stream of streams) stream.write(`data: ${JSON.stringify(message)}\n\n`)
    },
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => void http.close(resolve))
    },
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Messages that a client receives on its GET stream. */
interface Listener {
  text: string
  hasEnded: boolean
}

async function listen(route: string, headers: Readonly<Record<string, string>>): Promise<Listener> {
  const url = `${here.served.url}/gateway/${route}/mcp`
  const both = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  const response = await fetch(url, {
    method: 'POST',
    headers: both,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  const session = response.headers.get('mcp-session-id') ?? ''
  expect(response.status).toBe(200)
  const opening = fetch(url, { headers: { ...headers, accept: 'text/event-stream', 'mcp-session-id': session } })
  const listener: Listener = {
    text: '',
    hasEnded: false,
  }
  const read = async () => {
    const stream = await opening
    expect(stream.status).toBe(200)
    for await (const part of stream.body!) listener.text += Buffer.from(part).toString()
  }
  void read()
    .catch(() => undefined)
    .then(() => (listener.hasEnded = true))
  return listener
}

let here: Team
let server: Talker

beforeAll(async () => {
  here = await team('listening')
  server = await talker()
  await here.route('talk', { url: server.url })
})
afterAll(async () => {
  await here.close()
  await server.close()
})

/** Two seconds, within which a key that is no more has to stop counting for streams too. */
const SOON = { timeout: 2_500, interval: 50 }

describe('a stream that a client listens to', () => {
  test('sends its headers immediately, before any event', async () => {
    const url = `${here.served.url}/gateway/talk/mcp`
    const headers = { 'x-api-key': here.key, 'content-type': 'application/json' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    })
    const session = response.headers.get('mcp-session-id') ?? ''
    const opened = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream', 'mcp-session-id': session },
      signal: AbortSignal.timeout(2_000),
    })
    expect(opened.status).toBe(200)
    await fetch(url, { method: 'DELETE', headers: { ...headers, 'mcp-session-id': session } })
    await expect.poll(() => server.streams.size, SOON).toBe(0)
  })

  test('ends with the key that it was opened with, and the session with it', async () => {
    const answer = await here.api('POST', '/v1/tenant/me/api-keys', { name: 'short' })
    const { api_key: key } = answer.body as { api_key: string }
    const [listener, stays] = [
      await listen('talk', { 'x-api-key': key }),
      await listen('talk', { 'x-api-key': here.key }),
    ]
    await expect.poll(() => server.streams.size, SOON).toBe(2)
    await send(`${here.served.url}/v1/tenant/me/api-keys`, 'DELETE', { api_key: key }, { 'x-api-key': here.key })
    await expect.poll(() => listener.hasEnded, SOON).toBe(true)
    await expect.poll(() => server.streams.size, SOON).toBe(1)
    const report = () => {
      server.say('it rains in Oslo')
      return stays.text
    }
    await expect.poll(report, SOON).toContain('it rains in Oslo')
    expect(listener.text).not.toContain('it rains in Oslo')
    expect(stays.hasEnded).toBe(false)
  })

  test('ends when its key expires', async () => {
    const key = 'made-up-key-that-ends-soon-0123456789'
    await addApiKey(here.served.store, {
      tenantId: 'listening',
      name: 'ending',
      prefix: key.slice(0, 12),
      sha256: createHash('sha256').update(key).digest(),
      scope: 'runtime',
      expiresAt: new Date(Date.now() + 1_200),
    })
    const listener = await listen('talk', { 'x-api-key': key })
    await expect.poll(() => listener.hasEnded, { timeout: 4_000, interval: 50 }).toBe(true)
  })

  test('is judged by the policies in force when each event arrives', async () => {
    const before = new Set(server.streams)
    const listener = await listen('talk', { 'x-api-key': here.key })
    // Streams of earlier tests may still be closing.
    await expect.poll(() => [...server.streams].some((stream) => !before.has(stream)), SOON).toBe(true)
    server.say('code PX-1111')
    await expect.poll(() => listener.text, SOON).toContain('PX-1111')
    const saved = await here.api('POST', '/v1/data-policies/global/policy', {
      sanitization_rules: [{ pattern_id: 'px', regex: 'PX-[0-9]{4}', action: 'redact', replacement: '[PX]' }],
      role_policies: [],
    })
    expect(saved.status).toBeLessThan(300)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    server.say('then PX-2222')
    server.say('the end')
    await expect.poll(() => listener.text, SOON).toContain('the end')
    expect(listener.text).not.toContain('PX-2222')
  })

  test('ends with the token that it was opened with', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }
    const issuer = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }))
    })
    const url = await listening(issuer)
    await here.route('signed', { url: server.url, oauth: { issuer: url, audience: 'tools', jwks_url: `${url}/keys` } })
    const leeway_s = 60
    // Token times are whole seconds: this token stays valid for two to three seconds.
    const token = await new SignJWT({ iss: url, aud: 'tools', sub: 'ann' })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setExpirationTime(Math.ceil(Date.now() / 1_000) - leeway_s + 2)
      .sign(privateKey)
    const listener = await listen('signed', { 'x-api-key': here.key, authorization: `Bearer ${token}` })
    expect(listener.hasEnded).toBe(false)
    await expect.poll(() => listener.hasEnded, { timeout: 5_000, interval: 50 }).toBe(true)
    issuer.closeAllConnections()
    await new Promise((resolve) => void issuer.close(resolve))
  }, 10_000)
})
