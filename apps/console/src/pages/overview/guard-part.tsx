import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { guard } from '../../api/clients.ts'
import type { Session } from '../../api/session.ts'
import { Verdict } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { Time } from '../../ui/time.tsx'
import { Part } from './part.tsx'

const FRESH_MS = 5_000
const LINES = 8

export function GuardPart({ session }: { readonly session: Session }) {
  const on = session.guard.mode === 'open' || session.guard.tenant === true
  const mayRead = session.guard.scope === 'admin'
  const approvals = useQuery({
    queryKey: ['guard', 'approvals', 'pending'],
    queryFn: ({ signal }) => guard.listApprovals({ query: { status: 'pending', limit: 1 } }, { signal }),
    enabled: on,
    refetchInterval: FRESH_MS,
  })
  const breakers = useQuery({
    queryKey: ['guard', 'breakers'],
    queryFn: ({ signal }) => guard.listBreakers({}, { signal }),
    enabled: on,
    refetchInterval: FRESH_MS,
  })
  const switches = useQuery({
    queryKey: ['guard', 'disabled-tools'],
    queryFn: ({ signal }) => guard.listDisabledTools({}, { signal }),
    enabled: on,
    refetchInterval: FRESH_MS,
  })
  const open = breakers.data?.circuit_breakers.filter(({ state }) => state !== 'closed').length
  const error = approvals.error ?? breakers.error ?? switches.error
  return (
    <Part area="guard" session={session}>
      <div className="grid gap-4 lg:grid-cols-[280px_1fr]">
        <div className="grid grid-cols-2 gap-3 self-start lg:grid-cols-1">
          {error !== null && <ErrorState error={error} doing="Asking the guard" />}
          <Stat
            label="Approvals waiting"
            value={approvals.data?.total ?? '–'}
            tone={(approvals.data?.total ?? 0) > 0 ? 'warn' : 'plain'}
          />
          <Stat label="Breakers open" value={open ?? '–'} tone={(open ?? 0) > 0 ? 'bad' : 'plain'} />
          <Stat
            label="Tools switched off"
            value={switches.data?.total ?? '–'}
            tone={(switches.data?.total ?? 0) > 0 ? 'warn' : 'plain'}
          />
        </div>
        {mayRead && <LatestVerdicts />}
      </div>
    </Part>
  )
}

/** The newest decisions, asked for every few seconds while the page is looked at. */
function LatestVerdicts() {
  const { data, error, refetch } = useQuery({
    queryKey: ['guard', 'audit', 'latest'],
    queryFn: ({ signal }) => guard.listAudit({ query: { limit: LINES } }, { signal }),
    refetchInterval: FRESH_MS,
  })
  return (
    <Card flush title="Latest decisions">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the decisions" />}
      {data === undefined && error === null && <Skeleton lines={LINES} />}
      {data?.entries.length === 0 && (
        <EmptyState icon={Activity} title="Nothing was decided yet">
          Send a first message: <code className="font-mono text-xs">gatehouse guard check “hello”</code>
        </EmptyState>
      )}
      <ul aria-label="Latest decisions">
        {data?.entries.map(({ id, timestamp, action, guardrail, verdict, actor }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm last:border-0"
          >
            <span className="w-24 shrink-0">
              {verdict === null ? <span className="text-muted">–</span> : <Verdict of={verdict} />}
            </span>
            <span className="min-w-0 flex-1 truncate">
              {action}
              {guardrail !== null && <span className="text-muted"> · {guardrail}</span>}
            </span>
            <span className="hidden max-w-40 truncate text-muted sm:inline">{actor}</span>
            <span className="text-xs text-muted">
              <Time at={timestamp} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
