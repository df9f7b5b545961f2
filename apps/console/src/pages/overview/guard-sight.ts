import type { Session } from '../../api/session.ts'

/** What the guard shows to whom: everything of a tenant's to its key; what is logged to keys of scope admin and the admin key. */
export function guardSight({ guard: { mode, tenant, scope, admin } }: Session) {
  const asTenant = mode === 'open' || tenant === true
  return {
    asTenant,
    decisions: asTenant && scope === 'admin' ? ('own' as const) : admin === true ? ('all' as const) : undefined,
  }
}
