import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ScrollText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { redteam } from '../../api/clients.ts'
import { useSession } from '../../api/session.ts'
import { useMay } from './parts/may.ts'
import { explain } from '../../api/explain.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/audit.ts'
import { labelOf } from '../../ui/words.ts'

type Entry = Awaited<ReturnType<typeof redteam.readRedteamAuditLog>>['entries'][number]

const LIMIT = 100
const COLUMNS: readonly Column<Entry>[] = [
  { id: 'seq', title: '#', number: true, width: '72px', cell: ({ seq }) => seq },
  {
    id: 'action',
    title: common.action,
    width: 'minmax(150px, 1fr)',
    cell: ({ action }) => <span className="font-medium">{action}</span>,
  },
  {
    id: 'name',
    title: common.actor,
    width: 'minmax(150px, 1fr)',
    cell: ({ name, actor }) => (name === '' ? actor : name),
  },
  { id: 'role', title: common.role, width: '100px', cell: ({ role }) => <Badge>{labelOf(role)}</Badge> },
  {
    id: 'resource',
    title: messages.audit.resource,
    width: 'minmax(200px, 2fr)',
    cell: ({ resource, resourceId }) => (
      <span className="text-muted">
        {resource} {resourceId}
      </span>
    ),
  },
  { id: 'at', title: common.time, width: 'minmax(110px, 1fr)', cell: ({ timestamp }) => <Time at={timestamp} /> },
]

/** Audit log of the red team with its integrity check. */
export default function Audit() {
  const session = useSession().data
  const may = useMay()
  if (session !== undefined && !may.audit) {
    return (
      <>
        <PageHeader title={messages.audit.redTeamAuditLog} />
        <Card flush>
          <EmptyState icon={ScrollText} title={messages.audit.auditorKeyRequired}>
            {messages.audit.signInWithAKeyOfTheRoleAuditor}
          </EmptyState>
        </Card>
      </>
    )
  }
  return <Log />
}

function Log() {
  const [action, setAction] = useState('')
  const [opened, setOpened] = useState<Entry>()
  const { data, error, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: ['redteam', 'audit', action],
    queryFn: ({ signal, pageParam }) =>
      redteam.readRedteamAuditLog(
        { query: { limit: LIMIT, offset: pageParam, ...(action.trim() === '' ? {} : { action: action.trim() }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ offset, entries, total }) =>
      offset + entries.length < total ? offset + entries.length : undefined,
    placeholderData: keepPreviousData,
  })
  const verify = useMutation({ mutationFn: () => redteam.verifyRedteamAuditLog({}) })
  const rows = data?.pages.flatMap(({ entries }) => entries)
  return (
    <>
      <PageHeader
        title={messages.audit.redTeamAuditLog}
        intro={messages.audit.runsStartedEndedAndDeletedAnd}
        actions={
          <Button icon={ShieldCheck} busy={verify.isPending} onClick={() => verify.mutate()}>
            {common.verifyChain}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {(verify.data !== undefined || verify.error !== null) && (
          <p
            role="status"
            className={`rounded-lg border border-line px-4 py-2.5 text-sm ${verify.data?.valid === true ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'}`}
          >
            {verify.error !== null
              ? explain(verify.error).sentence
              : verify.data.valid
                ? messages.audit.chainVerifiedEntries(verify.data.checked)
                : messages.audit.chainBrokenAtEntry(
                    verify.data.firstBroken?.seq ?? '?',
                    verify.data.firstBroken?.reason ?? '',
                  )}
          </p>
        )}
        <Card
          flush
          title={data === undefined ? '' : messages.audit.entries(data.pages[0]?.total ?? 0)}
          actions={
            <Input
              type="search"
              aria-label={common.action}
              placeholder={messages.audit.actionEGRunStarted}
              value={action}
              onChange={(event) => setAction(event.target.value)}
            />
          }
        >
          {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingTheLog} />}
          {rows === undefined && error === null && <Skeleton />}
          {rows?.length === 0 && (
            <EmptyState icon={ScrollText} title={action === '' ? messages.audit.noEntries : common.noMatchingEntries}>
              {messages.audit.entriesAreRecordedWhenRunsAre}
            </EmptyState>
          )}
          {rows !== undefined && rows.length > 0 && (
            <DataTable
              label={common.auditLog}
              rows={rows}
              columns={COLUMNS}
              idOf={({ id }) => id}
              total={data?.pages[0]?.total ?? rows.length}
              onOpen={setOpened}
              onEnd={() => void fetchNextPage()}
            />
          )}
        </Card>
      </div>
      <Drawer open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened?.action ?? ''}>
        {opened !== undefined && <Details entry={opened} />}
      </Drawer>
    </>
  )
}

function Details({
  entry: { timestamp, actor, name, role, resource, resourceId, ipAddress, requestId, details, hash },
}: {
  readonly entry: Entry
}) {
  return (
    <div className="flex flex-col gap-4">
      <KeyValue
        pairs={[
          [common.time, <Time key="at" at={timestamp} />],
          [common.actor, `${name} (${actor})`],
          [common.role, role],
          [messages.audit.resource, `${resource} ${resourceId}`],
          [messages.audit.ipAddress, ipAddress ?? '–'],
          [
            common.requestId,
            <code key="request" className="font-mono text-xs">
              {requestId ?? '–'}
            </code>,
          ],
          [
            common.hash,
            <code key="hash" className="font-mono text-xs break-all">
              {hash}
            </code>,
          ],
        ]}
      />
      <JsonView label={common.details} value={details} />
    </div>
  )
}
