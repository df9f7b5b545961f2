import { useSession } from '../../../api/session.ts'

/** Returns the permissions of the signed-in user in the red team, to hide other actions. The service enforces them. */
export function useMay(): { readonly attack: boolean; readonly audit: boolean } {
  const role = useSession().data?.redteam.role
  return { attack: role === 'admin', audit: role === 'admin' || role === 'auditor' }
}
