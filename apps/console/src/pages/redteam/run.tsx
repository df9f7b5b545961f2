import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Swords } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Severity, Verdict } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { HeatMap, heatsOf } from './parts/heat-map.tsx'
import { useTitles } from './parts/lists.ts'
import { RunActions } from './parts/run-actions.tsx'
import { RunFigures } from './parts/run-figures.tsx'
import type { Attempt, Run as RunLine } from './parts/types.ts'
import { RunStatus } from './parts/run-status.tsx'
import { ToDeclare } from './parts/to-declare.tsx'
import { useFollow } from './parts/use-follow.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/redteam/runs.ts'
import { phrase } from '../../ui/phrase.tsx'

/** Run in progress, and its result. */
export default function Run() {
  const { runId = '' }: { readonly runId?: string } = useParams({ strict: false })
  const [second, setAgain] = useState(0)
  const { run, attempts, isLost, error } = useFollow(runId, second)
  const [category, setCategory] = useState<string>()
  const queries = useQueryClient()
  const isOver = run?.finishedAt !== null && run !== undefined
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['redteam'] })
  }, [isOver, queries])
  const heats = useMemo(() => heatsOf(attempts), [attempts])
  const shown = useMemo(
    () => attempts.filter((attempt) => category === undefined || attempt.category === category).toReversed(),
    [attempts, category],
  )
  return (
    <>
      <PageHeader
        title={run?.targetUrl ?? messages.run.run}
        crumbs={[[common.runs, '/redteam/runs']]}
        intro={run === undefined ? undefined : <StateLine run={run} isLost={isLost} />}
        actions={run !== undefined && <RunActions run={run} isOver={isOver} />}
      />
      {error !== null && (
        <Card flush>
          <ErrorState error={error} onRetry={() => setAgain(second + 1)} doing={messages.run.loadingLiveResults} />
        </Card>
      )}
      {run === undefined && error === null && <Skeleton lines={8} />}
      {run !== undefined && (
        <div className="flex flex-col gap-4">
          <RunFigures run={run} attempts={attempts} isOver={isOver} />
          {isOver && run.summary !== undefined && <ToDeclare summary={run.summary} />}
          {run.error !== undefined && <Failed sentence={run.error} />}
          {attempts.length > 0 && (
            <Card
              title={messages.run.categories}
              actions={<span className="text-muted">{messages.run.succeededJudged}</span>}
            >
              <HeatMap heats={heats} chosen={category} onPick={setCategory} />
            </Card>
          )}
          {(attempts.length > 0 || !isOver) && <Attempts rows={shown} category={category} isOver={isOver} />}
        </div>
      )}
    </>
  )
}

function StateLine({ run, isLost }: { readonly run: RunLine; readonly isLost: boolean }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <RunStatus run={run} />
      {isLost ? (
        <span className="text-warn">{messages.run.connectionLostReconnecting}</span>
      ) : run.finishedAt === null ? (
        messages.run.theRunContinuesIfYouLeaveThis
      ) : run.summary?.scoreStatus === 'partial' ? (
        messages.run.theRunEndedBeforeAllAttacks
      ) : (
        ''
      )}
    </span>
  )
}

function Failed({ sentence }: { readonly sentence: string }) {
  return (
    <Card flush>
      <EmptyState icon={Swords} title={messages.run.noAttacksSent}>
        {phrase(messages.run.andTestTheTargetFirst, {
          sentence,
          link: <TextLink to="/redteam/runs/new">{messages.run.startANewRun}</TextLink>,
        })}
      </EmptyState>
    </Card>
  )
}

const columns = (titleOf: (name: string) => string): readonly Column<Attempt>[] => [
  { id: 'index', title: '#', number: true, width: '64px', cell: ({ index }) => index + 1 },
  { id: 'verdict', title: common.verdict, width: '130px', cell: ({ verdict }) => <Verdict of={verdict} /> },
  {
    id: 'category',
    title: common.category,
    width: 'minmax(180px, 2fr)',
    cell: ({ category }) => <span className="font-medium">{titleOf(category)}</span>,
  },
  {
    id: 'strategy',
    title: messages.run.strategy,
    width: 'minmax(160px, 2fr)',
    cell: ({ strategy }) => titleOf(strategy),
  },
  { id: 'severity', title: common.severity, width: '110px', cell: ({ severity }) => <Severity of={severity} /> },
  { id: 'status', title: common.status, number: true, width: '72px', cell: ({ statusCode }) => statusCode ?? '–' },
  {
    id: 'time',
    title: common.time,
    number: true,
    width: '88px',
    cell: ({ responseTimeMs }) => messages.run.ms(Math.round(responseTimeMs)),
  },
]

function Attempts({
  rows,
  category,
  isOver,
}: {
  readonly rows: readonly Attempt[]
  readonly category: string | undefined
  readonly isOver: boolean
}) {
  const titleOf = useTitles()
  const shown = useMemo(() => columns(titleOf), [titleOf])
  return (
    <Card
      flush
      title={category === undefined ? messages.run.attacksNewestFirst : messages.run.attacksOf(titleOf(category))}
      actions={<span className="text-muted tabular-nums">{messages.run.attacks(rows.length)}</span>}
    >
      {rows.length === 0 && !isOver ? (
        <EmptyState icon={Swords} title={messages.run.checkingTheTarget}>
          {messages.run.theRunStartsWithOneBenign}
        </EmptyState>
      ) : (
        <DataTable
          label={common.attacks}
          rows={rows}
          columns={shown}
          idOf={({ index }) => String(index)}
          height={480}
        />
      )}
    </Card>
  )
}
