import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageBody, messageEvents, type ScriptedMessage } from './messages-script.ts'
import { responseBody, responseEvents, type ScriptedResponse } from './responses-script.ts'

/** Request that a scripted provider received. */
export interface ProviderRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Answer of a scripted provider. */
export type ProviderAnswer =
  | { readonly message: ScriptedMessage; readonly wireBytes?: number }
  | { readonly response: ScriptedResponse; readonly wireBytes?: number }
  /** Any other answer, unchanged. */
  | { readonly status: number; readonly body: unknown }

/** A provider of Anthropic's messages and OpenAI's responses, over real HTTP on loopback. */
export interface ScriptedProvider {
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  readonly requests: ProviderRequest[]
  close(): Promise<void>
}

export async function startScriptedProvider(
  answer: (request: ProviderRequest) => ProviderAnswer,
): Promise<ScriptedProvider> {
  const requests: ProviderRequest[] = []
  const server = createServer((message, response) => {
    read(message)
      .then((request) => {
        requests.push(request)
        return send(response, request, answer(request))
      })
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(message: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
  return { path: new URL(message.url ?? '/', 'http://scripted').pathname, headers: message.headers, body }
}

async function send(response: ServerResponse, { body }: ProviderRequest, answer: ProviderAnswer): Promise<void> {
  if ('status' in answer) return sendJson(response, answer.status, answer.body)
  const model = String(body['model'])
  if (body['stream'] !== true) {
    const whole = 'message' in answer ? messageBody(answer.message, model) : responseBody(answer.response, model)
    return sendJson(response, 200, whole)
  }
  const events = 'message' in answer ? messageEvents(answer.message, model) : responseEvents(answer.response, model)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const bytes = Buffer.from(events)
  const size = answer.wireBytes ?? bytes.length
  for (let at = 0; at < bytes.length; at += size) {
    if (response.destroyed) return
    // oxlint-disable-next-line no-await-in-loop -- each write reaches the client by itself as far as TCP allows
    await new Promise((resolve) => response.write(bytes.subarray(at, at + size), resolve))
  }
  response.end()
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
