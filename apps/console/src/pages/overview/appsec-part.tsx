import { useQuery } from '@tanstack/react-query'
import { FolderGit2 } from 'lucide-react'
import { useMemo } from 'react'
import type { Session } from '../../api/session.ts'
import { existingPath } from '../../app/existing.ts'
import { Severity } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Grade } from '../../ui/grade.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Part } from './part.tsx'
import { projectsQuery, trendsQuery } from './queries.ts'
import { span } from './span.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/overview.ts'

const WORST = 6
const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const

export function AppsecPart({ session }: { readonly session: Session }) {
  return (
    <Part area="appsec" session={session}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <WorstProjects />
        <Trend />
      </div>
    </Part>
  )
}

function WorstProjects() {
  const { data, error, refetch } = useQuery(projectsQuery)
  const worst = data?.projects
    .flatMap(({ id, name, card: { grade, counts } }) =>
      grade === null || grade === 'A' ? [] : [{ id, name, card: { grade, counts } }],
    )
    .sort(
      (a, b) =>
        b.card.grade.localeCompare(a.card.grade) ||
        b.card.counts.critical - a.card.counts.critical ||
        b.card.counts.high - a.card.counts.high,
    )
    .slice(0, WORST)
  return (
    <Card
      flush
      title={messages.appsecPart.projectsWithOpenRisks}
      actions={<TextLink to="/appsec/projects">{messages.appsecPart.allProjects}</TextLink>}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing={common.loadingProjects} />}
      {data === undefined && error === null && <Skeleton />}
      {worst?.length === 0 && (
        <EmptyState
          icon={FolderGit2}
          title={data?.projects.length === 0 ? messages.appsecPart.noProjectsYet : messages.appsecPart.noOpenRisks}
        >
          {data?.projects.length === 0
            ? messages.appsecPart.createAProjectAndScanIt
            : messages.appsecPart.noScannedProjectHasOpen}
        </EmptyState>
      )}
      <ul>
        {worst?.map(({ id, name, card: { grade, counts } }) => (
          <li
            key={id}
            className="grid h-10 grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-3 border-b border-line px-4 text-sm last:border-0"
          >
            <Grade of={grade} />
            <ProjectName id={id} name={name} />
            <span className="text-muted tabular-nums">
              {messages.appsecPart.criticalHigh(counts.critical, counts.high)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ProjectName({ id, name }: { readonly id: string; readonly name: string }) {
  const path = existingPath(`/appsec/projects/${id}`)
  return (
    <span className="truncate font-medium">{path === undefined ? name : <TextLink to={path}>{name}</TextLink>}</span>
  )
}

function Trend() {
  const { data, error, refetch } = useQuery(trendsQuery)
  const [at, series] = useMemo(() => {
    const days = data?.series ?? []
    return [
      days.map(({ date }) => date),
      [
        { name: common.critical, colour: '--bad', values: days.map(({ critical }) => critical) },
        { name: common.high, colour: '--high', values: days.map(({ high }) => high) },
        { name: common.medium, colour: '--warn', values: days.map(({ medium }) => medium) },
      ],
    ] as const
  }, [data])
  return (
    <Card title={messages.appsecPart.openFindings30Days}>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} doing={messages.appsecPart.loadingTheTrend} />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && (
        <>
          <Chart label={messages.appsecPart.openFindingsByDay} at={at} series={series} height={160} />
          <TimeToRepair mttr={data.mttr} />
        </>
      )}
    </Card>
  )
}

type Mttr = Readonly<Record<string, { readonly count: number; readonly meanHours: number }>>

/** Renders nothing without repaired findings. */
function TimeToRepair({ mttr }: { readonly mttr: Mttr }) {
  const known = SEVERITIES.flatMap((severity) => {
    const repairs = mttr[severity]
    return repairs === undefined || repairs.count === 0 ? [] : [{ severity, ...repairs }]
  })
  if (known.length === 0) return null
  return (
    <dl aria-label={common.meanTimeToRepair} className="mt-3 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-3">
      {known.map(({ severity, count, meanHours }) => (
        <div key={severity} className="flex items-center gap-2 text-sm">
          <dt>
            <Severity of={severity} />
          </dt>
          <dd className="tabular-nums">
            {span(meanHours)} <span className="text-muted">{messages.appsecPart.meanOfFixes(count)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
