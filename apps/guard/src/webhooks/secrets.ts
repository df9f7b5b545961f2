import { randomBytes } from 'node:crypto'
import { type KeyRing, Secret } from '@gatehouse/kernel'
import { resealWebhookSecret, type Store } from '@gatehouse/store'

/** 256 bits, as long as the hash that they key. */
const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** The secrets of webhooks, sealed under the master key. */
export interface WebhookSecrets {
  /** A secret for a webhook that brings none. */
  make(): Secret
  seal(tenantId: string, webhookId: string, secret: Secret): Buffer
  /** @throws {Failure} `unavailable` when the master key that sealed it is not given */
  open(tenantId: string, webhookId: string, sealed: Buffer): Promise<Secret>
}

export function createWebhookSecrets(store: Store, master: KeyRing): WebhookSecrets {
  const seal = (tenantId: string, webhookId: string, secret: Secret): Buffer =>
    master.seal(Buffer.from(secret.reveal()), belonging(tenantId, webhookId))
  return {
    make: () => new Secret(PREFIX + randomBytes(SECRET_BYTES).toString('base64url')),
    seal,
    async open(tenantId, webhookId, sealed) {
      const secret = new Secret(master.open(sealed, belonging(tenantId, webhookId)).toString())
      if (master.isStale(sealed)) {
        await resealWebhookSecret(store, tenantId, webhookId, sealed, seal(tenantId, webhookId, secret))
      }
      return secret
    },
  }
}

/** A sealed secret opens only in the row that it was made for. */
function belonging(tenantId: string, webhookId: string) {
  return { purpose: 'webhook_secret', tenantId, name: webhookId }
}
