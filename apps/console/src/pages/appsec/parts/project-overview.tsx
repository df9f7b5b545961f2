import { useQuery } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { useMemo } from 'react'
import { appsec } from '../../../api/clients.ts'
import { Card } from '../../../ui/card.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Grade } from '../../../ui/grade.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { Artifacts } from './artifacts.tsx'
import { ButtonLink } from './button-link.tsx'
import { AdvisoryGap } from './advisory-gap.tsx'
import { numberText, type Project, type Scan, useMay } from './kinds.ts'
import { ScanStatus } from './scan-columns.tsx'

/** As far back as branches and the trend look. */
const SCANS_MAX = 100
const GRADES: Readonly<Record<string, string>> = {
  A: 'Nothing of medium weight or more is open.',
  B: 'A medium finding is open.',
  C: 'A high finding is open.',
  D: 'More than five high findings are open.',
  F: 'A critical finding is open.',
}

const COUNTS = [
  { name: 'critical', label: 'Critical', tone: 'bad' },
  { name: 'high', label: 'High', tone: 'bad' },
  { name: 'medium', label: 'Medium', tone: 'warn' },
  { name: 'low', label: 'Low', tone: 'plain' },
] as const

/** How a project stands: mark, numbers, how they went, and each branch. */
export function ProjectOverview({ project }: { readonly project: Project }) {
  const { id, card } = project
  const mayScan = useMay('DEVELOPER')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'scans', 'completed', id],
    queryFn: ({ signal }) =>
      appsec.listScans({ query: { projectId: id, status: 'COMPLETED', limit: SCANS_MAX } }, { signal }),
  })
  const scans = data?.scans ?? []
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the scans" />
  if (data === undefined) return <Skeleton lines={8} />
  const [latest] = scans
  if (latest === undefined) {
    return (
      <Card flush>
        <EmptyState
          icon={ScanSearch}
          title="Not scanned"
          action={
            mayScan && (
              <ButtonLink
                to="/appsec/new-scan"
                search={{ projectId: id, ...(project.repoUrl === null ? {} : { source: 'git' }) }}
                look="primary"
              >
                New scan
              </ButtonLink>
            )
          }
        >
          The first scan that completes gives the project its grade.
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <AdvisoryGap scan={latest} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        <Stat label="Grade" value={<Grade of={card.grade} />} note={GRADES[card.grade ?? '']} />
        {COUNTS.map(({ name, label, tone }) => (
          <Stat
            key={name}
            label={label}
            tone={card.counts[name] > 0 ? tone : 'plain'}
            value={
              <TextLink
                to={`/appsec/scans/${latest.id}/findings`}
                search={{ severity: name.toUpperCase(), status: 'OPEN,IN_PROGRESS' }}
                className="!text-inherit !no-underline hover:!underline"
              >
                {numberText(card.counts[name])}
              </TextLink>
            }
          />
        ))}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Trend scans={scans} />
        <Branches scans={scans} />
      </div>
      <Artifacts scan={latest} title="Documents of the latest scan" />
    </div>
  )
}

function Trend({ scans }: { readonly scans: readonly Scan[] }) {
  const [at, series] = useMemo(() => {
    const old = scans.filter(({ branch }) => branch === scans[0]?.branch).toReversed()
    return [
      old.map(({ completedAt, createdAt }) => completedAt ?? createdAt),
      [
        { name: 'Critical', colour: '--bad', values: old.map(({ criticalCount }) => criticalCount) },
        { name: 'High', colour: '--high', values: old.map(({ highCount }) => highCount) },
        { name: 'Medium', colour: '--warn', values: old.map(({ mediumCount }) => mediumCount) },
      ],
    ] as const
  }, [scans])
  return (
    <Card title="Open findings, scan by scan">
      {at.length < 2 ? (
        <p className="text-sm text-muted">The chart needs two scans of the same branch.</p>
      ) : (
        <Chart label="Open findings by scan" at={at} series={series} />
      )}
    </Card>
  )
}

function Branches({ scans }: { readonly scans: readonly Scan[] }) {
  const latest = [...Map.groupBy(scans, ({ branch }) => branch ?? '')].flatMap(([, [first]]) => first ?? [])
  return (
    <Card flush title="Branches">
      <ul aria-label="Branches">
        {latest.map(({ id, branch, criticalCount, highCount, status, gateResult, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm last:border-0"
          >
            <span className="min-w-0 grow basis-40 font-medium wrap-anywhere">
              <TextLink to={`/appsec/scans/${id}`}>{branch ?? 'No branch'}</TextLink>
            </span>
            <span className="text-muted tabular-nums">
              {numberText(criticalCount)} critical, {numberText(highCount)} high
            </span>
            <ScanStatus of={{ status, gateResult }} />
            <span className="text-muted">
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
