import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Fields } from '../../src/messages.ts'
import { bodyOf, listen, sendJson } from './upstreams.ts'

export type Evil = (response: ServerResponse, body: Fields, incoming: IncomingMessage) => void

/** Starts an MCP server with a correct handshake and test-defined behavior for each call. */
export async function malicious(evil: Evil) {
  return listen((incoming, response) => {
    void (async () => {
      if (incoming.method === 'DELETE') return void response.writeHead(200).end()
      const body = incoming.method === 'POST' ? await bodyOf(incoming) : {}
      if (body['method'] === 'initialize') {
        const result = {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'm', version: '1' },
        }
        return sendJson(response, 200, { jsonrpc: '2.0', id: body['id'], result })
      }
      if (body['id'] === undefined && incoming.method === 'POST') return void response.writeHead(202).end()
      evil(response, body, incoming)
    })()
  })
}

/** Starts an event stream and returns the function that sends events. */
export function stream(response: ServerResponse): (data: unknown, id?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (data, id) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`)
  }
}

export function answer(body: Fields, result: Fields = { content: [] }): Fields {
  return { jsonrpc: '2.0', id: body['id'], result }
}

export function notification(data: unknown = 'hello'): Fields {
  return { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } }
}
