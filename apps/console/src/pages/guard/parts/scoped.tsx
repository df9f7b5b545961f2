import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../../api/session.ts'
import { GuardForm } from '../../../app/sign-in/guard-form.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useRole } from './use-role.ts'

interface Props {
  /** `tenant`: any key of a tenant; `admin`: one of scope admin; `platform`: the admin key of the platform. */
  readonly needs: 'tenant' | 'admin' | 'platform'
  readonly children: ReactNode
}

/** Shows its children to a key that may see them, and to any other which key it takes. */
export function Scoped({ needs, children }: Props) {
  const { data } = useSession()
  const { isTenant, mayChange, isPlatform } = useRole()
  if (data === undefined) return null
  if ({ tenant: isTenant, admin: mayChange, platform: isPlatform }[needs]) return children
  if (needs === 'platform') {
    return (
      <div className="max-w-md">
        <Card title="This page needs the admin key">
          <GuardForm session={data} />
        </Card>
      </div>
    )
  }
  return (
    <Card flush>
      <EmptyState
        icon={KeyRound}
        title={isTenant ? 'This page needs a key of scope admin' : 'This page needs a key of a tenant'}
        action={<TextLink to="/sign-in">Use another key</TextLink>}
      >
        {isTenant
          ? 'The key that is held may try texts and look at some lists. What decides about them is shown to keys of scope admin.'
          : 'The admin key of the platform opens tenants. What a tenant has is shown to its own keys.'}
      </EmptyState>
    </Card>
  )
}
