import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../../api/session.ts'
import { GuardForm } from '../../../app/sign-in/guard-form.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useRole } from './use-role.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/parts.ts'

interface Props {
  /** `tenant`: any tenant key; `admin`: a key with the scope admin; `platform`: the platform's admin key. */
  readonly needs: 'tenant' | 'admin' | 'platform'
  readonly children: ReactNode
}

/** Shows its children to users with the required key, and otherwise the name of that key. */
export function Scoped({ needs, children }: Props) {
  const { data } = useSession()
  const { isTenant, mayChange, isPlatform } = useRole()
  if (data === undefined) return null
  if ({ tenant: isTenant, admin: mayChange, platform: isPlatform }[needs]) return children
  if (needs === 'platform') {
    return (
      <div className="max-w-md">
        <Card title={common.adminKeyRequired}>
          <GuardForm session={data} />
        </Card>
      </div>
    )
  }
  return (
    <Card flush>
      <EmptyState
        icon={KeyRound}
        title={isTenant ? messages.scoped.keyOfScopeAdminRequired : messages.scoped.tenantKeyRequired}
        action={<TextLink to="/sign-in">{messages.scoped.changeKey}</TextLink>}
      >
        {isTenant ? messages.scoped.thisPageRequiresAKeyOfScope : messages.scoped.thisPageRequiresAKeyOfATenant}
      </EmptyState>
    </Card>
  )
}
