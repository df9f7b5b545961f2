import { SseParser } from '@gatehouse/formats'
import { orAborted, type TargetAttempt } from './call.ts'
import type { Conversation } from './conversation.ts'
import { READ_BYTES_MAX } from './heard.ts'
import { JSON_TYPE, parseJson } from './json.ts'
import { readPath } from './paths.ts'
import { readBody } from './read-answer.ts'
import { problemOf, TargetError } from './target-error.ts'

/** The newest revision that opens with `initialize`, which servers of all revisions answer or answer with their own. */
const PROTOCOL = '2025-06-18'

/** JSON-RPC 2.0 section 5.1. */
export const UNKNOWN_METHOD = -32_601

export interface RpcError {
  readonly code: number | undefined
  readonly message: string
  readonly data: unknown
}

/** Answer of a server to one request. */
export interface RpcAnswer {
  readonly result: unknown
  /** Code and message of an error answer. */
  readonly error: RpcError | undefined
  readonly status: number
  readonly elapsed_ms: number
}

/**
 * Requests to an MCP server over Streamable HTTP, in a separate session. Implements the part of the protocol that attacks on tools need:
 * requests of the server to its client are not answered.
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports
 */
export class McpRpc {
  readonly #conversation: Conversation
  #session: string | undefined
  #protocol: string | undefined
  #id = 0

  constructor(conversation: Conversation) {
    this.#conversation = conversation
  }

  /** @throws {TargetError} when the server is not an MCP server or denies access */
  async initialize(signal: AbortSignal): Promise<void> {
    const { result, error } = await this.request(
      'initialize',
      { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: 'gatehouse-redteam', version: '1' } },
      signal,
    )
    // Some servers have no sessions and implement only lists and calls.
    if (error?.code === UNKNOWN_METHOD) return
    if (error !== undefined) throw new TargetError('client_error', 'The MCP server rejected the session request.')
    const version = readPath(result, 'protocolVersion')
    this.#protocol = typeof version === 'string' && /^[\w.-]{1,40}$/.test(version) ? version : PROTOCOL
    await this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' }, signal, async (attempt) => {
      await readBody(attempt)
    })
  }

  /** @throws {TargetError} without an answer */
  async request(method: string, params: unknown, signal: AbortSignal): Promise<RpcAnswer> {
    const id = (this.#id += 1)
    return this.#send({ jsonrpc: '2.0', id, method, params }, signal, async (attempt) => {
      const { status, headers } = attempt.answer
      if (method === 'initialize') this.#session = headers['mcp-session-id'] ?? this.#session
      const message = await messageFor(id, attempt)
      if (message === undefined) {
        const problem = problemOf(status) ?? 'malformed'
        throw new TargetError(
          problem,
          `The MCP server returned ${status} without a JSON-RPC message for the request.`,
          status,
        )
      }
      const failed = problemOf(status)
      // A 4xx status with a JSON-RPC error is an answer, unless the status itself shows that the request was not processed.
      if (failed !== undefined && failed !== 'client_error')
        throw new TargetError(failed, `The MCP server returned HTTP status ${status}.`, status)
      return {
        result: readPath(message, 'result'),
        error: errorOf(readPath(message, 'error')),
        status,
        elapsed_ms: attempt.elapsed_ms(),
      }
    })
  }

  /** Ends the session on the server; waits only briefly for the answer. */
  async end(signal: AbortSignal): Promise<void> {
    if (this.#session === undefined) return
    const { url, headers } = this.#address()
    try {
      await this.#conversation.request({ method: 'DELETE', url, headers, body: undefined }, signal, async (attempt) => {
        await readBody(attempt)
      })
    } catch {
      // It forgets the session by itself in time.
    }
  }

  #address(): { readonly url: URL; readonly headers: Record<string, string> } {
    const { prepared } = this.#conversation
    const values = this.#conversation.values('', [])
    return {
      url: new URL(prepared.address.render(values, encodeURIComponent), prepared.base),
      headers: {
        ...this.#conversation.headers(values),
        ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
        ...(this.#protocol === undefined ? {} : { 'mcp-protocol-version': this.#protocol }),
      },
    }
  }

  async #send<One>(
    message: unknown,
    signal: AbortSignal,
    read: (attempt: TargetAttempt) => Promise<One>,
  ): Promise<One> {
    const { url, headers } = this.#address()
    const own = { ...headers, 'content-type': JSON_TYPE, accept: `${JSON_TYPE}, text/event-stream` }
    return this.#conversation.request(
      { method: 'POST', url, headers: own, body: JSON.stringify(message) },
      signal,
      read,
    )
  }
}

/** Returns the message with this id from a body or an event stream; undefined when it is missing. */
async function messageFor(id: number, attempt: TargetAttempt): Promise<unknown> {
  const type = attempt.answer.headers['content-type'] ?? ''
  if (!/^text\/event-stream/i.test(type)) return withId(id, await readBody(attempt))
  const parser = new SseParser({ eventChars: READ_BYTES_MAX })
  const pieces = attempt.answer.body[Symbol.asyncIterator]()
  let bytes = 0
  try {
    for (;;) {
      const next = await orAborted(Promise.resolve(pieces.next()), attempt.signal)
      const chunk = next.done === true ? new TextEncoder().encode('\n\n') : next.value
      for (const { data } of parser.push(chunk)) {
        const message = withId(id, data)
        if (message !== undefined) return message
      }
      bytes += chunk.byteLength
      if (bytes > READ_BYTES_MAX) throw new TargetError('too_large', 'The response of the MCP server is too large.')
      if (next.done === true) return undefined
    }
  } catch (thrown) {
    throw attempt.explain(thrown)
  } finally {
    pieces.return?.().catch(() => {})
  }
}

/** Some answer a request in a batch, and errors of the transport have no id. */
function withId(id: number, text: string): unknown {
  const value = parseJson(text)?.value
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.find((item) => {
    const own = readPath(item, 'id')
    const isAnswer = readPath(item, 'result') !== undefined || readPath(item, 'error') !== undefined
    return isAnswer && (own === id || own === null || (own === undefined && readPath(item, 'error') !== undefined))
  })
}

function errorOf(error: unknown): RpcError | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const code = readPath(error, 'code')
  const message = readPath(error, 'message')
  return {
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : '',
    data: readPath(error, 'data'),
  }
}
