import type { Store } from '../connect.ts'
import type { AuditEntry } from './entry.ts'
import type { AuditLog } from './log.ts'
import { sealsOf, verifyChain } from './verify.ts'

/** Verifies a chain. Uses the field names of the application-security and red-team services. */
export async function verifiedChain(store: Store, chain: string, audit: Pick<AuditLog, 'seals'>) {
  const { valid, checked, first_broken: firstBroken, seal } = await verifyChain(store, chain, sealsOf(audit))
  if (seal === undefined) return { valid, checked, ...(firstBroken !== undefined && { firstBroken }) }
  const { state, key_id: keyId, unsealed_before: unsealedBefore } = seal
  return {
    valid,
    checked,
    ...(firstBroken !== undefined && { firstBroken }),
    seal: { state, ...(keyId !== undefined && { keyId }), ...(unsealedBefore !== undefined && { unsealedBefore }) },
  }
}

/** Converts the common fields of audit entries of both services. Any field of a tampered entry may be missing. */
export function shownEntry({ id, action, request_id: requestId, hash, details }: AuditEntry) {
  const { ipAddress, details: more } = details
  const text = (name: string): string => {
    const value = details[name]
    return typeof value === 'string' ? value : ''
  }
  const common = {
    id,
    action,
    resource: text('resource'),
    resourceId: text('resourceId'),
    ipAddress: typeof ipAddress === 'string' ? ipAddress : null,
    requestId,
    details: typeof more === 'object' && more !== null ? { ...more } : {},
    hash,
  }
  return { common, text }
}
