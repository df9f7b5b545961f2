import type { Delivery, Webhook } from '@gatehouse/contracts/guard'
import { MASK } from '@gatehouse/kernel'
import type { DeliveryRow } from '@gatehouse/store/deliveries'
import type { WebhookRow } from '@gatehouse/store/webhooks'

/** Returns a webhook for a response. @param secret plain text, only in the response to its creation */
export function webhookView(
  row: WebhookRow,
  { secret = MASK, warning }: { secret?: string; warning?: string } = {},
): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: [...row.events],
    secret,
    enabled: row.enabled,
    description: row.description,
    failing_since: row.failingSince?.toISOString() ?? null,
    disabled_reason: row.disabledReason,
    dropped: row.dropped,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(warning === undefined ? {} : { warning }),
  }
}

/** Returns a delivery for a response. */
export function deliveryView(row: DeliveryRow): Delivery {
  const last = row.log.at(-1)
  return {
    id: row.id,
    webhook_id: row.receiverId,
    event: row.event,
    status: row.status,
    attempts: row.log.length,
    next_attempt_at: row.status === 'pending' ? row.nextAttemptAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    response_status: last?.status ?? null,
    error: last?.error ?? null,
    log: [...row.log],
    // The service itself wrote this object.
    payload: JSON.parse(row.body) as Record<string, unknown>,
  }
}
