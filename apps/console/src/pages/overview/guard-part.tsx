import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { useMemo } from 'react'
import type { Session } from '../../api/session.ts'
import { existingPath } from '../../app/existing.ts'
import { Verdict } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { Part } from './part.tsx'
import { decisionsQuery, FRESH_MS, usageQuery } from './queries.ts'
import { guardSight } from './guard-sight.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/overview.ts'
import { phrase } from '../../ui/phrase.tsx'

export function GuardPart({ session }: { readonly session: Session }) {
  const { asTenant, decisions } = guardSight(session)
  return (
    <Part area="guard" session={session}>
      <div className={cx('grid items-start gap-4', asTenant && decisions !== undefined && 'lg:grid-cols-2')}>
        {decisions !== undefined && <LatestDecisions whose={decisions} />}
        {asTenant && <Trend />}
      </div>
    </Part>
  )
}

/** Latest decisions, refreshed every few seconds while the page is visible. */
function LatestDecisions({ whose }: { readonly whose: 'own' | 'all' }) {
  const { data, error, refetch } = useQuery(decisionsQuery(whose))
  const all = existingPath('/guard/audit')
  return (
    <Card
      flush
      title={whose === 'own' ? messages.guardPart.latestDecisions : messages.guardPart.latestDecisionsAllTenants}
      actions={
        <>
          <span className="inline-flex items-center gap-1.5 text-xs text-muted">
            <span
              className={cx('size-2 rounded-full', error === null ? 'animate-pulse bg-ok' : 'bg-bad')}
              aria-hidden
            />
            {error === null
              ? messages.guardPart.updatesEveryS(FRESH_MS / 1_000)
              : messages.guardPart.updatesInterrupted}
          </span>
          {all !== undefined && <TextLink to={all}>{common.auditLog}</TextLink>}
        </>
      }
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.guardPart.loadingDecisions} />
      )}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data?.entries.length === 0 && (
        <EmptyState icon={Activity} title={messages.guardPart.noDecisionsYet}>
          {phrase(messages.guardPart.orSendARequestToTheGuardApi, {
            link: <TextLink to="/guard/playground">{messages.guardPart.testAPrompt}</TextLink>,
          })}
        </EmptyState>
      )}
      <ul aria-label={messages.guardPart.latestDecisions}>
        {data?.entries.map(({ id, timestamp, action, guardrail, verdict, actor, tenant_id: tenant }) => (
          <li
            key={id}
            className="grid h-9 grid-cols-[88px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 text-sm last:border-0 sm:grid-cols-[88px_minmax(0,1fr)_minmax(0,112px)_80px]"
          >
            <span>{verdict === null ? <span className="text-muted">–</span> : <Verdict of={verdict} />}</span>
            <span className="truncate">
              {action}
              {guardrail !== null && <span className="text-muted"> · {guardrail}</span>}
            </span>
            <span className="truncate text-muted max-sm:hidden">{whose === 'own' ? actor : tenant}</span>
            <span className="text-right text-xs text-muted">
              <Time at={timestamp} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Trend() {
  const { data, error, refetch } = useQuery(usageQuery)
  // Today's numbers change often. The chart is redrawn only after a change.
  const written = JSON.stringify(data?.days ?? [])
  const [at, series] = useMemo(() => {
    const days = JSON.parse(written) as NonNullable<NonNullable<typeof data>['days']>
    return [
      days.map(({ date }) => date),
      [
        { name: common.requests, colour: '--accent', values: days.map(({ requests }) => requests) },
        { name: messages.guardPart.blocked, colour: '--bad', values: days.map(({ blocked }) => blocked) },
      ],
    ] as const
  }, [written])
  return (
    <Card title={messages.guardPart.requests30Days}>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.guardPart.loadingTheTrend} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <Chart label={messages.guardPart.requestsByDay} at={at} series={series} height={248} />}
    </Card>
  )
}
