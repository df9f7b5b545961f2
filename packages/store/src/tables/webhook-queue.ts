import { sql } from 'kysely'
import { deliveryQueue } from './delivery-queue.ts'

/** Receiver of a claimed delivery. */
export interface WebhookReceiver {
  readonly url: string
  readonly secret: Buffer
  /** False for a disabled webhook or a deleted tenant. */
  readonly enabled: boolean
}

/** Queue of the events of tenants. */
export const webhookQueue = deliveryQueue<WebhookReceiver>({
  deliveries: 'webhook_deliveries',
  receivers: 'webhooks',
  tenant: 'tenant_id',
  tenantType: 'text',
  receiver: 'webhook_id',
  key: 'webhook_id',
  claimed: sql`w.url, w.secret,
    (w.enabled AND EXISTS (SELECT FROM tenants t WHERE t.id = w.tenant_id AND t.deleted_at IS NULL)) AS enabled`,
})
