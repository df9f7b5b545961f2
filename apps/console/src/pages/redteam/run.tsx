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
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { HeatMap, heatsOf } from './parts/heat-map.tsx'
import { useTitles } from './parts/lists.ts'
import { RunActions } from './parts/run-actions.tsx'
import type { Attempt, Run as RunLine } from './parts/types.ts'
import { useFollow } from './parts/use-follow.ts'
import { counted, GOT_THROUGH } from './parts/words.ts'

const SECOND_MS = 1_000

/** A run while it goes on, and what became of it. */
export default function Run() {
  const { runId = '' }: { readonly runId?: string } = useParams({ strict: false })
  const [again, setAgain] = useState(0)
  const { run, attempts, isLost, error } = useFollow(runId, again)
  const [category, setCategory] = useState<string>()
  const queries = useQueryClient()
  const isOver = run?.finishedAt !== null && run !== undefined
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['redteam'] })
  }, [isOver, queries])
  const heats = useMemo(() => heatsOf(attempts), [attempts])
  const shown = useMemo(
    () => attempts.filter((one) => category === undefined || one.category === category).toReversed(),
    [attempts, category],
  )
  return (
    <>
      <PageHeader
        title={run?.targetUrl ?? 'Run'}
        crumbs={[['Runs', '/redteam/runs']]}
        intro={run === undefined ? undefined : <StateLine run={run} isLost={isLost} />}
        actions={run !== undefined && <RunActions run={run} isOver={isOver} />}
      />
      {error !== null && (
        <Card flush>
          <ErrorState error={error} onRetry={() => setAgain(again + 1)} doing="Following the run" />
        </Card>
      )}
      {run === undefined && error === null && <Skeleton lines={8} />}
      {run !== undefined && (
        <div className="flex flex-col gap-4">
          <Figures run={run} attempts={attempts} isOver={isOver} />
          {run.error !== undefined && <Failed sentence={run.error} />}
          {attempts.length > 0 && (
            <Card
              title="Categories"
              actions={<span className="text-muted">attacks that got through, of those made</span>}
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
      <Verdict of={run.status} />
      {isLost ? (
        <span className="text-warn">The connection broke off; it is taken up again.</span>
      ) : run.finishedAt === null ? (
        'You can leave this page: the run goes on by itself.'
      ) : run.summary?.scoreStatus === 'partial' ? (
        'It ended before all attacks were made; the score is of what was done.'
      ) : (
        ''
      )}
    </span>
  )
}

function Figures({
  run,
  attempts,
  isOver,
}: {
  readonly run: RunLine
  readonly attempts: readonly Attempt[]
  readonly isOver: boolean
}) {
  const now = useNow(!isOver)
  const titleOf = useTitles()
  const done = attempts.length
  const through = attempts.filter(({ verdict }) => GOT_THROUGH.has(verdict)).length
  const errors = attempts.filter(({ verdict }) => verdict === 'error').length
  const elapsed_s = Math.max(
    0,
    ((run.finishedAt === null ? now : new Date(run.finishedAt).getTime()) - new Date(run.startedAt).getTime()) /
      SECOND_MS,
  )
  const rate = elapsed_s > 1 ? done / elapsed_s : 0
  const latest = attempts.at(-1)
  const { summary } = run
  return (
    <section aria-label="Progress" className="flex flex-col gap-3">
      <div className="rounded-lg border border-line bg-surface px-4 py-3">
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-2 text-sm">
          <p>
            <span className="font-semibold tabular-nums">{done.toLocaleString('en')}</span>{' '}
            <span className="text-muted tabular-nums">of at most {counted(run.estimatedTotal, 'attack')}</span>
          </p>
          <p className="text-muted">
            {isOver
              ? `took ${duration(elapsed_s)}`
              : latest === undefined
                ? 'Getting ready …'
                : `last: ${titleOf(latest.category)}`}
          </p>
        </div>
        <Progress
          label="Attacks made"
          value={isOver ? Math.max(1, done) : done}
          max={isOver ? Math.max(1, done) : run.estimatedTotal}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat
          label="Got through"
          value={through}
          note={done === 0 ? 'none yet' : `${Math.round((through / done) * 100)} % of those made`}
          tone={through > 0 ? 'bad' : 'ok'}
        />
        <Stat
          label="Withstood"
          value={attempts.filter(({ verdict }) => verdict === 'defended').length}
          note={`${counted(errors, 'error')} besides`}
        />
        {summary === undefined ? (
          <Stat
            label="Running for"
            value={duration(elapsed_s)}
            note={rate > 0 ? `${rate.toFixed(1)} attacks a second` : 'not at speed yet'}
          />
        ) : (
          <Stat label="Requests" value={summary.requests.toLocaleString('en')} note="count against the budget" />
        )}
        {summary === undefined ? (
          <Stat
            label="Left, about"
            value={rate > 0 && !isOver ? duration((run.estimatedTotal - done) / rate) : '–'}
            note={isOver ? 'it has ended' : 'where all attacks are made'}
          />
        ) : (
          <Stat
            label="Score"
            value={summary.scoreStatus === 'inconclusive' ? '–' : summary.score.toFixed(0)}
            note={`between ${summary.confidenceInterval.low.toFixed(0)} and ${summary.confidenceInterval.high.toFixed(0)}, 95 %`}
          />
        )}
      </div>
    </section>
  )
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}

function Failed({ sentence }: { readonly sentence: string }) {
  return (
    <Card flush>
      <EmptyState icon={Swords} title="Nothing was attacked">
        {sentence} <TextLink to="/redteam/runs/new">Try again in a new run</TextLink>, and test the target there first.
      </EmptyState>
    </Card>
  )
}

const columns = (titleOf: (name: string) => string): readonly Column<Attempt>[] => [
  { id: 'index', title: '#', number: true, width: '64px', cell: ({ index }) => index + 1 },
  { id: 'verdict', title: 'Verdict', width: '130px', cell: ({ verdict }) => <Verdict of={verdict} /> },
  {
    id: 'category',
    title: 'Category',
    width: 'minmax(180px, 2fr)',
    cell: ({ category }) => <span className="font-medium">{titleOf(category)}</span>,
  },
  { id: 'strategy', title: 'Strategy', width: 'minmax(160px, 2fr)', cell: ({ strategy }) => titleOf(strategy) },
  { id: 'severity', title: 'Severity', width: '110px', cell: ({ severity }) => <Severity of={severity} /> },
  { id: 'status', title: 'Status', number: true, width: '72px', cell: ({ statusCode }) => statusCode ?? '–' },
  {
    id: 'time',
    title: 'Time',
    number: true,
    width: '88px',
    cell: ({ responseTimeMs }) => `${Math.round(responseTimeMs)} ms`,
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
      title={category === undefined ? 'Attacks, newest first' : `Attacks of ${titleOf(category)}`}
      actions={<span className="text-muted tabular-nums">{counted(rows.length, 'attack')}</span>}
    >
      {rows.length === 0 && !isOver ? (
        <EmptyState icon={Swords} title="The target is asked first">
          One harmless message shows whether it answers; then each attack appears here when it is over.
        </EmptyState>
      ) : (
        <DataTable label="Attacks" rows={rows} columns={shown} idOf={({ index }) => String(index)} height={480} />
      )}
    </Card>
  )
}
