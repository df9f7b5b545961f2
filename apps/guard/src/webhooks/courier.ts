import type { Logger } from '@gatehouse/http'
import { type Clock, isoTime } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import type { Store } from '@gatehouse/store'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import {
  type ClaimedDelivery,
  type DeliveryAttempt,
  type DeliveryOutcome,
  disableWebhook,
  finishDelivery,
  noteFailing,
  noteReceived,
} from '@gatehouse/store/webhooks'
import { ATTEMPTS_MAX, DELIVERY_AGE_MS_MAX, nextAttempt_ms } from './backoff.ts'
import { callReceiver, type CallResult } from './send.ts'
import type { WebhookSecrets } from './secrets.ts'

/** Own limit: a webhook without any response for this long is disabled; its tenant sees the reason. */
export const FAILING_MS_MAX = 3 * 24 * 60 * 60 * 1_000

/** Own limit: delay of other deliveries after a failure. */
const REST_MS_MAX = 5 * 60 * 1_000

/** Own limit: attempts in the log of a delivery, including those before a manual retry. */
const LOG_MAX = ATTEMPTS_MAX + 7

export interface CourierParts {
  readonly store: Store
  readonly secrets: WebhookSecrets
  readonly egress: Egress
  readonly clock: Clock
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
  readonly log: Logger
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * Makes one attempt of a claimed delivery, and records the result.
 * @returns whether it succeeded
 */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  parts: CourierParts,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, secrets, egress, clock } = parts
  const { tenantId, webhookId, webhook } = delivery
  const text = abandonReason(delivery, clock.now())
  if (text !== undefined) {
    await finishDelivery(store, delivery, dead(delivery, attemptOf(text, clock.now()), clock.now()))
    return false
  }
  const secret = await secrets.open(tenantId, webhookId, webhook.secret)
  const { url } = webhook
  const { id: deliveryId, event, body } = delivery
  const result = await callReceiver({ url, secret, deliveryId, tenantId, event, body }, egress, clock, signal)
  // The result of an aborted call is unknown. Another worker repeats it when the lease expires.
  if (signal.aborted && !result.ok) return false
  if (result.ok) {
    await finishDelivery(store, delivery, {
      status: 'delivered',
      nextAttemptAt: new Date(result.at_ms),
      finishedAt: new Date(clock.now()),
      log: logOf(delivery, result),
    })
    await noteReceived(store, tenantId, webhookId, new Date(clock.now()))
  } else {
    await failed(delivery, result, parts)
  }
  return result.ok
}

async function failed(delivery: ClaimedDelivery, result: CallResult, parts: CourierParts): Promise<void> {
  const { store, clock, random } = parts
  const { tenantId, webhookId, attempts, queuedAt } = delivery
  const now_ms = clock.now()
  const times = { attempts, queued_ms: queuedAt.getTime(), now_ms }
  const again_ms = isGone(result) ? undefined : nextAttempt_ms(times, result.retryAfter_ms, random())
  const outcome: DeliveryOutcome =
    again_ms === undefined
      ? dead(delivery, result, now_ms)
      : { status: 'pending', nextAttemptAt: new Date(again_ms), finishedAt: null, log: logOf(delivery, result) }
  await finishDelivery(store, delivery, outcome)
  const rest_ms = Math.max(result.retryAfter_ms, REST_MS_MAX)
  const until =
    again_ms !== undefined && isOfReceiver(result) ? new Date(Math.min(again_ms, now_ms + rest_ms)) : undefined
  const since = await noteFailing(store, tenantId, webhookId, { now: new Date(now_ms), until })
  if (isGone(result)) await switchOff(delivery, 'the receiver returned status 410 (gone)', parts)
  else if (now_ms - since.getTime() >= FAILING_MS_MAX) {
    await switchOff(delivery, `no delivery has succeeded since ${isoTime(since.getTime())}`, parts)
  }
}

async function switchOff({ tenantId, webhookId }: ClaimedDelivery, reason: string, parts: CourierParts): Promise<void> {
  if (!(await disableWebhook(parts.store, tenantId, webhookId, reason))) return
  parts.log.warn({ tenant_id: tenantId, webhook_id: webhookId, reason }, 'disabled a webhook')
  const details = { webhook_id: webhookId, reason }
  const entry = { tenant_id: tenantId, actor: 'system', action: 'webhook.disable', request_id: null, details }
  await parts.audit.append(entry)
}

/** Returns why a claimed delivery is abandoned. */
function abandonReason({ webhook, attempts, queuedAt }: ClaimedDelivery, now_ms: number): string | undefined {
  if (!webhook.enabled) return 'the webhook is disabled'
  // Greater if workers crashed during the last attempts.
  if (attempts > ATTEMPTS_MAX) return 'all delivery attempts failed'
  return now_ms > queuedAt.getTime() + DELIVERY_AGE_MS_MAX ? 'it has been waiting for more than a day' : undefined
}

/** 410: the receiver requests an end of deliveries. */
function isGone({ status }: CallResult): boolean {
  return status === 410
}

/** Returns whether a failure concerns the receiver and not only this message. */
function isOfReceiver({ status }: CallResult): boolean {
  return status === null || status >= 500 || status === 429 || status === 408
}

function dead(delivery: ClaimedDelivery, result: CallResult, now_ms: number): DeliveryOutcome {
  const now = new Date(now_ms)
  return { status: 'dead', nextAttemptAt: now, finishedAt: now, log: logOf(delivery, result) }
}

/** Returns the result of a skipped attempt. */
function attemptOf(error: string, at_ms: number): CallResult {
  return { ok: false, at_ms, duration_ms: 0, status: null, error, snippet: '', retryAfter_ms: 0 }
}

function logOf({ log }: ClaimedDelivery, result: CallResult): readonly DeliveryAttempt[] {
  const { at_ms, duration_ms, status, error, snippet } = result
  return [...log, { at: isoTime(at_ms), duration_ms, status, error, snippet }].slice(-LOG_MAX)
}
