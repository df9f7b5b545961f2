import { errorOf, GatehouseConnectionError, GatehouseError } from './errors.ts'
import { bodyOf, type RequestInput, pathOf } from './request.ts'
import type { Row } from './row.ts'
import type { CallOptions } from './types.ts'

/** Connection settings of a service. */
export interface Connection {
  /** Without a path or with a proxy's path prefix; without a trailing slash. */
  readonly baseUrl: string
  readonly headers: () => Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
  readonly timeout_ms: number
  readonly retries: number
  /** Waits; replaceable in tests. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Statuses of requests that were not executed, which are retried with any method. */
const REFUSED = new Set([429, 503])
/** Idempotent methods. */
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE'])
const WAIT_FIRST_MS = 250
const WAIT_MAX_MS = 30_000

/**
 * Executes one call, with its retries.
 * @throws {GatehouseError} when the service reports an error
 * @throws {GatehouseConnectionError} without an answer
 * @throws {TypeError} for an invalid request
 * @throws the signal's reason when the caller aborts it
 */
export async function send(
  to: Connection,
  row: Row,
  requestInput: RequestInput = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { retries = to.retries, signal } = options
  const request = requestOf(to, row, requestInput, options)
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(to, row, request, options)
    } catch (error) {
      signal?.throwIfAborted()
      if (attempt >= retries || !mayRepeat(row, error)) throw error
      await to.sleep(waitOf(error, attempt), signal)
    }
  }
}

interface Written {
  readonly url: string
  readonly init: RequestInit
}

function requestOf(to: Connection, row: Row, requestInput: RequestInput, { headers }: CallOptions): Written {
  const { type, ...body } = bodyOf(row, requestInput)
  return {
    url: `${to.baseUrl}${pathOf(row, requestInput)}`,
    init: {
      method: row[0],
      ...body,
      headers: { ...to.headers(), ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      // A redirect could send the key to another host.
      redirect: 'error',
    },
  }
}

async function once(to: Connection, row: Row, { url, init }: Written, options: CallOptions): Promise<unknown> {
  const { timeout_ms = to.timeout_ms, signal } = options
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeout_ms)
  const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
  try {
    const response = await to.fetch(url, { ...init, signal: either })
    return await answerOf(row, response)
  } catch (error) {
    if (error instanceof GatehouseError || error instanceof GatehouseConnectionError) throw error
    signal?.throwIfAborted()
    const method = `${row[0]} ${new URL(url, 'http://relative').pathname}`
    if (late.signal.aborted) {
      throw new GatehouseConnectionError(`${method} was not answered within ${timeout_ms} ms.`, error, true)
    }
    throw new GatehouseConnectionError(`${method}: the service at ${to.baseUrl} cannot be reached.`, error)
  } finally {
    clearTimeout(timer)
  }
}

async function answerOf([method, path, unusual]: Row, response: Response): Promise<unknown> {
  const isAnswer = response.ok || unusual?.also?.includes(response.status) === true
  if (isAnswer && unusual?.raw === true) return response
  if (response.status === 204) return undefined
  const text = await response.text()
  const body = parsed(text)
  if (!isAnswer) throw errorOf(response, body)
  if (body !== undefined) return body
  if (text === '') return undefined
  throw new GatehouseConnectionError(`${method} ${path} returned a response that is not JSON.`, undefined)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function mayRepeat([method]: Row, error: unknown): boolean {
  if (error instanceof GatehouseError) return REFUSED.has(error.status)
  return error instanceof GatehouseConnectionError && REPEATABLE.has(method)
}

/** Returns the retry delay: as requested by the service, else exponential with jitter. */
function waitOf(error: unknown, attempt: number): number {
  const asked_s = error instanceof GatehouseError ? error.retryAfter_s : undefined
  if (asked_s !== undefined) return Math.min(asked_s * 1_000, WAIT_MAX_MS)
  return Math.min(WAIT_FIRST_MS * 2 ** attempt, WAIT_MAX_MS) * (0.5 + Math.random() / 2)
}
