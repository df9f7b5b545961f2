import { Failure } from '@gatehouse/kernel'

/** How one request goes out; the caller's policy decides where it may go. Bounds hold for the whole answer. */
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

/** Tries of one request. Ours: what is away for longer is away. */
export const TRIES_MAX = 3
/** Before the second try; twice as long before each further one. */
const WAIT_MS = 300
/** What a service asks for at most that is waited for; a longer pause is an answer that is missing. */
const WAIT_MS_MAX = 5_000
/** Ours: OSV answers a full batch in some 2 s. */
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
 * Asks, and asks again where the service is busy or away.
 * @throws {Failure} `unavailable`, `egress_refused`; the signal's reason when it fires
 */
export async function request(asked: OsvRequest, ask: OsvFetch): Promise<OsvAnswer> {
  for (let tries = 1; ; tries += 1) {
    const { answer, failure, wait_ms } = await tryOnce(asked, ask)
    if (answer !== undefined) return answer
    asked.signal.throwIfAborted()
    const pause_ms = Math.max(wait_ms ?? 0, WAIT_MS * 2 ** (tries - 1))
    if (tries >= TRIES_MAX || pause_ms > WAIT_MS_MAX) throw failure
    await sleep(pause_ms, asked.signal)
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
      failure: new Failure('unavailable', `it answered with status ${status}`),
      ...(wait_s > 0 && { wait_ms: wait_s * 1_000 }),
    }
  } catch (thrown) {
    signal.throwIfAborted()
    // What the policy refuses it refuses again.
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
