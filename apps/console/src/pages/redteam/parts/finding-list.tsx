import { ChevronRight, CircleDashed, ShieldCheck } from 'lucide-react'
import { Severity } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useTitles } from './lists.ts'
import { hasScore, judgedCount } from './judged.ts'
import type { Finding, Report } from './types.ts'
import { percent } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/reports.ts'

interface Props {
  readonly findings: readonly Finding[]
  readonly summary: Report['summary']
  readonly onOpen: (id: string) => void
}

/** Weaknesses, most severe first. */
export function FindingList({ findings, summary, onOpen }: Props) {
  const titleOf = useTitles()
  if (findings.length === 0) {
    return (
      <Card flush>
        <EmptyState icon={hasScore(summary) ? ShieldCheck : CircleDashed} title={messages.findingList.noFindings}>
          {hasScore(summary)
            ? messages.findingList.noAttackSucceededCheckThe
            : messages.findingList.noJudgedAttackSucceeded(judgedCount(summary), summary.totalAttacks)}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <ul className="divide-y divide-line" aria-label={common.findings}>
        {findings.map(({ id, severity, title, category, categories = [], strategies, reproduced }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="flex w-full items-center gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-hover"
            >
              <span className="w-24 shrink-0 max-sm:hidden">
                <Severity of={severity} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="mb-1 block sm:hidden">
                  <Severity of={severity} />
                </span>
                <span className="block text-sm font-medium">{title}</span>
                <span className="block truncate text-xs text-muted">
                  {categories.length > 1 ? messages.findingList.categories(categories.length) : titleOf(category)} ·{' '}
                  {strategies.map(titleOf).join(', ')}
                </span>
              </span>
              <span className="shrink-0 text-right text-sm tabular-nums">
                <span className="block font-medium">
                  {reproduced.succeeded}/{reproduced.judged}
                </span>
                <span className="block text-xs text-muted">
                  {percent(reproduced.low)} – {percent(reproduced.high)}
                </span>
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
