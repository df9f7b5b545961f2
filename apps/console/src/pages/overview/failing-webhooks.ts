import type { guard } from '../../api/clients.ts'
import { messages } from '../../messages/overview.ts'

export type Webhook = Awaited<ReturnType<typeof guard.listWebhooks>>['webhooks'][number]
export type Delivery = Awaited<ReturnType<typeof guard.listAllDeliveries>>['deliveries'][number]

interface FailingWebhook {
  readonly id: string
  readonly url: string
  readonly detail: string
  readonly at: string | null
}

/** Dead deliveries are shown for this time. */
const DEAD_SHOWN_MS = 24 * 60 * 60 * 1_000

/** Returns the webhooks that fail, that the service disabled, or with a recent dead delivery. @param dead  newest first */
export function failingWebhooks(
  webhooks: readonly Webhook[],
  dead: readonly Delivery[],
  now_ms: number,
): FailingWebhook[] {
  const recent = dead.filter(({ finished_at: at }) => at !== null && now_ms - Date.parse(at) < DEAD_SHOWN_MS)
  return webhooks.flatMap(({ id, url, enabled, failing_since: since, disabled_reason: reason }): FailingWebhook[] => {
    const lost = recent.find(({ webhook_id: hook }) => hook === id)
    const isFailing = enabled ? since !== null || lost !== undefined : reason !== null
    if (!isFailing) return []
    const failed = lost === undefined ? undefined : deliveryText(lost)
    const detail = reason ?? failed ?? messages.attention.everyDeliveryFailed
    return [{ id, url, detail, at: since ?? lost?.finished_at ?? null }]
  })
}

function deliveryText({ event, error, response_status: status }: Delivery): string {
  return messages.attention.deliveryFailed(event, error ?? status ?? messages.attention.noResponse)
}
