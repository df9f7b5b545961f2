import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ScrollText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { appsec } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.tsx'
import { numberText } from './kinds.ts'

type Entry = Awaited<ReturnType<typeof appsec.readAuditLog>>['entries'][number]

const PAGE = 100
const COLUMNS: readonly Column<Entry>[] = [
  { id: 'at', title: 'Time', width: '112px', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'action',
    title: 'Action',
    width: 'minmax(150px, 1fr)',
    cell: ({ action }) => <code className="font-mono text-xs">{action}</code>,
  },
  {
    id: 'user',
    title: 'Actor',
    width: 'minmax(180px, 2fr)',
    cell: ({ user, keyId }) => (
      <span className="flex items-center gap-2">
        <span className="truncate">{user.email}</span>
        {keyId !== undefined && <Badge>by key</Badge>}
      </span>
    ),
  },
  {
    id: 'resource',
    title: 'Resource',
    width: 'minmax(180px, 2fr)',
    cell: ({ resource, resourceId }) => (
      <span className="text-muted">
        {resource} <span className="font-mono text-xs">{resourceId}</span>
      </span>
    ),
  },
  { id: 'ip', title: 'IP address', width: '128px', cell: ({ ipAddress }) => ipAddress ?? '–' },
]

/** What was done in the organization, and whether nobody has changed that since. */
export function AuditLog() {
  const [action, setAction] = useState('')
  const [opened, setOpened] = useState<Entry>()
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['appsec', 'audit', action],
    queryFn: ({ signal, pageParam }) =>
      appsec.readAuditLog(
        {
          query: {
            limit: PAGE,
            ...(action.trim() === '' ? {} : { action: action.trim() }),
            ...(pageParam === '' ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const verify = useMutation({
    mutationFn: () => appsec.verifyAuditLog(),
    onError: (thrown) => toast(explain(thrown).sentence, 'bad'),
  })
  const rows = data?.pages.flatMap(({ entries }) => entries)
  return (
    <Card
      flush
      title="Audit log"
      actions={
        <>
          <Input
            type="search"
            aria-label="Action"
            placeholder="Action, e.g. scan.queued"
            value={action}
            onChange={({ target }) => setAction(target.value)}
          />
          <Button icon={ShieldCheck} busy={verify.isPending} onClick={() => verify.mutate()}>
            Verify
          </Button>
        </>
      }
    >
      {verify.data !== undefined && (
        <p role="status" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-sm">
          {verify.data.valid ? <Badge tone="ok">unbroken</Badge> : <Badge tone="bad">broken</Badge>}
          {verify.data.valid
            ? `The chain of all ${numberText(verify.data.checked)} entries holds.`
            : `Entry ${verify.data.firstBroken?.seq ?? '?'} is not what was written: ${verify.data.firstBroken?.reason ?? ''}`}
        </p>
      )}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the log" />}
      {rows === undefined && error === null && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState icon={ScrollText} title="No such entry">
          Actions are called after what they are of and what was done, e.g. <code>project.created</code>.
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label="Audit log"
          rows={rows}
          columns={COLUMNS}
          idOf={({ id }) => id}
          total={rows.length + (hasNextPage ? PAGE : 0)}
          onOpen={setOpened}
          onEnd={() => hasNextPage && void fetchNextPage()}
        />
      )}
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.action ?? ''}>
        {opened !== undefined && (
          <div className="flex flex-col gap-4">
            <KeyValue
              pairs={[
                ['Who', opened.user.email],
                ['When', <Time key="at" at={opened.createdAt} />],
                ['Of', `${opened.resource} ${opened.resourceId}`],
                ['From', opened.ipAddress ?? '–'],
                ['Key', opened.keyId ?? 'none, a session'],
                ['Request', opened.requestId ?? '–'],
                [
                  'Hash',
                  <code key="hash" className="font-mono text-xs break-all">
                    {opened.hash}
                  </code>,
                ],
              ]}
            />
            <JsonView label="Details" value={opened.details} />
          </div>
        )}
      </Drawer>
    </Card>
  )
}
