import { Failure } from '@gatehouse/kernel'

/** Sends one request; the caller's egress policy applies. Limits apply to the entire answer. */
export type OsvFetch = (path: string, init: OsvInit) => Promise<OsvResponse>

export interface OsvInit {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly maxBytes: number
  readonly timeout_ms: number
  readonly signal: AbortSignal
}

export interface OsvResponse {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
}

/** Maximum number of tries per request. Own limit. */
export const TRIES_MAX = 3
/** Delay before the second try; doubled for each further one. */
const WAIT_MS = 300
/** Maximum accepted Retry-After; longer delays count as a missing answer. */
const WAIT_MS_MAX = 5_000
/** Own limit: OSV answers a full batch in about 2 s. */
const REQUEST_TIMEOUT_MS = 30_000

export interface OsvRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** An answer that is no failure of the service, with its text. */
export interface OsvAnswer {
  readonly status: number
  readonly text: string
}

/**
 * Sends a request, with retries while the service is busy or unavailable.
 * @throws {Failure} `unavailable`, `egress_refused`; the signal's reason when it fires
 */
export async function request(osvRequest: OsvRequest, ask: OsvFetch): Promise<OsvAnswer> {
  for (let tries = 1; ; tries += 1) {
    const { answer, failure, wait_ms } = await tryOnce(osvRequest, ask)
    if (answer !== undefined) return answer
    osvRequest.signal.throwIfAborted()
    const pause_ms = Math.max(wait_ms ?? 0, WAIT_MS * 2 ** (tries - 1))
    if (tries >= TRIES_MAX || pause_ms > WAIT_MS_MAX) throw failure
    await sleep(pause_ms, osvRequest.signal)
  }
}

type Outcome =
  | { readonly answer: OsvAnswer; readonly failure?: undefined; readonly wait_ms?: undefined }
  | { readonly answer?: undefined; readonly failure: Failure; readonly wait_ms?: number }

async function tryOnce({ method, path, body, maxBytes, signal }: OsvRequest, ask: OsvFetch): Promise<Outcome> {
  try {
    const response = await ask(path, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      maxBytes,
      timeout_ms: REQUEST_TIMEOUT_MS,
      signal,
    })
    const { status } = response
    const text = await response.text()
    if (status !== 429 && status < 500) return { answer: { status, text } }
    const wait_s = Number(response.headers.get('retry-after') ?? '')
    return {
      failure: new Failure('unavailable', `it returned status ${status}`),
      ...(wait_s > 0 && { wait_ms: wait_s * 1_000 }),
    }
  } catch (thrown) {
    signal.throwIfAborted()
    // Policy denials are permanent.
    if (!(thrown instanceof Failure) || thrown.code !== 'unavailable') throw thrown
    return { failure: thrown }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
  })
}
