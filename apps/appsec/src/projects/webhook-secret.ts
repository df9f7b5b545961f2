import { randomBytes } from 'node:crypto'
import { Secret } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { readWebhookSecret, setWebhookSecret } from '@gatehouse/store/projects'
import { openFor, sealFor } from '../settings/sealed.ts'

/** 256 bits, the length of the hash. */
const SECRET_BYTES = 32
const PREFIX = 'whsec_'
const PURPOSE = 'project_webhook_secret'

interface Ports {
  readonly store: Store
  readonly keys: KeyRing
}

interface Which {
  readonly organizationId: string
  readonly projectId: string
}

/** Sets the webhook secret of a project, replacing the previous one. @param chosen  default: generated */
export async function storeWebhookSecret(
  which: Which,
  chosen: string | undefined,
  { store, keys }: Ports,
): Promise<Secret> {
  const secret = new Secret(chosen ?? PREFIX + randomBytes(SECRET_BYTES).toString('base64url'))
  const { organizationId, projectId } = which
  const sealed = sealFor(PURPOSE, { organizationId, id: projectId }, secret, keys)
  await setWebhookSecret(store, organizationId, projectId, sealed)
  return secret
}

/**
 * Returns the secret that authenticates webhooks of a project.
 * @returns undefined if there is none: then all webhooks are rejected
 * @throws {Failure} `unavailable` if its master key is missing
 */
export async function webhookSecretOf(which: Which, { store, keys }: Ports): Promise<Secret | undefined> {
  const { organizationId, projectId } = which
  const sealed = await readWebhookSecret(store, organizationId, projectId)
  return sealed === null ? undefined : openFor(PURPOSE, { organizationId, id: projectId }, sealed, keys)
}
