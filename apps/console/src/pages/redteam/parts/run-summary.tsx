import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import type { Draft } from './draft.ts'
import { useCategories, useStrategies } from './lists.ts'

/** What the run would be as it is typed now. */
export function RunSummary({ draft, isTested }: { readonly draft: Draft; readonly isTested: boolean }) {
  const categories = useCategories().data
  const strategies = useStrategies().data
  const chosen = draft.categories?.size ?? categories?.filter((one) => one.default).length
  const ways = draft.strategies?.size ?? strategies?.filter((one) => one.default).length
  const own = draft.customAttacks.length
  const most = ((chosen ?? 0) * Number(draft.attacks) + own) * Number(draft.repeats)
  const capped = draft.maxRequests === '' ? most : Math.min(most, Number(draft.maxRequests))
  return (
    <Card title="This run">
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-1.5 text-sm">
          <Line isDone={draft.baseUrl.trim() !== ''}>Address of the target</Line>
          <Line isDone={isTested}>Test message answered</Line>
          <Line isDone={(chosen ?? 0) + own > 0}>Something to look for</Line>
        </ul>
        <div className="border-t border-line pt-3">
          <KeyValue
            pairs={[
              ['Categories', <Count key="c" of={chosen} />],
              ['Strategies', <Count key="s" of={ways} />],
              ...(own === 0 ? [] : ([['Own attacks', <Count key="o" of={own} />]] as const)),
              ['Attacks, at most', <Count key="a" of={Number.isFinite(capped) ? capped : undefined} />],
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
      <span className="sr-only">{isDone ? ': done' : ': not yet'}</span>
    </li>
  )
}
