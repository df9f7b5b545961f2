import { createPrivateKey, type KeyObject } from 'node:crypto'
import { makeSigningKey } from '@gatehouse/formats/artifacts'
import { Failure, Secret, uuidv7 } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import {
  findSigningKey,
  type NewSigningKey,
  putFirstSigningKey,
  rotateSigningKey,
  type SigningKeyRow,
} from '@gatehouse/store/findings'
import { openFor, sealFor } from '../settings/sealed.ts'

const PURPOSE = 'organization_signing_key'

export interface KeyPorts {
  readonly store: Store
  readonly keys: KeyRing
}

/** Unsealed signing key. */
export interface OpenKey {
  readonly privateKey: KeyObject
  /** Identity in signatures. */
  readonly identity: string
}

/** Identity in signatures and lists: the organization and the id of its key. */
export function identityOf({ organizationId, id }: Pick<SigningKeyRow, 'organizationId' | 'id'>): string {
  return `gatehouse:organization/${organizationId}/key/${id}`
}

/**
 * Returns the signing key of an organization, and creates it if necessary.
 * @returns a message instead of the key if its master key is missing
 */
export async function signingKeyOf(organizationId: string, ports: KeyPorts): Promise<OpenKey | string> {
  const row =
    (await findSigningKey(ports.store, organizationId)) ??
    (await putFirstSigningKey(ports.store, await newKey(organizationId, ports)))
  try {
    const der = Buffer.from(openFor(PURPOSE, row, row.privateKey, ports.keys).reveal(), 'base64')
    return { privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), identity: identityOf(row) }
  } catch (error) {
    if (error instanceof Failure) return `The signing key ${row.id} cannot be opened: ${error.message}.`
    throw error
  }
}

/** Replaces the signing key with a new one. */
export async function replaceSigningKey(
  organizationId: string,
  ports: KeyPorts,
): Promise<{ readonly made: SigningKeyRow; readonly retired: SigningKeyRow | undefined }> {
  return rotateSigningKey(ports.store, await newKey(organizationId, ports))
}

async function newKey(organizationId: string, { keys }: KeyPorts): Promise<NewSigningKey> {
  const id = uuidv7()
  const { privateKey, publicKeyPem } = await makeSigningKey()
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return {
    id,
    organizationId,
    publicKeyPem,
    privateKey: sealFor(PURPOSE, { organizationId, id }, new Secret(der), keys),
  }
}
