import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Time } from '../../../ui/time.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { useChange } from '../parts/use-change.ts'
import { visible } from '../parts/visible.ts'
import { type KeyRecord, type MakeKey, NewKey } from './new-key.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/keys.ts'
import { labelOf } from '../../../ui/words.ts'

interface Props {
  readonly keys: readonly KeyRecord[]
  readonly make: MakeKey
  readonly revoke: (id: string) => Promise<unknown>
}

/** Lists, creates, and revokes the keys of a tenant. */
export function KeyList({ keys, make, revoke }: Props) {
  const [isNew, setIsNew] = useState(false)
  const [leaving, setLeaving] = useState<KeyRecord>()
  const removed = useChange((id: string) => revoke(id), {
    said: () => messages.keyList.keyRevoked,
    onDone: () => setLeaving(undefined),
  })
  const columns: readonly Column<KeyRecord>[] = [
    {
      id: 'name',
      title: common.name,
      width: 'minmax(130px, 2fr)',
      cell: ({ name }) => <span className="font-medium">{visible(name)}</span>,
    },
    {
      id: 'prefix',
      title: messages.keyList.prefix,
      width: '120px',
      cell: ({ prefix }) => <code className="font-mono text-xs">{visible(prefix)}…</code>,
    },
    {
      id: 'scope',
      title: common.scope,
      width: '96px',
      cell: ({ scope }) => <Badge tone={scope === 'admin' ? 'accent' : 'plain'}>{labelOf(scope)}</Badge>,
    },
    {
      id: 'agent',
      title: common.defaultAgent,
      width: 'minmax(100px, 1fr)',
      cell: ({ default_agent }) => visible(default_agent ?? '–'),
    },
    {
      id: 'used',
      title: messages.keyList.lastUsed,
      width: '110px',
      cell: ({ last_used_at }) => <Time at={last_used_at} />,
    },
    { id: 'expires', title: common.expires, width: '110px', cell: ({ expires_at }) => <Time at={expires_at} /> },
    {
      id: 'revoke',
      title: common.action,
      width: '72px',
      cell: (key) => (
        <IconButton icon={Trash2} label={messages.keyList.revoke(visible(key.name))} onClick={() => setLeaving(key)} />
      ),
    },
  ]
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setIsNew(true)}>
      {common.newKey}
    </Button>
  )
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={messages.keyList.noApiKeys} action={add}>
          {messages.keyList.keysOfScopeRuntimeCheckTexts}
        </EmptyState>
      ) : (
        <>
          <DataTable label={common.apiKeys} rows={keys} columns={columns} idOf={({ id }) => id} />
          <div className="p-3">{add}</div>
        </>
      )}
      <NewKey open={isNew} onClose={() => setIsNew(false)} make={make} />
      <Confirm
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={messages.keyList.revoke2(visible(leaving?.name ?? ''))}
        action={messages.keyList.revoke3}
        busy={removed.isPending}
        error={removed.error}
        onConfirm={() => leaving !== undefined && removed.mutate(leaving.id)}
      >
        {messages.keyList.requestsWithThisKeyAreRejected}
      </Confirm>
    </>
  )
}
