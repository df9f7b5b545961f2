import { useQuery } from '@tanstack/react-query'
import { Swords } from 'lucide-react'
import type { Session } from '../../api/session.ts'
import { existingPath } from '../../app/existing.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { judgedCount } from '../redteam/parts/judged.ts'
import { RunStatus } from '../redteam/parts/run-status.tsx'
import { RunScore } from '../redteam/parts/score.tsx'
import { Part } from './part.tsx'
import { runsQuery } from './queries.ts'
import { messages } from '../../messages/overview.ts'

const LINES = 5

export function RedteamPart({ session }: { readonly session: Session }) {
  return (
    <Part area="redteam" session={session}>
      <LatestRuns />
    </Part>
  )
}

function LatestRuns() {
  const { data, error, refetch } = useQuery(runsQuery)
  return (
    <Card
      flush
      title={messages.redteamPart.latestRuns}
      actions={<TextLink to="/redteam/runs">{messages.redteamPart.allRuns}</TextLink>}
    >
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.redteamPart.loadingRuns} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && (
        <EmptyState icon={Swords} title={messages.redteamPart.noRunsYet}>
          {messages.redteamPart.startARunToTestAnAgentAgainst}
        </EmptyState>
      )}
      <ul>
        {data?.slice(0, LINES).map(({ id, status, targetUrl, startedAt, summary, progressTotal, estimatedTotal }) => (
          <li
            key={id}
            className="grid min-h-10 grid-cols-[112px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1.5 text-sm last:border-0 sm:grid-cols-[112px_minmax(0,1fr)_auto_140px_80px]"
          >
            <span>
              <RunStatus run={{ status, summary }} />
            </span>
            <Target id={id} url={targetUrl} />
            <span className="text-right text-muted tabular-nums max-sm:hidden">
              {summary === undefined
                ? messages.redteamPart.ofAttacks(progressTotal, estimatedTotal)
                : messages.redteamPart.ofSucceeded(summary.failed, judgedCount(summary))}
            </span>
            <span className="text-right tabular-nums">
              {summary === undefined ? '–' : <RunScore summary={summary} />}
            </span>
            <span className="text-right text-xs text-muted max-sm:hidden">
              <Time at={startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Target({ id, url }: { readonly id: string; readonly url: string }) {
  const path = existingPath(`/redteam/runs/${id}`)
  return <span className="truncate font-medium">{path === undefined ? url : <TextLink to={path}>{url}</TextLink>}</span>
}
