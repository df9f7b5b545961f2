import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { useSession } from '../../../api/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Role, ROLES, useMay } from './kinds.ts'
import { MakeDialog } from './make-dialog.tsx'
import { ShownOnce } from './shown-once.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/organization.ts'

type Member = Awaited<ReturnType<typeof appsec.listUsers>>['members'][number]

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  VIEWER: messages.members.viewer,
  DEVELOPER: messages.members.developer,
  SECURITY: messages.members.security,
  ADMIN: messages.members.admin,
}
const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))
const ROLE_HELP = messages.members.viewersReadDevelopersScanAnd

const PERSON_COLUMNS: readonly Column<Member>[] = [
  {
    id: 'name',
    title: common.name,
    width: 'minmax(140px, 2fr)',
    cell: ({ user, invitedUntil }) => (
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{user.name === '' ? user.email : user.name}</span>
        {invitedUntil !== null && <Badge tone="accent">{messages.members.invited}</Badge>}
      </span>
    ),
  },
  { id: 'email', title: messages.members.email, width: 'minmax(180px, 2fr)', cell: ({ user }) => user.email },
]

/** Members of the organization, their roles, and pending invitations. */
export function Members() {
  const mayChange = useMay('ADMIN')
  const mine = useSession().data?.appsec.account?.memberId
  const queries = useQueryClient()
  const [isNew, setIsNew] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'members'],
    queryFn: ({ signal }) => appsec.listUsers({}, { signal }),
  })
  const renew = () => queries.invalidateQueries({ queryKey: ['appsec', 'members'] })
  const change = useMutation({
    mutationFn: ({ id, role }: { readonly id: string; readonly role: Role }) =>
      appsec.changeUser({ params: { memberId: id }, body: { role } }),
    onSuccess: () => toast(messages.members.roleChangedItAppliesFromThe),
    onError: (thrown) => toast(explain(thrown).sentence, 'bad'),
    onSettled: renew,
  })
  const remove = useMutation({
    mutationFn: (memberId: string) => appsec.removeUser({ params: { memberId } }),
    onSuccess: () => setLeaving(undefined),
    onError: (thrown) => toast(explain(thrown).sentence, 'bad'),
    onSettled: renew,
  })
  const columns: readonly Column<Member>[] = [
    ...PERSON_COLUMNS,
    {
      id: 'role',
      title: common.role,
      width: '150px',
      cell: ({ id, role, user }) =>
        mayChange && id !== mine ? (
          <Select
            aria-label={messages.members.roleOf(user.email)}
            value={role}
            options={ROLE_CHOICES}
            onPick={(to) => change.mutate({ id, role: to as Role })}
          />
        ) : (
          ROLE_NAMES[role]
        ),
    },
    { id: 'since', title: messages.members.joined, width: '112px', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(mayChange
      ? [
          {
            id: 'remove',
            title: messages.members.remove,
            width: '84px',
            cell: (member: Member) =>
              member.id !== mine && (
                <IconButton
                  icon={Trash2}
                  label={messages.members.remove2(member.user.email)}
                  onClick={() => setLeaving(member)}
                />
              ),
          },
        ]
      : []),
  ]
  return (
    <Card
      flush
      title={messages.members.members}
      actions={
        mayChange && (
          <Button icon={UserPlus} onClick={() => setIsNew(true)}>
            {messages.members.inviteMember}
          </Button>
        )
      }
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.members.loadingMembers} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && (
        <DataTable label={messages.members.members} rows={data.members} columns={columns} idOf={({ id }) => id} />
      )}
      <Invite open={isNew} onClose={() => setIsNew(false)} />
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={messages.members.remove3(leaving?.user.email ?? '')}
        does={messages.members.remove}
        busy={remove.isPending}
        onYes={() => leaving !== undefined && remove.mutate(leaving.id)}
      >
        {messages.members.sessionsAndKeysOfThisMember}
      </ConfirmDialog>
    </Card>
  )
}

function Invite({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [form, setForm] = useState({ email: '', role: 'DEVELOPER' as Role })
  return (
    <MakeDialog
      open={open}
      onClose={onClose}
      title={messages.members.inviteMember}
      does={messages.members.createInvitation}
      done={common.done}
      stale="members"
      make={() => appsec.inviteUser({ body: form })}
      onAgain={() => setForm({ email: '', role: 'DEVELOPER' })}
      fields={(error) => (
        <>
          <TextField
            label={messages.members.email}
            error={error}
            type="email"
            required
            maxLength={254}
            value={form.email}
            onText={(email) => setForm({ ...form, email })}
          />
          <Field label={common.role} help={ROLE_HELP}>
            {(field) => (
              <Select
                {...field}
                value={form.role}
                options={ROLE_CHOICES}
                onPick={(role) => setForm({ ...form, role: role as Role })}
              />
            )}
          </Field>
        </>
      )}
    >
      {({ inviteUrl, member }) =>
        inviteUrl === undefined ? (
          <p className="text-sm">{messages.members.wasAddedAsAMember(member.user.email)}</p>
        ) : (
          <ShownOnce
            label={messages.members.invitationLink}
            text={inviteUrl}
            says={messages.members.sendThisLinkToItWorksOnceAnd(member.user.email)}
          />
        )
      }
    </MakeDialog>
  )
}
