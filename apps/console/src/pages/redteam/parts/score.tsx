import { cx } from '../../../ui/cx.ts'
import { gradeText, hasScore, type JudgedSummary, judgedText, SCORING_GUIDE, scoreColour, scoreText } from './judged.ts'
import type { Report } from './types.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/reports.ts'
import { messages as shared } from '../../../messages/redteam/shared.ts'
import { phrase } from '../../../ui/phrase.tsx'

type Summary = Report['summary']

const STATUS = {
  final: messages.score.allAttacksWereSent,
  partial: messages.score.theRunEndedBeforeAllAttacks,
  inconclusive: messages.score.tooFewAttacksWereJudgedForA,
} as const

/** Score with its confidence interval. */
export function Score({ summary, label = common.score }: { readonly summary: Summary; readonly label?: string }) {
  const {
    score,
    scoreStatus,
    confidenceInterval: { low, high },
  } = summary
  const isKnown = hasScore(summary)
  const grade = gradeText(summary)
  return (
    <section
      aria-label={label}
      className="flex flex-col justify-between gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div>
        <p className="mb-2 text-xs font-medium text-muted">{label}</p>
        <span
          className={cx('text-[40px] leading-none font-semibold tracking-tight tabular-nums', scoreColour(summary))}
        >
          {scoreText(summary)}
        </span>
        {grade !== undefined && <span className={cx('ml-2 text-sm font-semibold', scoreColour(summary))}>{grade}</span>}
        <span className="ml-2 text-sm text-muted">
          {messages.score.outOf100(judgedText(summary) === undefined ? '' : ` · ${judgedText(summary)}`)}
        </span>
      </div>
      <div>
        <div
          role="img"
          aria-label={messages.score.n95ConfidenceIntervalTo(low.toFixed(0), high.toFixed(0))}
          className="relative h-2.5 rounded-full bg-sunken"
        >
          <div
            className="absolute inset-y-0 rounded-full bg-accent-soft ring-1 ring-accent"
            style={{ left: `${low}%`, width: `${Math.max(1, high - low)}%` }}
          />
          {isKnown && (
            <div
              className="absolute -inset-y-0.5 w-1 -translate-x-1/2 rounded-full bg-accent-strong"
              style={{ left: `${score}%` }}
            />
          )}
        </div>
        <div className="mt-1 flex justify-between text-xs text-muted tabular-nums" aria-hidden>
          <span>0</span>
          <span>100</span>
        </div>
        <p className="text-xs text-muted">
          {phrase(messages.score.n95CiTo, {
            low: <span className="tabular-nums">{low.toFixed(0)}</span>,
            high: <span className="tabular-nums">{high.toFixed(0)}</span>,
            status: STATUS[isKnown ? scoreStatus : 'inconclusive'],
          })}
        </p>
        <p className="mt-1 text-xs text-muted">
          {shared.judged.scoring}{' '}
          <a className="text-accent-ink underline underline-offset-2" href={SCORING_GUIDE}>
            {shared.judged.guide}
          </a>
        </p>
      </div>
    </section>
  )
}

/** Score in a list, with the share of judged attacks if some are unjudged. */
export function RunScore({ summary }: { readonly summary: JudgedSummary }) {
  const judged = judgedText(summary)
  const grade = hasScore(summary) ? summary.grade : null
  return (
    <>
      <span className={cx('font-semibold', scoreColour(summary))}>
        {scoreText(summary)}
        {grade !== null && grade !== undefined && ` ${grade}`}
      </span>
      {judged !== undefined && <span className="text-muted"> · {judged}</span>}
    </>
  )
}
