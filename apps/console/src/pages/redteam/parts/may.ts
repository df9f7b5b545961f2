import { useSession } from '../../../api/session.ts'

/** What whoever is signed in may do with the red team: what they may not is not shown. The service decides in any case. */
export function useMay(): { readonly attack: boolean; readonly audit: boolean } {
  const role = useSession().data?.redteam.role
  return { attack: role === 'admin', audit: role === 'admin' || role === 'auditor' }
}
