import { Card } from '../../../ui/card.tsx'
import { hasScore, judgedCount } from './judged.ts'
import type { Report } from './types.ts'
import { messages } from '../../../messages/redteam/shared.ts'

/** Settings that let judges decide the inconclusive attacks of a run; empty if no setting is missing. */
export function ToDeclare({ summary }: { readonly summary: Report['summary'] }) {
  const rows = summary.coverage?.toDeclare ?? []
  const isScored = hasScore(summary)
  if (rows.length === 0 && isScored) return null
  return (
    <Card title={messages.toDeclare.judgeMoreAttacks}>
      {!isScored && (
        <p className="text-sm">{messages.toDeclare.tooFewJudged(judgedCount(summary), summary.totalAttacks)}</p>
      )}
      {rows.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5 text-sm" aria-label={messages.toDeclare.missingSettings}>
          {rows.map(({ setting, attacks, advice }) => (
            <li key={setting} className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono text-xs">{setting}</code>
              <span className="text-muted">{advice}</span>
              <span className="font-medium tabular-nums">{messages.toDeclare.attacks(attacks)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
