/** Own limit: receivers should respond before they process a call. */
export const ATTEMPT_TIMEOUT_MS = 10_000

/** Own limit: bytes of a response that are read and shown. */
const RESPONSE_BYTES_MAX = 4_096

/** Result of a call. */
export interface CallResult {
  readonly ok: boolean
  readonly at_ms: number
  readonly duration_ms: number
  readonly status: number | null
  readonly error: string | null
  readonly snippet: string
  /** Delay that the receiver requests; 0 for none. */
  readonly retryAfter_ms: number
}

/** Reads the first bytes of a response; read errors are ignored. */
export async function firstBytes({ body }: Response): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    while (bytes < RESPONSE_BYTES_MAX) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      bytes += value.byteLength
    }
  } catch {
    // Only the status matters.
  }
  void reader.cancel().catch(() => undefined)
  return Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX).toString()
}

/** Returns the error of a response without redirects; null for success. */
export function errorOf({ status }: Pick<Response, 'status'>): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'the receiver returned a redirect, which is not followed'
  return `the receiver returned status ${status}`
}

/** Returns the requested delay. RFC 9110 section 10.2.3: seconds, or a date. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>, now_ms: number): number {
  const text = headers.get('retry-after')
  if (text === null) return 0
  const wait_ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now_ms
  return Number.isFinite(wait_ms) && wait_ms > 0 ? wait_ms : 0
}
