import { useSession } from '../../../api/session.ts'

/** What the keys that are held allow at the guard. */
export function useRole() {
  const guard = useSession().data?.guard
  return {
    /** A tenant's key, or nobody has to show one. */
    isTenant: guard?.mode === 'open' || guard?.tenant === true,
    /** May read and change the tenant's configuration. */
    mayChange: guard?.scope === 'admin',
    /** The platform's admin key is held. */
    isPlatform: guard?.admin === true,
    tenantId: guard?.tenantId ?? undefined,
  }
}
