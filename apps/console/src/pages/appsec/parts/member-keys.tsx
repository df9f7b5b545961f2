import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { MakeDialog } from './make-dialog.tsx'
import { ShownOnce } from './shown-once.tsx'

type Key = Awaited<ReturnType<typeof appsec.listMemberKeys>>['keys'][number]

const DAY_MS = 86_400_000
const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Until it is revoked' },
]

/** Keys with which pipelines and programs act as a member, at most as Developer. */
export function MemberKeys() {
  const queries = useQueryClient()
  const [isNew, setIsNew] = useState(false)
  const [revoked, setRevoked] = useState<Key>()
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'keys'],
    queryFn: ({ signal }) => appsec.listMemberKeys({}, { signal }),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => appsec.deleteMemberKey({ params: { id } }),
    onSuccess: () => setRevoked(undefined),
    onError: (thrown) => toast(explain(thrown).sentence, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['appsec', 'keys'] }),
  })
  const columns: readonly Column<Key>[] = [
    {
      id: 'name',
      title: 'Key',
      width: 'minmax(140px, 2fr)',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: 'prefix',
      title: 'Begins',
      width: '128px',
      cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}</code>,
    },
    { id: 'user', title: 'Acts as', width: 'minmax(160px, 2fr)', cell: ({ user }) => user.email },
    { id: 'used', title: 'Last used', width: '112px', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    { id: 'ends', title: 'Ends', width: '112px', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      id: 'revoke',
      title: 'Revoke',
      width: '84px',
      cell: (key) => <IconButton icon={Trash2} label={`Revoke ${key.name}`} onClick={() => setRevoked(key)} />,
    },
  ]
  const add = (
    <Button icon={KeyRound} onClick={() => setIsNew(true)}>
      New key
    </Button>
  )
  return (
    <Card flush title="API keys" actions={add}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the keys" />}
      {data === undefined && error === null && <Skeleton />}
      {data?.keys.length === 0 && (
        <EmptyState icon={KeyRound} title="No keys yet">
          A key lets a pipeline scan and read findings as you, at most with the role Developer.
        </EmptyState>
      )}
      {data !== undefined && data.keys.length > 0 && (
        <DataTable label="API keys" rows={data.keys} columns={columns} idOf={({ id }) => id} />
      )}
      <NewKey open={isNew} onClose={() => setIsNew(false)} />
      <ConfirmDialog
        open={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={`Revoke ${revoked?.name ?? ''}?`}
        does="Revoke"
        busy={revoke.isPending}
        onYes={() => revoked !== undefined && revoke.mutate(revoked.id)}
      >
        What uses it is refused from the next request on, and so are keys that were made with it.
      </ConfirmDialog>
    </Card>
  )
}

function NewKey({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [form, setForm] = useState({ name: '', days: '90' })
  return (
    <MakeDialog
      open={open}
      onClose={onClose}
      title="New key"
      does="Make key"
      done="I have kept it"
      stale="keys"
      make={() => {
        const expiresAt = form.days === '' ? null : new Date(Date.now() + Number(form.days) * DAY_MS).toISOString()
        return appsec.createMemberKey({ body: { name: form.name, expiresAt } })
      }}
      onAgain={() => setForm({ name: '', days: '90' })}
      fields={(error) => (
        <>
          <TextField
            label="Name"
            help="What will use it."
            error={error}
            required
            maxLength={100}
            value={form.name}
            onText={(name) => setForm({ ...form, name })}
          />
          <Field label="Ends after">
            {(field) => (
              <Select {...field} value={form.days} options={LIFETIMES} onPick={(days) => setForm({ ...form, days })} />
            )}
          </Field>
        </>
      )}
    >
      {({ name, plaintext }) => (
        <ShownOnce label="Key" text={plaintext} says={`The key ${name} is made. Put it where it is used now.`} />
      )}
    </MakeDialog>
  )
}
