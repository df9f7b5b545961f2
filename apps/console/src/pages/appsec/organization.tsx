import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAsked } from './parts/address.ts'
import { AuditLog } from './parts/audit-log.tsx'
import { useMay } from './parts/kinds.ts'
import { MemberKeys } from './parts/member-keys.tsx'
import { Members } from './parts/members.tsx'
import { ModelSettings } from './parts/model-settings.tsx'
import { PasswordDialog } from './parts/password-dialog.tsx'
import { SigningKeys } from './parts/signing-keys.tsx'

/** Who belongs to the organization, what acts for them, and what was done. */
export default function Organization() {
  const { tab } = useAsked()
  const navigate = useNavigate()
  const account = useSession().data?.appsec.account
  const [isChanging, setIsChanging] = useState(false)
  const mayAudit = useMay('SECURITY')
  const tabs = [
    { value: 'members', label: 'Members', content: <Members /> },
    { value: 'keys', label: 'API keys', content: <MemberKeys /> },
    ...(mayAudit ? [{ value: 'audit', label: 'Audit log', content: <AuditLog /> }] : []),
    { value: 'signing', label: 'Signing keys', content: <SigningKeys /> },
    { value: 'models', label: 'Model and advisories', content: <ModelSettings /> },
  ]
  return (
    <>
      <PageHeader
        title={account?.organization.name ?? 'Organization'}
        {...(account === undefined || account === null
          ? {}
          : { intro: `You are ${account.user.email}, as ${account.role.toLowerCase()}.` })}
        actions={
          <Button icon={KeyRound} onClick={() => setIsChanging(true)}>
            Change password
          </Button>
        }
      />
      <PasswordDialog open={isChanging} onClose={() => setIsChanging(false)} />
      <Tabs
        label="Parts of the organization"
        tabs={tabs}
        value={tabs.some(({ value }) => value === tab) ? tab! : 'members'}
        onPick={(value) => void navigate({ to: '.', search: { tab: value }, replace: true, resetScroll: false })}
      />
    </>
  )
}
