import { useQuery } from '@tanstack/react-query'
import { Swords } from 'lucide-react'
import { redteam } from '../../api/clients.ts'
import type { Session } from '../../api/session.ts'
import { Verdict } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { Part } from './part.tsx'

const LINES = 5

export function RedteamPart({ session }: { readonly session: Session }) {
  return (
    <Part area="redteam" session={session}>
      <LatestRuns />
    </Part>
  )
}

function LatestRuns() {
  const { data, error, refetch } = useQuery({
    queryKey: ['redteam', 'runs', 'latest'],
    queryFn: ({ signal }) => redteam.listRuns({ query: { limit: LINES } }, { signal }),
  })
  return (
    <Card flush title="Latest runs" actions={<TextLink to="/redteam/runs">All runs</TextLink>}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the runs" />}
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && (
        <EmptyState icon={Swords} title="No agent was attacked yet">
          Start a run to learn what gets through to your agent.
        </EmptyState>
      )}
      <ul>
        {data?.map(({ id, status, targetUrl, startedAt, summary }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm last:border-0"
          >
            <Verdict of={status} />
            <span className="min-w-0 flex-1 truncate font-medium">{targetUrl}</span>
            <span className="text-muted tabular-nums">
              {summary === undefined ? '' : `score ${summary.score.toFixed(0)}`}
            </span>
            <Time at={startedAt} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
