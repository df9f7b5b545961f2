import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { framesOf } from './model/frames.ts'
import { completionOf, type ScriptedReply, type ScriptedRequest, type ScriptedRequestBody } from './model/reply.ts'

/** Scripted answer; a string is an answer with that text. */
export type ScriptedAnswer = ScriptedReply | string
/** A list answers requests in order; a function answers each by its content. */
export type ModelScript =
  | readonly ScriptedAnswer[]
  | ((request: ScriptedRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>)

export interface ScriptedModelOptions {
  /** Models of `/v1/models`. */
  readonly models?: readonly string[]
  /** Demanded as a bearer token; default: nothing is. */
  readonly apiKey?: string
  /** Waits; for tests of the model itself. */
  readonly pause?: Pause
}

type Pause = (ms: number) => Promise<unknown>

/** OpenAI-compatible server with scripted answers, over real HTTP on loopback. */
export interface ScriptedModel {
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  readonly port: number
  /** Every request in the order of arrival, `/v1/models` included. */
  readonly requests: readonly ScriptedRequest[]
  /** Follows another script from the next request on, and forgets the recorded requests. */
  follow(script: ModelScript): void
  close(): Promise<void>
}

/** Longest request that a test sends. */
const BODY_BYTES_MAX = 32 * 1024 * 1024

export async function startScriptedModel(
  script: ModelScript,
  { models = ['scripted'], apiKey, pause = sleep }: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const requests: ScriptedRequest[] = []
  let current = script
  let answered = 0
  const server = createServer((message, response) => {
    handle(message, response).catch(() => response.destroy())
  })
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await record(message)
    requests.push(request)
    response.on('close', () => {
      request.abandoned = !response.writableFinished
    })
    const isWrongKey = apiKey !== undefined && message.headers.authorization !== `Bearer ${apiKey}`
    if (isWrongKey) return sendError(response, 401, { message: 'Incorrect API key provided', code: 'invalid_api_key' })
    if (request.path === '/v1/models') return sendJson(response, 200, modelList(models))
    if (request.path !== '/v1/chat/completions')
      return sendError(response, 404, { message: `no route ${request.path}` })
    if (request.body === undefined) return sendError(response, 400, { message: 'the body is not JSON' })
    const index = answered
    answered += 1
    const answer = typeof current === 'function' ? await current(request, index) : current[index]
    // Status 400 prevents client retries: the test sent more requests than its script has answers.
    if (answer === undefined) return sendError(response, 400, { message: 'the script has no further reply' })
    await play(
      typeof answer === 'string' ? { text: answer } : answer,
      request.body,
      `chatcmpl-${index}`,
      response,
      pause,
    )
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    follow(next) {
      current = next
      answered = 0
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function record(message: IncomingMessage): Promise<ScriptedRequest> {
  const arrived_ms = Date.now()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new Error('the request is too large for a test')
    chunks.push(chunk)
  }
  const path = new URL(message.url ?? '/', 'http://scripted').pathname
  const body = parsed(Buffer.concat(chunks).toString())
  return { method: message.method ?? '', path, headers: message.headers, body, arrived_ms, abandoned: false }
}

function parsed(text: string): ScriptedRequestBody | undefined {
  try {
    return JSON.parse(text) as ScriptedRequestBody
  } catch {
    return undefined
  }
}

/** Sends one scripted reply, or simulates its error. */
async function play(
  reply: ScriptedReply,
  request: ScriptedRequestBody,
  id: string,
  response: ServerResponse,
  pause: Pause,
): Promise<void> {
  if (reply.delay_ms !== undefined) await pause(reply.delay_ms)
  if (reply.reset === true) return void response.socket?.resetAndDestroy()
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
  if (reply.status !== undefined && reply.raw === undefined) {
    return sendError(response, reply.status, reply.error ?? { message: `scripted status ${reply.status}` })
  }
  if (request.stream === true && reply.raw === undefined)
    return stream(reply, framesOf(reply, request, id), response, pause)
  if (reply.hang === true) return
  const text = reply.raw ?? JSON.stringify(completionOf(reply, request, id))
  response.writeHead(reply.status ?? 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  if (reply.truncateAfter === undefined) response.end(text)
  else response.write(Buffer.from(text).subarray(0, reply.truncateAfter), () => response.destroy())
}

async function stream(
  reply: ScriptedReply,
  frames: readonly string[],
  response: ServerResponse,
  pause: Pause,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const pause_ms = reply.tokens_per_s === undefined ? 0 : 1000 / reply.tokens_per_s
  let left = reply.truncateAfter ?? Number.POSITIVE_INFINITY
  for (const bytes of writesOf(frames, reply)) {
    if (response.destroyed) return
    const part = bytes.subarray(0, left)
    left -= part.length
    // Waits until the write has left, so that each reaches the client by itself as far as TCP allows.
    await new Promise((resolve) => response.write(part, resolve))
    if (left <= 0) return void response.destroy()
    if (reply.hang === true) return
    if (pause_ms > 0) await pause(pause_ms)
  }
  response.end()
}

/** Returns the separate writes: frames, or slices of all frames together. */
function writesOf(frames: readonly string[], { wireBytes }: ScriptedReply): readonly Buffer[] {
  if (wireBytes === undefined) return frames.map((text) => Buffer.from(text))
  const all = Buffer.from(frames.join(''))
  return Array.from({ length: Math.ceil(all.length / wireBytes) }, (_, index) =>
    all.subarray(index * wireBytes, (index + 1) * wireBytes),
  )
}

function modelList(models: readonly string[]): unknown {
  return { object: 'list', data: models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'scripted' })) }
}

function sendError(response: ServerResponse, status: number, error: NonNullable<ScriptedReply['error']>): void {
  sendJson(response, status, { error: { type: 'scripted_error', code: null, param: null, ...error } })
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
