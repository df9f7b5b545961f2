import { SseParser } from '@gatehouse/formats'

import type { Fields } from '../../src/messages.ts'
import type { Served } from './serve.ts'

export interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The messages of the answer, JSON or stream. */
  readonly messages: readonly Fields[]
}

const BOTH = 'application/json, text/event-stream'

/** Sends raw HTTP and waits for the whole answer. */
export async function send(
  { url }: Served,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Sent> {
  const answer = await fetch(url, {
    method,
    headers: { accept: BOTH, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, messages: messagesIn(answer.headers, text) }
}

function messagesIn(headers: Headers, text: string): readonly Fields[] {
  if (text === '') return []
  if (headers.get('content-type') === 'application/json') return [JSON.parse(text) as Fields | Fields[]].flat()
  const events = new SseParser().push(new TextEncoder().encode(text))
  return events.filter(({ data }) => data !== '').map(({ data }) => JSON.parse(data) as Fields)
}

/** An open event stream, read event by event. */
export async function openStream(
  { url }: Served,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<{ status: number; next(): Promise<{ id: string | undefined; data: string } | undefined>; leave(): void }> {
  const controller = new AbortController()
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: body === undefined ? 'text/event-stream' : BOTH,
      'content-type': 'application/json',
      ...headers,
    },
    signal: controller.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const parser = new SseParser()
  const reader = answer.body?.getReader()
  const waiting: { id: string | undefined; data: string }[] = []
  return {
    status: answer.status,
    leave: () => controller.abort(),
    async next() {
      for (;;) {
        const event = waiting.shift()
        if (event !== undefined) return event
        const read = await reader?.read()
        if (read?.value === undefined) return undefined
        waiting.push(...parser.push(read.value).map(({ id, data }) => ({ id, data })))
      }
    },
  }
}

export function initializeBody(protocolVersion = '2025-11-25', capabilities: Fields = {}) {
  const params = { protocolVersion, capabilities, clientInfo: { name: 'tester', version: '1' } }
  return { jsonrpc: '2.0', id: 0, method: 'initialize', params }
}

/** Starts a session and returns the headers of its further requests. */
export async function begin(
  service: Served,
  {
    version = '2025-11-25',
    owner = 'somebody',
    capabilities = {},
  }: { readonly version?: string; readonly owner?: string; readonly capabilities?: Fields } = {},
): Promise<Record<string, string>> {
  const { headers } = await send(service, initializeBody(version, capabilities), { 'x-owner': owner })
  return { 'mcp-session-id': headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': version, 'x-owner': owner }
}

export function call(id: string | number, name: string, args: Fields = {}) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

/** A request of the stateless protocol and the headers that mirror it. */
export function stateless(method: string, params: Fields = {}, meta: Fields = {}, id: string | number = 1) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  }
  const name = params['name'] ?? params['uri']
  const headers: Record<string, string> = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
  return { body: { jsonrpc: '2.0', id, method, params: { ...params, _meta } }, headers }
}
