import type { CallOptions, OnServerMessage, UpstreamConnection } from '../../src/connection.ts'
import type { Era } from '../../src/eras.ts'
import type {
  Fields,
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
} from '../../src/messages.ts'

export type Answering = (
  request: JsonRpcRequest,
  options: CallOptions,
  upstream: ScriptedUpstream,
) => Promise<Fields | JsonRpcResponse> | Fields | JsonRpcResponse

export interface Script {
  readonly era?: Era
  readonly about?: Fields
  readonly answer?: Answering
}

const ABOUT: Readonly<Record<Era, Fields>> = {
  sessions: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} },
    serverInfo: { name: 'scripted', version: '1' },
    instructions: 'Use the tools.',
  },
  stateless: {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'scripted', version: '1' } },
    instructions: 'Use the tools.',
    ttlMs: 1_000,
    cacheScope: 'public',
  },
}

/** Scripted upstream that records its requests. */
export class ScriptedUpstream implements UpstreamConnection {
  readonly era: Era
  readonly version: string
  readonly about: Fields
  readonly closed: Promise<string>
  readonly requests: JsonRpcRequest[] = []
  readonly headers: (CallOptions['headers'] | undefined)[] = []
  readonly notified: (JsonRpcNotification | JsonRpcResponse)[] = []
  readonly #answer: Answering
  readonly #listeners = new Set<OnServerMessage>()
  readonly #waiting = new Map<string | number, (response: JsonRpcResponse) => void>()
  #lose: (reason: string) => void = () => undefined
  isClosed = false

  constructor({ era = 'sessions', about = ABOUT[era], answer = () => ({}) }: Script = {}) {
    this.era = era
    this.version = era === 'sessions' ? '2025-06-18' : '2026-07-28'
    this.about = about
    this.#answer = answer
    this.closed = new Promise((resolve) => {
      this.#lose = resolve
    })
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    this.requests.push(request)
    this.headers.push(options.headers)
    const answered = await this.#answer(request, options, this)
    if ('jsonrpc' in answered && isResponse(answered)) return { ...answered, id: request.id }
    return { jsonrpc: '2.0', id: request.id, result: answered }
  }

  notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void> {
    this.notified.push(message)
    if (!('method' in message) && message.id !== null) this.#waiting.get(message.id)?.(message)
    return Promise.resolve()
  }

  listen(onMessage: OnServerMessage): () => void {
    this.#listeners.add(onMessage)
    return () => void this.#listeners.delete(onMessage)
  }

  close(): Promise<void> {
    this.isClosed = true
    this.#lose('closed')
    return Promise.resolve()
  }

  lose(): void {
    this.#lose('lost')
  }

  /** Sends a message outside of requests. */
  say(message: JsonRpcMessage): void {
    for (const listener of this.#listeners) listener(message)
  }

  /** Asks the client, as part of a request, and waits for its answer. */
  ask(options: CallOptions | undefined, id: string | number, method: string, params: Fields = {}) {
    const answered = new Promise<JsonRpcResponse>((resolve) => this.#waiting.set(id, resolve))
    const request: JsonRpcRequest = { jsonrpc: '2.0', id, method, params }
    if (options === undefined) this.say(request)
    else options.onMessage(request)
    return answered
  }
}

function isResponse(value: Fields | JsonRpcResponse): value is JsonRpcResponse {
  return 'jsonrpc' in value && ('result' in value || 'error' in value)
}

/** Returns a progress notification. */
export function progress(token: unknown, done: number): JsonRpcNotification {
  return {
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: token, progress: done, total: 2 },
  }
}

export function text(value: string): Fields {
  return { content: [{ type: 'text', text: value }] }
}
