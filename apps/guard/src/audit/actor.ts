/** Actor fields of an audit entry. */
export interface AuditedBy {
  readonly actor: string
  /** The key that a tenant used. */
  readonly key_id?: string
}

const TENANT = 'tenant:'

/**
 * Returns the tenant as the actor, with the key in the details, so that a filter by actor finds all actions of the tenant with any of its
 * keys.
 * @param principal `tenant:<key id>`, `tenant:<tenant id>`, `admin:<id>` or a part of the service
 */
export function auditedBy(tenantId: string, principal: string): AuditedBy {
  if (!principal.startsWith(TENANT)) return { actor: principal }
  const name = principal.slice(TENANT.length)
  const actor = `${TENANT}${tenantId}`
  return name === tenantId ? { actor } : { actor, key_id: name }
}
