import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAddressQuery } from './parts/address.ts'
import { AuditLog } from './parts/audit-log.tsx'
import { useMay } from './parts/kinds.ts'
import { MemberKeys } from './parts/member-keys.tsx'
import { Members } from './parts/members.tsx'
import { ModelSettings } from './parts/model-settings.tsx'
import { PasswordDialog } from './parts/password-dialog.tsx'
import { SigningKeys } from './parts/signing-keys.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/organization.ts'

/** Members of the organization, their credentials, and the audit log. */
export default function Organization() {
  const { tab } = useAddressQuery()
  const navigate = useNavigate()
  const account = useSession().data?.appsec.account
  const [isChanging, setIsChanging] = useState(false)
  const mayAudit = useMay('SECURITY')
  const tabs = [
    { value: 'members', label: messages.organization.members, content: <Members /> },
    { value: 'keys', label: common.apiKeys, content: <MemberKeys /> },
    ...(mayAudit ? [{ value: 'audit', label: common.auditLog, content: <AuditLog /> }] : []),
    { value: 'signing', label: messages.organization.signingKeys, content: <SigningKeys /> },
    { value: 'models', label: common.settings, content: <ModelSettings /> },
  ]
  return (
    <>
      <PageHeader
        title={account?.organization.name ?? common.organization}
        {...(account === undefined || account === null
          ? {}
          : { intro: messages.organization.signedInAsWithTheRole(account.user.email, account.role.toLowerCase()) })}
        actions={
          <Button icon={KeyRound} onClick={() => setIsChanging(true)}>
            {messages.organization.changePassword}
          </Button>
        }
      />
      <PasswordDialog open={isChanging} onClose={() => setIsChanging(false)} />
      <Tabs
        label={messages.organization.organizationSections}
        tabs={tabs}
        value={tabs.some(({ value }) => value === tab) ? tab! : 'members'}
        onPick={(value) => void navigate({ to: '.', search: { tab: value }, replace: true, resetScroll: false })}
      />
    </>
  )
}
