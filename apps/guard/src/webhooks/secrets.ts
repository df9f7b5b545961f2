import { randomBytes } from 'node:crypto'
import { type KeyRing, Secret } from '@gatehouse/kernel'
import { listStaleSecrets, resealWebhookSecret, type SealedSecret, type Store } from '@gatehouse/store'

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

/** Secrets read at a time. */
const PAGE = 100

export function createWebhookSecrets(store: Store, master: KeyRing): WebhookSecrets {
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
    async resealStale() {
      let done = 0
      let after: SealedSecret | undefined
      for (;;) {
        const page = await listStaleSecrets(store, master.keyId, { after, limit: PAGE })
        for (const { tenantId, webhookId, secret } of page) {
          await open(tenantId, webhookId, secret)
          done += 1
        }
        after = page.at(-1)
        if (page.length < PAGE) return done
      }
    },
  }
}

/** A sealed secret opens only in the row that it was made for. */
function belonging(tenantId: string, webhookId: string) {
  return { purpose: 'webhook_secret', tenantId, name: webhookId }
}
