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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/organization.ts'

type Key = Awaited<ReturnType<typeof appsec.listMemberKeys>>['keys'][number]

const DAY_MS = 86_400_000
const LIFETIMES = [
  { value: '30', label: messages.memberKeys.n30Days },
  { value: '90', label: messages.memberKeys.n90Days },
  { value: '365', label: messages.memberKeys.n1Year },
  { value: '', label: messages.memberKeys.noExpiry },
]

/** Keys that act as a member, with the role Developer at most. */
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
      title: common.key,
      width: 'minmax(140px, 2fr)',
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      id: 'prefix',
      title: messages.memberKeys.prefix,
      width: '128px',
      cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}</code>,
    },
    { id: 'user', title: common.role, width: 'minmax(160px, 2fr)', cell: ({ user }) => user.email },
    {
      id: 'used',
      title: messages.memberKeys.lastUsed,
      width: '112px',
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
    },
    { id: 'ends', title: common.expires, width: '112px', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      id: 'revoke',
      title: messages.memberKeys.revoke,
      width: '84px',
      cell: (key) => (
        <IconButton icon={Trash2} label={messages.memberKeys.revoke2(key.name)} onClick={() => setRevoked(key)} />
      ),
    },
  ]
  const add = (
    <Button icon={KeyRound} onClick={() => setIsNew(true)}>
      {common.newKey}
    </Button>
  )
  return (
    <Card flush title={common.apiKeys} actions={add}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingKeys} />}
      {data === undefined && error === null && <Skeleton />}
      {data?.keys.length === 0 && (
        <EmptyState icon={KeyRound} title={messages.memberKeys.noApiKeys}>
          {messages.memberKeys.apiKeysAuthenticatePipelines}
        </EmptyState>
      )}
      {data !== undefined && data.keys.length > 0 && (
        <DataTable label={common.apiKeys} rows={data.keys} columns={columns} idOf={({ id }) => id} />
      )}
      <NewKey open={isNew} onClose={() => setIsNew(false)} />
      <ConfirmDialog
        open={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={messages.memberKeys.revoke3(revoked?.name ?? '')}
        does={messages.memberKeys.revoke}
        busy={revoke.isPending}
        onYes={() => revoked !== undefined && revoke.mutate(revoked.id)}
      >
        {messages.memberKeys.requestsWithThisKeyAndWithKeys}
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
      title={messages.memberKeys.newApiKey}
      does={common.createKey}
      done={common.done}
      stale="keys"
      make={() => {
        const expiresAt = form.days === '' ? null : new Date(Date.now() + Number(form.days) * DAY_MS).toISOString()
        return appsec.createMemberKey({ body: { name: form.name, expiresAt } })
      }}
      onAgain={() => setForm({ name: '', days: '90' })}
      fields={(error) => (
        <>
          <TextField
            label={common.name}
            help={messages.memberKeys.thePipelineOrToolThatUsesThe}
            error={error}
            required
            maxLength={100}
            value={form.name}
            onText={(name) => setForm({ ...form, name })}
          />
          <Field label={messages.memberKeys.expiration}>
            {(field) => (
              <Select {...field} value={form.days} options={LIFETIMES} onPick={(days) => setForm({ ...form, days })} />
            )}
          </Field>
        </>
      )}
    >
      {({ name, plaintext }) => (
        <ShownOnce
          label={common.apiKey}
          text={plaintext}
          says={messages.memberKeys.keyCreatedStoreItInThePipeline(name)}
        />
      )}
    </MakeDialog>
  )
}
