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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/projects.ts'

/** Own limit of the scans used for branches and trend. */
const SCANS_MAX = 100
const GRADES: Readonly<Record<string, string>> = {
  A: messages.projectOverview.noOpenFindingsOfMediumSeverity,
  B: messages.projectOverview.atLeastOneOpenMediumFinding,
  C: messages.projectOverview.atLeastOneOpenHighFinding,
  D: messages.projectOverview.moreThanFiveOpenHighFindings,
  F: messages.projectOverview.atLeastOneOpenCriticalFinding,
}

const COUNTS = [
  { name: 'critical', label: common.critical, tone: 'bad' },
  { name: 'high', label: common.high, tone: 'bad' },
  { name: 'medium', label: common.medium, tone: 'warn' },
  { name: 'low', label: common.low, tone: 'plain' },
] as const

/** Status of a project: grade, numbers, trend, and branches. */
export function ProjectOverview({ project }: { readonly project: Project }) {
  const { id, card } = project
  const mayScan = useMay('DEVELOPER')
  const { data, error, refetch } = useQuery({
    queryKey: ['appsec', 'scans', 'completed', id],
    queryFn: ({ signal }) =>
      appsec.listScans({ query: { projectId: id, status: 'COMPLETED', limit: SCANS_MAX } }, { signal }),
  })
  const scans = data?.scans ?? []
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} doing={messages.projectOverview.loadingScans} />
  if (data === undefined) return <Skeleton lines={8} />
  const [latest] = scans
  if (latest === undefined) {
    return (
      <Card flush>
        <EmptyState
          icon={ScanSearch}
          title={messages.projectOverview.notScanned}
          action={
            mayScan && (
              <ButtonLink
                to="/appsec/new-scan"
                search={{ projectId: id, ...(project.repoUrl === null ? {} : { source: 'git' }) }}
                look="primary"
              >
                {common.newScan}
              </ButtonLink>
            )
          }
        >
          {messages.projectOverview.theFirstCompletedScan}
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <AdvisoryGap scan={latest} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        <Stat
          label={messages.projectOverview.grade}
          value={<Grade of={card.grade} />}
          note={card.grade === null ? messages.projectOverview.noSourceCodeWasAnalysed : GRADES[card.grade]}
        />
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
      <Artifacts scan={latest} title={messages.projectOverview.documentsOfTheLatestScan} />
    </div>
  )
}

function Trend({ scans }: { readonly scans: readonly Scan[] }) {
  const [at, series] = useMemo(() => {
    const old = scans.filter(({ branch }) => branch === scans[0]?.branch).toReversed()
    return [
      old.map(({ completedAt, createdAt }) => completedAt ?? createdAt),
      [
        { name: common.critical, colour: '--bad', values: old.map(({ criticalCount }) => criticalCount) },
        { name: common.high, colour: '--high', values: old.map(({ highCount }) => highCount) },
        { name: common.medium, colour: '--warn', values: old.map(({ mediumCount }) => mediumCount) },
      ],
    ] as const
  }, [scans])
  return (
    <Card title={messages.projectOverview.openFindingsByScan}>
      {at.length < 2 ? (
        <p className="text-sm text-muted">{messages.projectOverview.theChartRequiresTwoScansOfThe}</p>
      ) : (
        <Chart label={messages.projectOverview.openFindingsByScan} at={at} series={series} />
      )}
    </Card>
  )
}

function Branches({ scans }: { readonly scans: readonly Scan[] }) {
  const latest = [...Map.groupBy(scans, ({ branch }) => branch ?? '')].flatMap(([, [first]]) => first ?? [])
  return (
    <Card flush title={messages.projectOverview.branches}>
      <ul aria-label={messages.projectOverview.branches}>
        {latest.map(({ id, branch, criticalCount, highCount, status, gateResult, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-sm last:border-0"
          >
            <span className="min-w-0 grow basis-40 font-medium wrap-anywhere">
              <TextLink to={`/appsec/scans/${id}`}>{branch ?? messages.projectOverview.noBranch}</TextLink>
            </span>
            <span className="text-muted tabular-nums">
              {messages.projectOverview.criticalHigh(numberText(criticalCount), numberText(highCount))}
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
