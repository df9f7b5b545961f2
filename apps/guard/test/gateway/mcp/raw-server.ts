import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'

type Fields = Readonly<Record<string, unknown>>

export interface Received {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Fields
}

/** A tool server with scripted responses, valid or not. */
export interface RawServer {
  readonly url: string
  readonly received: Received[]
  close(): void
}

export interface RawScript {
  readonly stateless?: boolean
  /** Its server information besides the capabilities. */
  readonly about?: Fields
  readonly capabilities?: Fields
  /** Result of a request, or an error. */
  readonly answer: (message: Received) => Fields | { readonly error: Fields }
  /** Notifications before the answer to this request. */
  readonly says?: (message: Received) => readonly Fields[]
}

export async function rawServer(script: RawScript): Promise<RawServer> {
  const received: Received[] = []
  const http = createServer((req, res) => {
    if (req.method !== 'POST') {
      res.writeHead(405).end()
      return
    }
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    req.on('end', () => {
      const message = JSON.parse(body) as Received
      received.push(message)
      if (message.id === undefined || message.method === undefined) {
        res.writeHead(202).end()
        return
      }
      const texts = script.says?.(message) ?? []
      if (message.method === 'initialize' && script.stateless !== true) res.setHeader('mcp-session-id', randomUUID())
      const answered = answerOf(message, script)
      const out = JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        ...('error' in answered ? { error: answered['error'] } : { result: answered }),
      })
      if (texts.length === 0) {
        res.writeHead(200, { 'content-type': 'application/json' }).end(out)
        return
      }
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const item of texts) res.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...item })}\n\n`)
      res.end(`data: ${out}\n\n`)
    })
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    received,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}

function answerOf(message: Received, { stateless = false, about = {}, capabilities, answer }: RawScript): Fields {
  const { method, params } = message
  const own = { tools: {}, resources: {}, prompts: {}, completions: {}, ...capabilities }
  const unknown = { error: { code: -32_601, message: 'no' } }
  if (method === 'server/discover') {
    const found = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: own, ...about }
    return stateless ? found : unknown
  }
  if (method === 'initialize') {
    const serverInfo = { name: 'raw', version: '1' }
    return stateless
      ? unknown
      : { protocolVersion: params?.['protocolVersion'], capabilities: own, serverInfo, ...about }
  }
  return answer(message)
}
