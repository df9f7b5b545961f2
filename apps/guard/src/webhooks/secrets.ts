import { randomBytes } from 'node:crypto'
import type { Logger } from '@gatehouse/http'
import { Secret } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { listStaleSecrets, resealWebhookSecret, type SealedSecret } from '@gatehouse/store/webhooks'
import { resealEach } from '../reseal-each.ts'

/** 256 bits, the length of the hash. */
const SECRET_BYTES = 32
const PREFIX = 'whsec_'

/** The secrets of webhooks, sealed under the master key. */
export interface WebhookSecrets {
  /** Creates a secret for a webhook without one. */
  make(): Secret
  seal(tenantId: string, webhookId: string, secret: Secret): Buffer
  /** @throws {Failure} `unavailable` if the master key that sealed it is missing */
  open(tenantId: string, webhookId: string, sealed: Buffer): Promise<Secret>
  /** Re-encrypts secrets of older keys, so that those keys can be removed. @returns number of secrets */
  resealStale(): Promise<number>
}

export function createWebhookSecrets(store: Store, master: KeyRing, log: Pick<Logger, 'warn'>): WebhookSecrets {
  const seal = (tenantId: string, webhookId: string, secret: Secret): Buffer =>
    master.seal(Buffer.from(secret.reveal()), belonging(tenantId, webhookId))
  async function open(tenantId: string, webhookId: string, sealed: Buffer): Promise<Secret> {
    const secret = new Secret(master.open(sealed, belonging(tenantId, webhookId)).toString())
    if (master.isStale(sealed)) {
      await resealWebhookSecret(store, tenantId, webhookId, sealed, seal(tenantId, webhookId, secret))
    }
    return secret
  }

  return {
    make: () => new Secret(PREFIX + randomBytes(SECRET_BYTES).toString('base64url')),
    seal,
    open,
    resealStale: () =>
      resealEach<SealedSecret>({
        page: (after, limit) => listStaleSecrets(store, master.keyId, { after, limit }),
        async reseal({ tenantId, webhookId, secret }) {
          // `open` reseals stale secrets.
          await open(tenantId, webhookId, secret)
          return true
        },
        failed: ({ tenantId, webhookId }, err) =>
          log.warn({ err, tenant_id: tenantId, webhook: webhookId }, 'webhook secret re-encryption failed'),
      }),
  }
}

/** Returns the additional authenticated data, which binds a sealed secret to its row. */
function belonging(tenantId: string, webhookId: string) {
  return { purpose: 'webhook_secret', tenantId, name: webhookId }
}
