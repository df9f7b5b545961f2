import { Failure, MASK, messageOf } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import { retryAfterOf } from '@gatehouse/platform'
import type { z } from 'zod'

/** Own limits of one call. */
const CALL_TIMEOUT_MS = 20_000
const RESPONSE_BYTES_MAX = 10 * 1024 * 1024
const MESSAGE_CHARS_MAX = 200

/** A call to a git host failed. Its message contains no secret. */
export class HostFailure extends Error {
  override readonly name = 'HostFailure'
  /** Null without a response. */
  readonly status: number | null
  /** Delay that the git host requests; 0 for none. */
  readonly retryAfter_ms: number

  constructor(message: string, status: number | null, retryAfter_ms = 0) {
    super(message)
    this.status = status
    this.retryAfter_ms = retryAfter_ms
  }

  /** Whether the resource exists already, or has changed. */
  get isConflict(): boolean {
    return this.status === 409 || this.status === 412
  }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** JSON body. */
  readonly json?: unknown
  /** Form body. */
  readonly form?: URLSearchParams
  readonly accept?: string
  /** Error statuses that are returned and not thrown. */
  readonly allow?: readonly number[]
}

export interface CallResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** Reads the JSON body. @throws {HostFailure} if it differs from the documented shape */
  read<Schema extends z.ZodType>(schema: Schema): z.output<Schema>
}

/** Calls the API of one git host; `path` starts with a slash. */
export type Call = (path: string, options?: CallOptions) => Promise<CallResponse>

export interface CallerOptions {
  readonly egress: Pick<Egress, 'fetch'>
  /** Address of the API without a trailing slash. */
  readonly apiUrl: string
  /** Headers that authenticate, with the secrets in them. */
  readonly credentials: () => Promise<{
    readonly headers: Readonly<Record<string, string>>
    readonly secrets: readonly string[]
  }>
  readonly now_ms: () => number
  readonly signal?: AbortSignal | undefined
}

/** Creates the caller of an API. Redirects are not followed: they could lead to another host. */
export function createCall({ egress, apiUrl, credentials, now_ms, signal }: CallerOptions): Call {
  const { host } = new URL(apiUrl)
  return async (path, { method = 'GET', json, form, accept = 'application/json', allow = [] } = {}) => {
    const { headers, secrets } = await credentials()
    const failed = (message: string, status: number | null, retryAfter_ms = 0) =>
      new HostFailure(masked(`${host} ${message}`, secrets), status, retryAfter_ms)
    let response: Response
    let bytes: Uint8Array
    try {
      response = await egress.fetch(`${apiUrl}${path}`, {
        method,
        headers: {
          accept,
          'user-agent': 'gatehouse',
          ...headers,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(form === undefined ? {} : { body: form.toString() }),
        timeout_ms: CALL_TIMEOUT_MS,
        maxBytes: RESPONSE_BYTES_MAX,
        redirect: 'manual',
        ...(signal === undefined ? {} : { signal }),
      })
      bytes = new Uint8Array(await response.arrayBuffer())
    } catch (thrown) {
      const isRefused = thrown instanceof Failure && thrown.code === 'egress_refused'
      throw failed(isRefused ? `is blocked: ${messageOf(thrown)}` : `did not respond: ${messageOf(thrown)}`, null)
    }
    const { status } = response
    if (status >= 300 && !allow.includes(status)) {
      const detail = status < 400 ? 'a redirect, which is not followed: correct the host link' : messageIn(bytes)
      throw failed(
        `returned status ${status}${detail === '' ? '' : `: ${detail}`}`,
        status,
        retryAfterOf(response, now_ms()),
      )
    }
    return {
      status,
      headers: response.headers,
      bytes,
      read(schema) {
        const result = schema.safeParse(parsed(bytes))
        if (result.success) return result.data
        const [issue] = result.error.issues
        throw failed(`returned an unexpected response at "${issue?.path.join('.') ?? ''}"`, status)
      },
    }
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

/** Returns the message in the error response of a git host. */
function messageIn(bytes: Uint8Array): string {
  const body = parsed(bytes) as { message?: unknown; error?: unknown } | null | undefined
  const error = body?.error
  const nested = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error
  const text = [body?.message, nested].find((item) => typeof item === 'string') ?? ''
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, MESSAGE_CHARS_MAX)
}

function masked(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) if (secret !== '') shown = shown.replaceAll(secret, MASK)
  return shown
}
