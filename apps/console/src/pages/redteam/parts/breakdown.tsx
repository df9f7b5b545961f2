import type { ReactNode } from 'react'
import { Severity } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { HostileText } from './hostile-text.tsx'
import { isJudged } from './judged.ts'
import { useTitles } from './lists.ts'
import type { Cell, Report } from './types.ts'
import { percent } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/reports.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const

/** Success rates by category, severity and strategy, categories that were not tested, and false refusals. */
export function Breakdown({ report: { summary, notTested, benign } }: { readonly report: Report }) {
  const titleOf = useTitles()
  const bySeverity = SEVERITIES.flatMap((item) =>
    summary.bySeverity[item] === undefined ? [] : [[item, summary.bySeverity[item]] as const],
  )
  const refused = benign.filter((item) => item.refused === true)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card flush title={messages.breakdown.byCategory}>
        <Rates label={messages.breakdown.byCategory} cells={worstFirst(summary.byCategory)} nameOf={titleOf} />
      </Card>
      <div className="flex flex-col gap-4">
        <Card flush title={messages.breakdown.bySeverity}>
          <Rates label={messages.breakdown.bySeverity} cells={bySeverity} nameOf={(name) => <Severity of={name} />} />
        </Card>
        <Card flush title={messages.breakdown.byStrategy}>
          <Rates label={messages.breakdown.byStrategy} cells={worstFirst(summary.byStrategy)} nameOf={titleOf} />
        </Card>
        {notTested.length > 0 && (
          <Card flush title={messages.breakdown.notTested}>
            <ul className="divide-y divide-line text-sm">
              {notTested.map(({ category, reason }) => (
                <li key={`${category}${reason}`} className="px-4 py-2">
                  <p className="font-medium">{titleOf(category)}</p>
                  <p className="text-xs text-muted">{reason}</p>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card
          title={messages.breakdown.benignRequests}
          actions={
            <span className="text-muted tabular-nums">{messages.breakdown.requests(summary.overRefusal.asked)}</span>
          }
        >
          {refused.length === 0 ? (
            <p className="text-sm text-muted">{messages.breakdown.noBenignRequestWasRefused}</p>
          ) : (
            <ul className="flex flex-col gap-2 text-sm">
              {refused.map(({ category, request }) => (
                <li key={`${category}${request}`}>
                  <p className="text-xs text-muted">{messages.breakdown.falseRefusals(titleOf(category))}</p>
                  <HostileText text={request} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  )
}

function worstFirst(cells: Readonly<Record<string, Cell>>): readonly (readonly [string, Cell])[] {
  return Object.entries(cells).toSorted(
    ([, a], [, b]) => (b.attackSuccessRate ?? -1) - (a.attackSuccessRate ?? -1) || b.total - a.total,
  )
}

interface RatesProps {
  readonly label: string
  readonly cells: readonly (readonly [string, Cell])[]
  readonly nameOf: (name: string) => ReactNode
}

function Rates({ label, cells, nameOf }: RatesProps) {
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead className="bg-raised text-xs text-muted">
        <tr className="h-8 border-b border-line">
          <th className="px-4 text-left font-medium">{common.name}</th>
          <th className="w-2/5 px-2 text-left font-medium">{messages.breakdown.successRate95Ci}</th>
          <th className="px-4 text-right font-medium">{messages.breakdown.succeededJudged}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map(([name, cell]) => (
          <tr key={name} className="border-b border-line last:border-0">
            <td className="px-4 py-2">{nameOf(name)}</td>
            <td className="px-2 py-2">
              <Rate cell={cell} />
            </td>
            <td className="px-4 py-2 text-right tabular-nums">
              {cell.failed}/{cell.passed + cell.failed}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Rate({ cell: { attackSuccessRate: rate, interval, passed, failed, total } }: { readonly cell: Cell }) {
  if (rate === null || interval === null) return <span className="text-xs text-muted">{common.notJudged}</span>
  const [low, high] = [interval.low * 100, interval.high * 100]
  return (
    <div className="flex items-center gap-2">
      <div
        role="img"
        aria-label={messages.breakdown.to(percent(rate), percent(interval.low), percent(interval.high))}
        className="relative h-2 min-w-12 flex-1 rounded-full bg-sunken"
      >
        <div
          className={`absolute inset-y-0 left-0 rounded-full ${rate > 0 ? 'bg-bad' : isJudged(passed + failed, total) ? 'bg-ok' : 'bg-line'}`}
          style={{ width: `${Math.max(rate * 100, 1)}%` }}
        />
        <div className="absolute top-1/2 h-px bg-ink" style={{ left: `${low}%`, width: `${high - low}%` }} />
      </div>
      <span className="w-11 text-right text-xs tabular-nums">{percent(rate)}</span>
    </div>
  )
}
