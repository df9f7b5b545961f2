import { randomBytes } from 'node:crypto'
import { type KeyRing, Secret } from '@gatehouse/kernel'
import { readWebhookSecret, setWebhookSecret, type Store } from '@gatehouse/store'
import { openFor, sealFor } from '../settings/sealed.ts'

/** 256 bits, as long as the hash that they key. */
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

/** Gives a project a secret for webhooks, in the place of the one before. @param chosen  absent: one is made */
export async function giveWebhookSecret(
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
 * The secret by which webhooks of a project are told from forged ones.
 * @returns undefined where it has none: then all of them are refused
 * @throws {Failure} `unavailable` when the master key that sealed it is not given
 */
export async function webhookSecretOf(which: Which, { store, keys }: Ports): Promise<Secret | undefined> {
  const { organizationId, projectId } = which
  const sealed = await readWebhookSecret(store, organizationId, projectId)
  return sealed === null ? undefined : openFor(PURPOSE, { organizationId, id: projectId }, sealed, keys)
}
