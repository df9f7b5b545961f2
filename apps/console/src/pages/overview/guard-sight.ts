import type { Session } from '../../api/session.ts'

/** Returns the visible guard data of a session: tenant data with a tenant key; logs with the scope admin or the admin key. */
export function guardSight({ guard: { mode, tenant, scope, admin } }: Session) {
  const asTenant = mode === 'open' || tenant === true
  return {
    asTenant,
    decisions: asTenant && scope === 'admin' ? ('own' as const) : admin === true ? ('all' as const) : undefined,
  }
}
