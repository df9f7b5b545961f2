import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import type { Draft } from './draft.ts'
import { useCategories, useStrategies } from './lists.ts'
import { messages } from '../../../messages/redteam/runs.ts'

/** Summary of the run as currently configured. */
export function RunSummary({ draft, isTested }: { readonly draft: Draft; readonly isTested: boolean }) {
  const categories = useCategories().data
  const strategies = useStrategies().data
  const chosen = draft.categories?.size ?? categories?.filter((category) => category.default).length
  const ways = draft.strategies?.size ?? strategies?.filter((strategy) => strategy.default).length
  const own = draft.customAttacks.length
  const most = ((chosen ?? 0) * Number(draft.attacks) + own) * Number(draft.repeats)
  const capped = draft.maxRequests === '' ? most : Math.min(most, Number(draft.maxRequests))
  // The service counts the rows of datasets.
  const isKnown = Number.isFinite(capped) && draft.datasets.length === 0
  return (
    <Card title={messages.runSummary.runSummary}>
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-1.5 text-sm">
          <Line isDone={draft.baseUrl.trim() !== ''}>{messages.runSummary.targetUrl}</Line>
          <Line isDone={isTested}>{messages.runSummary.testMessageAnswered}</Line>
          <Line isDone={(chosen ?? 0) + own + draft.datasets.length > 0}>{messages.runSummary.categorySelected}</Line>
        </ul>
        <div className="border-t border-line pt-3">
          <KeyValue
            pairs={[
              [messages.runSummary.categories, <Count key="c" of={chosen} />],
              [messages.runSummary.strategies, <Count key="s" of={ways} />],
              ...(own === 0 ? [] : ([[messages.runSummary.customAttacks, <Count key="o" of={own} />]] as const)),
              ...(draft.datasets.length === 0
                ? []
                : ([[messages.runSummary.datasets, <Count key="d" of={draft.datasets.length} />]] as const)),
              [messages.runSummary.maximumAttacks, <Count key="a" of={isKnown ? capped : undefined} />],
            ]}
          />
        </div>
      </div>
    </Card>
  )
}

function Count({ of }: { readonly of: number | undefined }) {
  return <span className="block text-right tabular-nums">{of?.toLocaleString('en') ?? '–'}</span>
}

function Line({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) {
  return (
    <li className={`flex items-center gap-2 ${isDone ? '' : 'text-muted'}`}>
      {isDone ? <CircleCheck size={15} aria-hidden className="text-ok" /> : <CircleDashed size={15} aria-hidden />}
      {children}
      <span className="sr-only">{isDone ? messages.runSummary.complete : messages.runSummary.incomplete}</span>
    </li>
  )
}
