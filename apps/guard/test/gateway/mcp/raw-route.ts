import { expect } from 'vitest'
import { type RawScript, type RawServer, rawServer } from './raw-server.ts'
import type { Team } from './team.ts'

type Fields = Readonly<Record<string, unknown>>

/** A route to a server with arbitrary responses, and a client with arbitrary requests. */
export interface RawRoute {
  readonly route: string
  readonly server: RawServer
  /** Returns the number of requests to the server, by method. */
  readonly asked: (method: string) => number
  /** Returns the whole last response, including earlier messages on its stream. */
  readonly heard: () => string
  /** Posts a message in the session from {@link begin}; `more` are additional headers. */
  readonly post: (message: Fields, more?: Readonly<Record<string, string>>) => Promise<Fields>
  readonly begin: (more?: Readonly<Record<string, string>>) => Promise<Fields>
  /** Posts a request of the stateless protocol. */
  readonly stateless: (method: string, params?: Fields, more?: Readonly<Record<string, string>>) => Promise<Fields>
}

/** Creates a route of a team; `over` are additional fields. */
export async function rawRoute(here: Team, route: string, script: RawScript, over: object = {}): Promise<RawRoute> {
  const server = await rawServer(script)
  expect((await here.route(route, { url: server.url, ...over })).status).toBeLessThan(300)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': here.key,
  }
  let input = ''
  const post: RawRoute['post'] = async (message, more = {}) => {
    const answered = await fetch(`${here.served.url}/gateway/${route}/mcp`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      headers: { ...headers, ...more },
    })
    const session = answered.headers.get('mcp-session-id')
    if (session !== null) headers['mcp-session-id'] = session
    input = await answered.text()
    const messages = input.startsWith('{') ? [input] : [...input.matchAll(/^data: (.+)$/gm)].map(([, data]) => data!)
    return JSON.parse(messages.at(-1) ?? '{}') as Fields
  }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  return {
    route,
    server,
    asked: (method) => server.received.filter((item) => item.method === method).length,
    heard: () => input,
    post,
    begin: (more) => post({ id: 'begin', method: 'initialize', params }, more),
    stateless(method, rest = {}, more = {}) {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      }
      const name = rest['name'] ?? rest['uri']
      return post(
        { id: 1, method, params: { ...rest, _meta: { ...(rest['_meta'] as Fields | undefined), ..._meta } } },
        {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
          ...more,
        },
      )
    },
  }
}
