import { useSession } from '../../../api/session.ts'

/** Returns the permissions of the current keys at the guard. */
export function useRole() {
  const guard = useSession().data?.guard
  return {
    /** With a tenant key, or if no key is required. */
    isTenant: guard?.mode === 'open' || guard?.tenant === true,
    /** Whether the tenant's configuration may be changed. */
    mayChange: guard?.scope === 'admin',
    /** The platform's admin key is present. */
    isPlatform: guard?.admin === true,
    tenantId: guard?.tenantId ?? undefined,
  }
}
