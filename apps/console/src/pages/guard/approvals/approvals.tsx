import { useSearch, useNavigate } from '@tanstack/react-router'
import { ShieldQuestion } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { Verdict } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { usePages } from '../parts/use-pages.ts'
import { visible } from '../parts/visible.ts'
import { ApprovalDrawer } from './approval-drawer.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/approvals.ts'
import { phrase } from '../../../ui/phrase.tsx'
import { choicesOf } from '../../../ui/words.ts'

export type Approval = Awaited<ReturnType<typeof guard.readApproval>>

const FRESH_MS = 4_000
const STATUSES = ['pending', 'approved', 'denied', 'consumed', 'expired'] as const
type Status = (typeof STATUSES)[number]

const COLUMNS: readonly Column<Approval>[] = [
  { id: 'status', title: common.status, width: '120px', cell: ({ status }) => <Verdict of={status} /> },
  {
    id: 'tool',
    title: common.tool,
    width: 'minmax(140px, 2fr)',
    cell: ({ tool_name }) => <span className="font-mono text-xs font-medium">{visible(tool_name)}</span>,
  },
  { id: 'agent', title: common.agent, width: 'minmax(110px, 1fr)', cell: ({ agent_key }) => visible(agent_key ?? '–') },
  {
    id: 'reason',
    title: common.reason,
    width: 'minmax(180px, 3fr)',
    cell: ({ reason }) => <span className="text-muted">{visible(reason)}</span>,
  },
  {
    id: 'count',
    title: common.approvals,
    number: true,
    width: '80px',
    cell: ({ approvals, required_approvals }) => `${approvals}/${required_approvals}`,
  },
  {
    id: 'asked',
    title: messages.approvals.requested,
    width: '110px',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  { id: 'expires', title: common.expires, width: '110px', cell: ({ expires_at }) => <Time at={expires_at} /> },
]

export default function Approvals() {
  return (
    <>
      <PageHeader title={common.approvals} intro={messages.approvals.toolCallsThatRequireApproval} />
      <Scoped needs="tenant">
        <Inbox />
      </Scoped>
    </>
  )
}

function Inbox() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const request = search['status']
  const id = typeof search['id'] === 'string' ? search['id'] : undefined
  const status: Status | 'all' = request === 'all' ? 'all' : (STATUSES.find((item) => item === request) ?? 'pending')
  const navigate = useNavigate()
  const go = (to: { readonly status?: string; readonly id?: string }): void =>
    void navigate({ to: '.', search: { ...(status === 'pending' ? {} : { status }), ...to } })
  const { first, rows, error, refetch, more } = usePages({
    key: ['approvals', 'list', status],
    ask: (page, signal) =>
      guard.listApprovals({ query: { ...page, ...(status === 'all' ? {} : { status }) } }, { signal }),
    rowsOf: ({ approvals }) => approvals,
    everyMs: FRESH_MS,
  })
  return (
    <>
      <Card
        flush
        title={first === undefined ? '' : `${first.total} ${status === 'all' ? messages.approvals.total : status}`}
        actions={
          <Select
            aria-label={common.status}
            className="!w-36"
            value={status}
            onPick={(to) => go({ status: to })}
            options={choicesOf(['pending', ...STATUSES.slice(1), 'all'])}
          />
        }
      >
        {error !== null && <ErrorState error={error} onRetry={refetch} doing={messages.approvals.loadingApprovals} />}
        {rows === undefined && error === null && <Skeleton />}
        {rows?.length === 0 && (
          <EmptyState
            icon={ShieldQuestion}
            title={
              status === 'pending' ? messages.approvals.noPendingApprovals : messages.approvals.noMatchingApprovals
            }
          >
            {phrase(messages.approvals.requestsAppearHereIfATool, {
              code: <code className="font-mono text-xs">{messages.approvals.approval}</code>,
            })}
          </EmptyState>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            label={common.approvals}
            rows={rows}
            columns={COLUMNS}
            idOf={(row) => row.id}
            total={first?.total ?? rows.length}
            onOpen={(row) => go({ id: row.id })}
            onEnd={more}
          />
        )}
      </Card>
      <ApprovalDrawer id={id} onClose={() => go({})} />
    </>
  )
}
