import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Swords } from 'lucide-react'
import { redteam } from '../../api/clients.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { useMay } from './parts/may.ts'
import { RunStatus } from './parts/run-status.tsx'
import { RunScore } from './parts/score.tsx'
import type { Run } from './parts/types.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/runs.ts'

const IN_PROGRESS_MS = 3_000

const COLUMNS: readonly Column<Run>[] = [
  { id: 'status', title: common.status, width: '124px', cell: (run) => <RunStatus run={run} /> },
  {
    id: 'target',
    title: common.target,
    width: 'minmax(96px, 3fr)',
    cell: ({ targetUrl }) => <span className="font-medium">{targetUrl}</span>,
  },
  {
    id: 'score',
    title: common.score,
    number: true,
    width: '148px',
    cell: ({ summary }) => (summary === undefined ? '–' : <RunScore summary={summary} />),
  },
  {
    id: 'through',
    title: common.succeeded,
    number: true,
    width: '96px',
    cell: ({ summary }) => summary?.failed.toLocaleString('en') ?? '–',
  },
  {
    id: 'progress',
    title: common.attacks,
    width: 'minmax(140px, 1fr)',
    cell: ({ progressTotal, estimatedTotal }) => (
      <span className="flex items-center gap-2">
        <Progress label={messages.runs.sentAttacks} value={progressTotal} max={estimatedTotal} />
        <span className="tabular-nums">
          {progressTotal}/{estimatedTotal}
        </span>
      </span>
    ),
  },
  {
    id: 'started',
    title: messages.runs.started,
    width: 'minmax(110px, 1fr)',
    cell: ({ startedAt }) => <Time at={startedAt} />,
  },
]

export default function Runs() {
  const { data, error, refetch } = useQuery({
    queryKey: ['redteam', 'runs'],
    queryFn: ({ signal }) => redteam.listRuns({}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ finishedAt }) => finishedAt === null) === true ? IN_PROGRESS_MS : false,
  })
  const navigate = useNavigate()
  const may = useMay()
  const create = may.attack && (
    <Button look="primary" icon={Plus} onClick={() => void navigate({ to: '/redteam/runs/new' })}>
      {common.newRun}
    </Button>
  )
  return (
    <>
      <PageHeader title={common.runs} intro={messages.runs.attackRunsAgainstYourAgents} actions={create} />
      <Card flush>
        {error !== null && (
          <ErrorState error={error} onRetry={() => void refetch()} doing={messages.runs.loadingRuns} />
        )}
        {data === undefined && error === null && <Skeleton />}
        {data?.length === 0 && (
          <EmptyState icon={Swords} title={messages.runs.noRunsYet} {...(create === false ? {} : { action: create })}>
            {messages.runs.aRunAttacksAnAgentAndReports(
              may.attack ? messages.runs.startWithTheUrlOfTheAgent : messages.runs.startingARunRequiresAnAdminKey,
            )}
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <DataTable
            label={common.runs}
            rows={data}
            columns={COLUMNS}
            idOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/redteam/runs/$runId', params: { runId: id } })}
          />
        )}
      </Card>
    </>
  )
}
