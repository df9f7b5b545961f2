import type { Handlers } from '@gatehouse/contracts'
import type { SigningKey, signingEndpoints } from '@gatehouse/contracts/scans'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { listSigningKeys, type SigningKeyRow } from '@gatehouse/store/findings'
import { identityOf, replaceSigningKey } from '../artifacts/signing-key.ts'
import { memberEntry } from '../audited.ts'
import type { AppsecPorts } from './handler.ts'

/** Handlers of an organization's signing keys. */
export function signingHandlers(ports: AppsecPorts): Handlers<typeof signingEndpoints, RequestContext> {
  const { store, audit } = ports
  return {
    async listSigningKeys({ context }) {
      return { keys: (await listSigningKeys(store, memberOf(context).organizationId)).map(shown) }
    },
    async rotateSigningKey({ context }) {
      const { organizationId } = memberOf(context)
      const { made, retired } = await replaceSigningKey(organizationId, ports)
      const event = { action: 'signing_key.rotated', resource: 'signing_key', resourceId: made.id } as const
      await audit.append(memberEntry({ ...event, details: { retired: retired?.id ?? null } }, context))
      return shown(made)
    },
  }
}

function shown(key: SigningKeyRow): SigningKey {
  return {
    id: key.id,
    algorithm: 'RSA-SHA256',
    publicKeyPem: key.publicKeyPem,
    identity: identityOf(key),
    createdAt: key.createdAt.toISOString(),
    retiredAt: key.retiredAt?.toISOString() ?? null,
  }
}
