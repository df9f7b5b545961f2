import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Link2, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { usePages } from '../parts/use-pages.ts'
import { useRole } from '../parts/use-role.ts'
import { visible } from '../parts/visible.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { AuditFilters, type Filters, filtersOf } from './audit-filters.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/audit.ts'

export type AuditEntry = Awaited<ReturnType<typeof guard.listAudit>>['entries'][number]

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'seq', title: messages.audit.no, number: true, width: '72px', cell: ({ seq }) => seq },
  {
    id: 'verdict',
    title: common.verdict,
    width: '164px',
    cell: ({ verdict }) => (verdict === null ? <span className="text-muted">–</span> : <Verdict of={verdict} />),
  },
  {
    id: 'action',
    title: common.action,
    width: 'minmax(150px, 2fr)',
    cell: ({ action }) => <span className="font-mono text-xs">{visible(action)}</span>,
  },
  {
    id: 'guardrail',
    title: common.guard,
    width: 'minmax(150px, 2fr)',
    cell: ({ guardrail }) => visible(guardrail ?? '–'),
  },
  {
    id: 'actor',
    title: common.actor,
    width: 'minmax(140px, 2fr)',
    cell: ({ actor }) => <span className="text-muted">{visible(actor)}</span>,
  },
  { id: 'when', title: common.time, width: '120px', cell: ({ timestamp }) => <Time at={timestamp} /> },
]

export default function Audit() {
  const { mayChange } = useRole()
  return (
    <>
      <PageHeader
        title={common.auditLog}
        intro={messages.audit.everyDecisionAndConfiguration}
        actions={mayChange && <VerifyButton />}
      />
      <Scoped needs="admin">
        <Log />
      </Scoped>
    </>
  )
}

function Log() {
  const filters = filtersOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [opened, setOpened] = useState<AuditEntry>()
  // Uses the current address, because another filter may be pending.
  const setFilters = (change: (before: Filters) => Filters): void =>
    void navigate({ to: '.', search: (before: object) => change(filtersOf({ ...before })), replace: true })
  const { rows, error, refetch, more, hasMore } = usePages({
    key: ['audit', 'log', filters],
    ask: (page, signal) => guard.listAudit({ query: { ...page, ...filters } }, { signal }),
    rowsOf: ({ entries }) => entries,
  })
  const isFiltered = Object.keys(filters).length > 0
  const exported = (format: 'jsonl' | 'csv'): string =>
    `/api/guard/v1/tenant/me/audit/export?${new URLSearchParams({ ...filters, format }).toString()}`
  return (
    <div className="flex flex-col gap-4">
      <AuditFilters filters={filters} onChange={setFilters} />
      <Card
        flush
        title={rows === undefined ? '' : messages.audit.entries(rows.length.toLocaleString(), hasMore ? '+' : '')}
        actions={
          <>
            <Button onClick={refetch}>{messages.audit.refresh}</Button>
            {(['jsonl', 'csv'] as const).map((format) => (
              <a
                key={format}
                href={exported(format)}
                download
                className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line px-3 text-sm font-medium hover:bg-hover"
              >
                <Download size={15} aria-hidden /> {format === 'csv' ? common.csv : messages.audit.jsonLines}
              </a>
            ))}
          </>
        }
      >
        {error !== null && <ErrorState error={error} onRetry={refetch} doing={common.loadingTheLog} />}
        {rows === undefined && error === null && <Skeleton lines={8} />}
        {rows?.length === 0 && (
          <EmptyState icon={ScrollText} title={isFiltered ? common.noMatchingEntries : messages.audit.noEntries}>
            {isFiltered ? messages.audit.removeAFilterOrSelectALonger : messages.audit.decisionsAndChangesAppearHere}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            label={common.auditLog}
            rows={rows}
            columns={COLUMNS}
            idOf={({ id }) => id}
            total={hasMore ? rows.length + 1 : rows.length}
            onOpen={setOpened}
            onEnd={more}
          />
        )}
      </Card>
      <EntryDrawer
        entry={opened}
        onClose={() => setOpened(undefined)}
        onFilter={(name, value) => {
          setOpened(undefined)
          setFilters((before) => ({ ...before, [name]: value }))
        }}
      />
    </div>
  )
}

function VerifyButton() {
  const verify = useMutation({ mutationFn: () => guard.verifyAudit({}, { timeout_ms: 300_000 }) })
  const broken = verify.data?.first_broken
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="status" aria-label={messages.audit.chainStatus} className="text-sm">
        {verify.data?.valid === true && (
          <span className="text-ok">{messages.audit.chainVerifiedEntries(verify.data.checked.toLocaleString())}</span>
        )}
        {broken !== undefined && (
          <span className="text-bad">{messages.audit.chainBrokenAtEntry(broken.seq, broken.reason)}</span>
        )}
      </div>
      <WrongLine text={verify.error === null ? undefined : explain(verify.error).sentence} />
      <Button icon={Link2} busy={verify.isPending} onClick={() => verify.mutate()}>
        {common.verifyChain}
      </Button>
    </div>
  )
}
