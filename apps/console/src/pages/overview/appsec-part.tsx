import { useQuery } from '@tanstack/react-query'
import { FolderGit2 } from 'lucide-react'
import { useMemo } from 'react'
import { appsec } from '../../api/clients.ts'
import type { Session } from '../../api/session.ts'
import { Verdict } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Grade } from '../../ui/grade.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { Part } from './part.tsx'

const WORST = 5

export function AppsecPart({ session }: { readonly session: Session }) {
  return (
    <Part area="appsec" session={session}>
      <div className="grid gap-4 lg:grid-cols-2">
        <WorstProjects />
        <Trend />
        <FailedScans />
      </div>
    </Part>
  )
}

function WorstProjects() {
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'projects', 'first'],
    queryFn: ({ signal }) => appsec.listProjects({ query: { limit: 100 } }, { signal }),
  })
  const worst = data?.projects
    .filter(({ card }) => card.lastScanAt !== null && card.grade !== 'A')
    .sort((a, b) => b.card.grade.localeCompare(a.card.grade) || b.card.counts.critical - a.card.counts.critical)
    .slice(0, WORST)
  return (
    <Card flush title="Projects that need work" actions={<TextLink to="/appsec/projects">All projects</TextLink>}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the projects" />}
      {data === undefined && error === null && <Skeleton />}
      {worst?.length === 0 && (
        <EmptyState icon={FolderGit2} title={data?.projects.length === 0 ? 'No projects yet' : 'Nothing needs work'}>
          {data?.projects.length === 0
            ? 'Create a project and scan it; the worst ones are then listed here.'
            : 'No scanned project has open findings of weight.'}
        </EmptyState>
      )}
      <ul>
        {worst?.map(({ id, name, card }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-0">
            <Grade of={card.grade} />
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <span className="text-muted tabular-nums">
              {card.counts.critical} critical, {card.counts.high} high
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function FailedScans() {
  const { data } = useQuery({
    queryKey: ['appsec', 'scans', 'latest'],
    queryFn: ({ signal }) => appsec.listScans({ query: { limit: 50 } }, { signal }),
  })
  const failed = data?.scans.filter(({ status }) => status === 'FAILED').slice(0, WORST) ?? []
  if (failed.length === 0) return null
  return (
    <Card flush title="Scans that failed">
      <ul>
        {failed.map(({ id, status, createdAt }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-0">
            <Verdict of={status} />
            <span className="min-w-0 flex-1 truncate font-mono text-xs">{id}</span>
            <Time at={createdAt} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Trend() {
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'trends', 30],
    queryFn: ({ signal }) => appsec.readTrends({ query: { days: 30 } }, { signal }),
  })
  const [at, series] = useMemo(() => {
    const days = data?.series ?? []
    return [
      days.map(({ date }) => date),
      [
        { name: 'Critical', colour: '--bad', values: days.map(({ critical }) => critical) },
        { name: 'High', colour: '--high', values: days.map(({ high }) => high) },
        { name: 'Medium', colour: '--warn', values: days.map(({ medium }) => medium) },
      ],
    ] as const
  }, [data])
  return (
    <Card title="Open findings, 30 days">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the trend" />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <Chart label="Open findings by day" at={at} series={series} />}
    </Card>
  )
}
