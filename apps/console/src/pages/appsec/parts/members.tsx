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

type Member = Awaited<ReturnType<typeof appsec.listUsers>>['members'][number]

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  VIEWER: 'Viewer',
  DEVELOPER: 'Developer',
  SECURITY: 'Security',
  ADMIN: 'Admin',
}
const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))
const ROLE_HELP =
  'Viewers read. Developers scan and triage. Security sets gates, policies and schedules. Admins also manage people and keys.'

/** Who belongs to the organization, as what, and who is invited. */
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
    onSuccess: () => toast('The role is changed; it counts from the next request on.'),
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
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(140px, 2fr)',
      cell: ({ user, invitedUntil }) => (
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{user.name === '' ? user.email : user.name}</span>
          {invitedUntil !== null && <Badge tone="accent">invited</Badge>}
        </span>
      ),
    },
    { id: 'email', title: 'E-mail', width: 'minmax(180px, 2fr)', cell: ({ user }) => user.email },
    {
      id: 'role',
      title: 'Role',
      width: '150px',
      cell: ({ id, role, user }) =>
        mayChange && id !== mine ? (
          <Select
            aria-label={`Role of ${user.email}`}
            value={role}
            options={ROLE_CHOICES}
            onPick={(to) => change.mutate({ id, role: to as Role })}
          />
        ) : (
          ROLE_NAMES[role]
        ),
    },
    { id: 'since', title: 'Since', width: '112px', cell: ({ createdAt }) => <Time at={createdAt} /> },
    ...(mayChange
      ? [
          {
            id: 'remove',
            title: 'Remove',
            width: '84px',
            cell: (member: Member) =>
              member.id !== mine && (
                <IconButton icon={Trash2} label={`Remove ${member.user.email}`} onClick={() => setLeaving(member)} />
              ),
          },
        ]
      : []),
  ]
  return (
    <Card
      flush
      title="Members"
      actions={
        mayChange && (
          <Button icon={UserPlus} onClick={() => setIsNew(true)}>
            Invite
          </Button>
        )
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the members" />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <DataTable label="Members" rows={data.members} columns={columns} idOf={({ id }) => id} />}
      <Invite open={isNew} onClose={() => setIsNew(false)} />
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={`Remove ${leaving?.user.email ?? ''}?`}
        does="Remove"
        busy={remove.isPending}
        onYes={() => leaving !== undefined && remove.mutate(leaving.id)}
      >
        Sessions and keys of this member end with the next request. What they did stays in the audit log.
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
      title="Invite member"
      does="Invite"
      done="Done"
      stale="members"
      make={() => appsec.inviteUser({ body: form })}
      onAgain={() => setForm({ email: '', role: 'DEVELOPER' })}
      fields={(error) => (
        <>
          <TextField
            label="E-mail"
            error={error}
            type="email"
            required
            maxLength={254}
            value={form.email}
            onText={(email) => setForm({ ...form, email })}
          />
          <Field label="Role" help={ROLE_HELP}>
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
          <p className="text-sm">{member.user.email} is a member now.</p>
        ) : (
          <ShownOnce
            label="Invitation link"
            text={inviteUrl}
            says={`Send this link to ${member.user.email}. It works once, for seven days.`}
          />
        )
      }
    </MakeDialog>
  )
}
