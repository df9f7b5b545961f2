import { DEFAULT_TENANT_ID } from '@gatehouse/http'
import { type Clock, uuidv7 } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import { addFirstRedteamKey } from '@gatehouse/store/redteam'
import { entryFor } from '../audited.ts'
import { newKey } from './new-key.ts'

/**
 * Creates the first key of an installation, for its owner. docs/spec/redteam.md "Auth".
 * @returns the key, once; undefined when the installation ever had a key, revoked or not
 */
export async function makeFirstKey(ports: {
  readonly store: Store
  readonly audit: AuditLog
  readonly clock: Clock
}): Promise<string | undefined> {
  const { store, audit, clock } = ports
  const { plaintext, prefix, sha256 } = newKey()
  const key = { tenantId: DEFAULT_TENANT_ID, name: 'first', role: 'admin', prefix, expiresAt: null } as const
  const id = await addFirstRedteamKey(store, { ...key, sha256 })
  if (id === undefined) return undefined
  await audit.append(
    entryFor(
      { action: 'key.created', resource: 'key', resourceId: id, details: { name: key.name, role: key.role, prefix } },
      { actor: 'system', name: 'first start', role: 'system' },
      { tenantId: key.tenantId, requestId: uuidv7(clock.now()), clientAddress: 'local' },
    ),
  )
  return plaintext
}
