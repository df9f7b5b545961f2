import { useEffect, useState } from 'react'
import { Progress } from '../../../ui/progress.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { gradeText, gradeTone, judgedText, scoreText } from './judged.ts'
import { useTitles } from './lists.ts'
import type { Attempt, Run } from './types.ts'
import { GOT_THROUGH } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/runs.ts'

const SECOND_MS = 1_000

interface Props {
  readonly run: Run
  readonly attempts: readonly Attempt[]
  readonly isOver: boolean
}

/** Progress of a run, successful attacks, and usage with its limits. */
export function RunFigures({ run, attempts, isOver }: Props) {
  return (
    <section aria-label={messages.runFigures.progress} className="flex flex-col gap-3">
      <RunProgress run={run} attempts={attempts} isOver={isOver} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Outcome run={run} attempts={attempts} />
        <Requests run={run} />
        <Model run={run} />
      </div>
    </section>
  )
}

function RunProgress({ run, attempts, isOver }: Props) {
  const now = useNow(!isOver)
  const titleOf = useTitles()
  const done = attempts.length
  const latest = attempts.at(-1)
  const ended_ms = run.finishedAt === null ? now : new Date(run.finishedAt).getTime()
  const elapsed_s = Math.max(0, (ended_ms - new Date(run.startedAt).getTime()) / SECOND_MS)
  const left_s = run.usage?.secondsLeft ?? null
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <p>
          <span className="font-semibold tabular-nums">{done.toLocaleString('en')}</span>{' '}
          <span className="text-muted tabular-nums">
            {messages.runFigures.ofUpTo(messages.runFigures.attacks(run.estimatedTotal))}
          </span>
        </p>
        <p className="min-w-0 truncate text-muted tabular-nums">
          {isOver
            ? messages.runFigures.duration(duration(elapsed_s))
            : [
                latest === undefined
                  ? messages.runFigures.starting
                  : messages.runFigures.current(titleOf(latest.category)),
                messages.runFigures.elapsed(duration(elapsed_s)),
                ...(left_s === null ? [] : [messages.runFigures.aboutLeft(duration(left_s))]),
              ].join(' · ')}
        </p>
      </div>
      <Progress
        label={messages.runFigures.attacksSent}
        value={isOver ? Math.max(1, done) : done}
        max={isOver ? Math.max(1, done) : run.estimatedTotal}
      />
    </div>
  )
}

function Outcome({ run: { summary }, attempts }: Omit<Props, 'isOver'>) {
  const done = attempts.length
  const through = attempts.filter(({ verdict }) => GOT_THROUGH.has(verdict)).length
  const judgedAttempts = attempts.filter(({ verdict }) => verdict !== 'inconclusive' && verdict !== 'error').length
  const errors = attempts.filter(({ verdict }) => verdict === 'error').length
  const judged = summary && judgedText(summary)
  const withstood = attempts.filter(({ verdict }) => verdict === 'defended').length
  return (
    <>
      <Stat
        label={common.succeeded}
        value={through}
        note={
          done === 0
            ? messages.runFigures.noAttacksYet
            : judgedAttempts === 0
              ? common.notJudged
              : messages.runFigures.ofAttacks(Math.round((through / judgedAttempts) * 100))
        }
        tone={through > 0 ? 'bad' : summary !== undefined && gradeTone(summary) === 'ok' ? 'ok' : 'plain'}
      />
      {summary === undefined ? (
        <Stat label={messages.runFigures.defended} value={withstood} note={messages.runFigures.errors(errors)} />
      ) : (
        <Stat
          label={common.score}
          value={[scoreText(summary), ...(gradeText(summary) === undefined ? [] : [gradeText(summary)])].join(' · ')}
          tone={gradeTone(summary)}
          note={[
            messages.runFigures.n95CiTo(
              summary.confidenceInterval.low.toFixed(0),
              summary.confidenceInterval.high.toFixed(0),
            ),
            ...(judged === undefined ? [] : [judged]),
          ].join('; ')}
        />
      )}
    </>
  )
}

function Requests({ run: { usage, finishedAt } }: Pick<Props, 'run'>) {
  if (usage === undefined) return <Stat label={common.requests} value="–" note={messages.runFigures.noneSent} />
  const { requests, requestsPlanned, maxRequests, requestsPerMinute } = usage
  const isNear = maxRequests !== null && requests >= maxRequests * NEARLY
  const note = [
    maxRequests === null ? common.unlimited : messages.runFigures.limit(maxRequests.toLocaleString('en')),
    ...(finishedAt === null && requestsPlanned !== null && requestsPlanned !== maxRequests
      ? [messages.runFigures.aboutTotal(requestsPlanned.toLocaleString('en'))]
      : []),
    ...(requestsPerMinute === null ? [] : [messages.runFigures.upToPerMinute(requestsPerMinute.toLocaleString('en'))]),
  ]
  return (
    <Stat
      label={common.requests}
      value={requests.toLocaleString('en')}
      note={note.join('; ')}
      tone={isNear && finishedAt === null ? 'warn' : 'plain'}
    />
  )
}

/** Usage share from which a budget is nearly spent. */
const NEARLY = 0.9

function Model({ run: { usage, finishedAt } }: Pick<Props, 'run'>) {
  const model = usage?.model ?? null
  if (model === null) {
    // A run uses its model only after the first answer of its target.
    const isEarly = finishedAt === null && (usage === undefined || usage.requestsPlanned === null)
    return (
      <Stat
        label={messages.runFigures.cost}
        value="–"
        note={isEarly ? messages.runFigures.notAvailableYet : messages.runFigures.ruleBasedJudgesNoCost}
      />
    )
  }
  const { tokens, maxTokens, costUsd, maxCostUsd } = model
  const isNear = tokens >= maxTokens * NEARLY || (maxCostUsd !== null && (costUsd ?? 0) >= maxCostUsd * NEARLY)
  const bound = maxCostUsd === null ? '' : messages.runFigures.of(dollars(maxCostUsd))
  return (
    <Stat
      label={costUsd === null ? messages.runFigures.modelTokens : messages.runFigures.modelCost}
      value={costUsd === null ? tokens.toLocaleString('en') : `${dollars(costUsd)}${bound}`}
      note={
        costUsd === null
          ? messages.runFigures.ofNoPriceConfigured(maxTokens.toLocaleString('en'))
          : messages.runFigures.ofTokens(tokens.toLocaleString('en'), maxTokens.toLocaleString('en'))
      }
      tone={isNear && finishedAt === null ? 'warn' : 'plain'}
    />
  )
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 1 ? 4 : 2)}`
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
  if (whole < 60) return messages.runFigures.s(whole)
  if (whole < 3_600) return messages.runFigures.minS(Math.floor(whole / 60), whole % 60)
  return messages.runFigures.hMin(Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60))
}
