import { randomBytes } from 'node:crypto'
import type { Logger } from '@gatehouse/http'
import { type KeyRing, Secret } from '@gatehouse/kernel'
import { listStaleSecrets, resealWebhookSecret, type SealedSecret, type Store } from '@gatehouse/store'
import { resealEach } from '../reseal-each.ts'

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
  /** Seals anew what older keys have sealed, so that those can be taken away. @returns how many */
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
          // What is opened and stale is sealed anew.
          await open(tenantId, webhookId, secret)
          return true
        },
        failed: ({ tenantId, webhookId }, err) =>
          log.warn(
            { err, tenant_id: tenantId, webhook: webhookId },
            'the secret of a webhook could not be sealed anew',
          ),
      }),
  }
}

/** A sealed secret opens only in the row that it was made for. */
function belonging(tenantId: string, webhookId: string) {
  return { purpose: 'webhook_secret', tenantId, name: webhookId }
}
