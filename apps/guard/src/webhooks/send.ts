import { createHmac } from 'node:crypto'
import { findSecrets } from '@gatehouse/guards'
import { type Clock, Failure, MASK, messageOf, type Secret } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { ATTEMPT_TIMEOUT_MS, type CallResult, errorOf, firstBytes, retryAfterOf } from '@gatehouse/platform'

/** Own limits of displayed responses and errors. */
const SNIPPET_CHARS_MAX = 500
const ERROR_CHARS_MAX = 200

/** One call to a receiver. */
export interface Call {
  readonly url: string
  readonly secret: Secret
  readonly deliveryId: string
  readonly tenantId: string
  readonly event: string
  readonly body: string
}

/** Returns the signature of a delivery: HMAC-SHA-256 over `timestamp.body`, in hexadecimal. docs/spec/guard.md "Details". */
export function signatureOf(secret: Secret, timestamp_s: number, body: string): string {
  return createHmac('sha256', secret.reveal()).update(`${timestamp_s}.${body}`).digest('hex')
}

/** Calls a receiver once, under the egress policy. Never throws: the result contains the error. */
export async function callReceiver(call: Call, egress: Egress, clock: Clock, signal: AbortSignal): Promise<CallResult> {
  const at_ms = clock.now()
  const from = performance.now()
  const done = (rest: Omit<CallResult, 'at_ms' | 'duration_ms'>): CallResult => ({
    at_ms,
    duration_ms: Math.round(performance.now() - from),
    ...rest,
  })
  try {
    const answer = await egress.fetch(call.url, {
      method: 'POST',
      headers: headersOf(call, Math.floor(at_ms / 1_000)),
      body: call.body,
      signal,
      timeout_ms: ATTEMPT_TIMEOUT_MS,
      // A redirect could lead to an unchecked address.
      redirect: 'manual',
    })
    const snippet = snippetOf(await firstBytes(answer), call.secret)
    const { status } = answer
    const error = errorOf(answer)
    const ok = error === null
    return done({ ok, status, error, snippet, retryAfter_ms: ok ? 0 : retryAfterOf(answer, at_ms) })
  } catch (thrown) {
    return done({ ok: false, status: null, error: explained(thrown), snippet: '', retryAfter_ms: 0 })
  }
}

function headersOf({ secret, deliveryId, tenantId, event, body }: Call, timestamp_s: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'gatehouse-webhooks',
    'x-shield-event': event,
    'x-shield-tenant': tenantId,
    'x-shield-delivery': deliveryId,
    'x-shield-timestamp': String(timestamp_s),
    'x-shield-signature': `sha256=${signatureOf(secret, timestamp_s, body)}`,
  }
}

/** Returns the start of a response for display: without control characters and credentials, including the webhook's own secret. */
function snippetOf(text: string, secret: Secret): string {
  const plain = text.replaceAll(secret.reveal(), MASK).replaceAll(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ')
  let masked = ''
  let at = 0
  for (const { start, end } of findSecrets(plain)) {
    masked += plain.slice(at, start) + MASK
    at = end
  }
  return (masked + plain.slice(at)).trim().slice(0, SNIPPET_CHARS_MAX)
}

/** Returns an error message for a tenant. It hides denied addresses, which may belong to internal names. */
function explained(thrown: unknown): string {
  if (thrown instanceof Failure && thrown.code === 'egress_refused') return 'the egress policy blocks the address'
  return messageOf(thrown).slice(0, ERROR_CHARS_MAX)
}
