/** Who acted, in the fields of an audit entry. */
export interface AuditedBy {
  readonly actor: string
  /** The key that a tenant used. */
  readonly key_id?: string
}

const TENANT = 'tenant:'

/**
 * Names a tenant's callers by the tenant and puts the key into the details, so that a filter by actor finds everything that the tenant
 * did, with whichever key.
 * @param principal  `tenant:<key id>`, `tenant:<tenant id>`, `admin:<id>` or a part of the service
 */
export function auditedBy(tenantId: string, principal: string): AuditedBy {
  if (!principal.startsWith(TENANT)) return { actor: principal }
  const name = principal.slice(TENANT.length)
  const actor = `${TENANT}${tenantId}`
  return name === tenantId ? { actor } : { actor, key_id: name }
}
