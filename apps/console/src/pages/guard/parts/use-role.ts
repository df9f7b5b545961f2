import { useSession } from '../../../api/session.ts'

/** Returns the permissions of the current keys at the guard. */
export function useRole() {
  const guard = useSession().data?.guard
  return {
    /** A tenant key, or no key is required. */
    isTenant: guard?.mode === 'open' || guard?.tenant === true,
    /** May read and change the tenant's configuration. */
    mayChange: guard?.scope === 'admin',
    /** The platform's admin key is present. */
    isPlatform: guard?.admin === true,
    tenantId: guard?.tenantId ?? undefined,
  }
}
