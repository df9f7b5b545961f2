import { randomBytes } from 'node:crypto'
import { type KeyRing, Secret } from '@gatehouse/kernel'
import { readWebhookSecret, setWebhookSecret, type Store } from '@gatehouse/store'

/** 256 bits, as long as the hash that they key. */
const SECRET_BYTES = 32
const PREFIX = 'whsec_'

interface Ports {
  readonly store: Store
  readonly keys: KeyRing
}

interface Which {
  readonly organizationId: string
  readonly projectId: string
}

/** Gives a project a secret for webhooks, in the place of the one before. @param chosen  absent: one is made */
export async function giveWebhookSecret(
  which: Which,
  chosen: string | undefined,
  { store, keys }: Ports,
): Promise<Secret> {
  const secret = chosen ?? PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  const { organizationId, projectId } = which
  await setWebhookSecret(store, organizationId, projectId, keys.seal(Buffer.from(secret), belonging(which)))
  return new Secret(secret)
}

/**
 * The secret by which webhooks of a project are told from forged ones.
 * @returns undefined where it has none: then all of them are refused
 * @throws {Failure} `unavailable` when the master key that sealed it is not given
 */
export async function webhookSecretOf(which: Which, { store, keys }: Ports): Promise<Secret | undefined> {
  const { organizationId, projectId } = which
  const sealed = await readWebhookSecret(store, organizationId, projectId)
  return sealed === null ? undefined : new Secret(keys.open(sealed, belonging(which)).toString())
}

/** A sealed secret opens only for the project that it was made for. */
function belonging({ organizationId, projectId }: Which) {
  return { purpose: 'project_webhook_secret', tenantId: organizationId, name: projectId }
}
