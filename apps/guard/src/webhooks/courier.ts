import type { Logger } from '@gatehouse/http'
import { type Clock } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import type { CourierParts } from '@gatehouse/platform'
import type { Store } from '@gatehouse/store'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import { disableWebhook, webhookQueue, type WebhookReceiver } from '@gatehouse/store/webhooks'
import { callReceiver } from './send.ts'
import type { WebhookSecrets } from './secrets.ts'

interface Parts {
  readonly store: Store
  readonly secrets: WebhookSecrets
  readonly egress: Egress
  readonly clock: Clock
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
  readonly log: Logger
  /** From 0 to 1. */
  readonly random: () => number
}

/** Returns how deliveries to webhooks are sent: signed, under the egress policy. */
export function webhookCourier(parts: Parts): CourierParts<WebhookReceiver> {
  const { store, secrets, egress, clock, audit, log, random } = parts
  return {
    store,
    queue: webhookQueue,
    clock,
    log,
    random,
    refusal: ({ receiver: { enabled } }) => (enabled ? undefined : 'the webhook is disabled'),
    async send({ tenantId, receiverId, id: deliveryId, event, body, receiver }, signal) {
      const secret = await secrets.open(tenantId, receiverId, receiver.secret)
      return callReceiver({ url: receiver.url, secret, deliveryId, tenantId, event, body }, egress, clock, signal)
    },
    async switchOff({ tenantId, receiverId }, reason) {
      if (!(await disableWebhook(store, tenantId, receiverId, reason))) return
      log.warn({ tenant_id: tenantId, webhook_id: receiverId, reason }, 'disabled a webhook')
      const details = { webhook_id: receiverId, reason }
      await audit.append({ tenant_id: tenantId, actor: 'system', action: 'webhook.disable', request_id: null, details })
    },
  }
}
