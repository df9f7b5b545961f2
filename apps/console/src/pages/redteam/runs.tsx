import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Swords } from 'lucide-react'
import { redteam } from '../../api/clients.ts'
import { Verdict } from '../../ui/badge.tsx'
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
import type { Run } from './parts/types.ts'

const IN_PROGRESS_MS = 3_000

const COLUMNS: readonly Column<Run>[] = [
  { id: 'status', title: 'Status', width: '110px', cell: ({ status }) => <Verdict of={status} /> },
  {
    id: 'target',
    title: 'Target',
    width: 'minmax(200px, 3fr)',
    cell: ({ targetUrl }) => <span className="font-medium">{targetUrl}</span>,
  },
  {
    id: 'progress',
    title: 'Attacks',
    width: 'minmax(140px, 1fr)',
    cell: ({ progressTotal, estimatedTotal }) => (
      <span className="flex items-center gap-2">
        <Progress label="Attacks done" value={progressTotal} max={estimatedTotal} />
        <span className="tabular-nums">
          {progressTotal}/{estimatedTotal}
        </span>
      </span>
    ),
  },
  {
    id: 'through',
    title: 'Got through',
    number: true,
    width: '104px',
    cell: ({ summary }) => summary?.failed.toLocaleString('en') ?? '–',
  },
  {
    id: 'score',
    title: 'Score',
    number: true,
    width: '80px',
    cell: ({ summary }) =>
      summary === undefined || summary.scoreStatus === 'inconclusive' ? '–' : summary.score.toFixed(0),
  },
  { id: 'started', title: 'Started', width: 'minmax(110px, 1fr)', cell: ({ startedAt }) => <Time at={startedAt} /> },
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
      New run
    </Button>
  )
  return (
    <>
      <PageHeader title="Runs" intro="Attacks on your agents, and how they held." actions={create} />
      <Card flush>
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} doing="Loading the runs" />}
        {data === undefined && error === null && <Skeleton />}
        {data?.length === 0 && (
          <EmptyState icon={Swords} title="No runs yet" {...(create === false ? {} : { action: create })}>
            A run attacks an agent of yours and tells what got through.{' '}
            {may.attack
              ? 'All it needs is the address of the agent.'
              : 'Whoever holds a key of an admin starts one; it appears here.'}
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <DataTable
            label="Runs"
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
