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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/organization.ts'
import { phrase } from '../../../ui/phrase.tsx'

type Entry = Awaited<ReturnType<typeof appsec.readAuditLog>>['entries'][number]

const PAGE = 100
const COLUMNS: readonly Column<Entry>[] = [
  { id: 'at', title: common.time, width: '112px', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'action',
    title: common.action,
    width: 'minmax(150px, 1fr)',
    cell: ({ action }) => <code className="font-mono text-xs">{action}</code>,
  },
  {
    id: 'user',
    title: common.actor,
    width: 'minmax(180px, 2fr)',
    cell: ({ user, keyId }) => (
      <span className="flex items-center gap-2">
        <span className="truncate">{user.email}</span>
        {keyId !== undefined && <Badge>{messages.auditLog.byApiKey}</Badge>}
      </span>
    ),
  },
  {
    id: 'resource',
    title: messages.auditLog.resource,
    width: 'minmax(180px, 2fr)',
    cell: ({ resource, resourceId }) => (
      <span className="text-muted">
        {resource} <span className="font-mono text-xs">{resourceId}</span>
      </span>
    ),
  },
  { id: 'ip', title: messages.auditLog.ipAddress, width: '128px', cell: ({ ipAddress }) => ipAddress ?? '–' },
]

/** Audit log of the organization with its integrity check. */
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
      title={common.auditLog}
      actions={
        <>
          <Input
            type="search"
            aria-label={common.action}
            placeholder={messages.auditLog.actionEGScanQueued}
            value={action}
            onChange={({ target }) => setAction(target.value)}
          />
          <Button icon={ShieldCheck} busy={verify.isPending} onClick={() => verify.mutate()}>
            {common.verifyChain}
          </Button>
        </>
      }
    >
      {verify.data !== undefined && (
        <p role="status" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-sm">
          {verify.data.valid ? (
            <Badge tone="ok">{messages.auditLog.chainVerified}</Badge>
          ) : (
            <Badge tone="bad">{messages.auditLog.chainBroken}</Badge>
          )}
          {verify.data.valid
            ? messages.auditLog.allEntriesAreVerified(numberText(verify.data.checked))
            : messages.auditLog.entryWasAltered(
                verify.data.firstBroken?.seq ?? '?',
                verify.data.firstBroken?.reason ?? '',
              )}
        </p>
      )}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingTheLog} />}
      {rows === undefined && error === null && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState icon={ScrollText} title={common.noMatchingEntries}>
          {phrase(messages.auditLog.actionNamesConsistOfAResource, {
            code: <code>{messages.auditLog.projectCreated}</code>,
          })}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={common.auditLog}
          rows={rows}
          columns={COLUMNS}
          idOf={({ id }) => id}
          total={rows.length + (hasNextPage ? PAGE : 0)}
          onOpen={setOpened}
          onEnd={() => hasNextPage && void fetchNextPage()}
        />
      )}
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.action ?? ''}>
        {opened !== undefined && <EntryDetails entry={opened} />}
      </Drawer>
    </Card>
  )
}

function EntryDetails({ entry }: { readonly entry: Entry }) {
  return (
    <div className="flex flex-col gap-4">
      <KeyValue
        pairs={[
          [common.actor, entry.user.email],
          [common.time, <Time key="at" at={entry.createdAt} />],
          [messages.auditLog.resource, `${entry.resource} ${entry.resourceId}`],
          [messages.auditLog.ipAddress, entry.ipAddress ?? '–'],
          [common.apiKey, entry.keyId ?? messages.auditLog.noneSession],
          [common.requestId, entry.requestId ?? '–'],
          [
            common.hash,
            <code key="hash" className="font-mono text-xs break-all">
              {entry.hash}
            </code>,
          ],
        ]}
      />
      <JsonView label={common.details} value={entry.details} />
    </div>
  )
}
