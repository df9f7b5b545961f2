import { type Clock, Failure, MASK, messageOf } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import { ATTEMPT_TIMEOUT_MS, type CallResult, errorOf, firstBytes, retryAfterOf } from '@gatehouse/platform'
import type { ScanNotice } from '@gatehouse/store/integrations'
import { chatBody, chatFormatOf } from './chat.ts'
import { singleLine } from './escape.ts'

/** Own limits of displayed responses and errors. */
const SNIPPET_CHARS_MAX = 500
const ERROR_CHARS_MAX = 200

/** One message to a chat service. */
export interface ChatCall {
  readonly webhookUrl: string
  readonly config: Readonly<Record<string, unknown>>
  readonly notice: ScanNotice
  /** Same for all attempts, so that receivers can detect duplicates. */
  readonly deliveryId: string
  readonly consoleUrl: string
}

/** Sends a message once, under the egress policy. Never throws: the result contains the error. */
export async function sendChat(
  { webhookUrl, config, notice, deliveryId, consoleUrl }: ChatCall,
  { egress, clock }: { readonly egress: Egress; readonly clock: Clock },
  signal?: AbortSignal,
): Promise<CallResult> {
  const at_ms = clock.now()
  const from = performance.now()
  const done = (rest: Omit<CallResult, 'at_ms' | 'duration_ms'>): CallResult => ({
    at_ms,
    duration_ms: Math.round(performance.now() - from),
    ...rest,
  })
  const { channel } = config
  try {
    const to = typeof channel === 'string' ? { channel } : {}
    const body = chatBody(notice, chatFormatOf(webhookUrl, config['format']), { ...to, consoleUrl })
    const response = await egress.fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'gatehouse-integrations',
        'idempotency-key': deliveryId,
      },
      body: JSON.stringify(body),
      timeout_ms: ATTEMPT_TIMEOUT_MS,
      // A redirect could lead to an unchecked address.
      redirect: 'manual',
      ...(signal === undefined ? {} : { signal }),
    })
    const snippet = masked(singleLine(await firstBytes(response), SNIPPET_CHARS_MAX), webhookUrl)
    const error = errorOf(response)
    const retryAfter_ms = error === null ? 0 : retryAfterOf(response, at_ms)
    return done({ ok: error === null, status: response.status, error, snippet, retryAfter_ms })
  } catch (thrown) {
    const isRefused = thrown instanceof Failure && thrown.code === 'egress_refused'
    const error = isRefused ? 'the egress policy blocks the address' : masked(messageOf(thrown), webhookUrl)
    return done({ ok: false, status: null, error: error.slice(0, ERROR_CHARS_MAX), snippet: '', retryAfter_ms: 0 })
  }
}

/** Masks the URL of a webhook and its path, which authenticate the sender. */
function masked(text: string, webhookUrl: string): string {
  const { pathname, search } = new URL(webhookUrl)
  const path = pathname + search
  const without = text.replaceAll(webhookUrl, MASK)
  return path.length > 1 ? without.replaceAll(path, MASK) : without
}
