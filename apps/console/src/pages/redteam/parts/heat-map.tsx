import { cx } from '../../../ui/cx.ts'
import { useCategories, useTitles } from './lists.ts'
import { isJudged } from './judged.ts'
import { GOT_THROUGH, groupTitle } from './words.ts'
import { messages } from '../../../messages/redteam/runs.ts'

interface Heat {
  readonly category: string
  readonly done: number
  readonly through: number
  readonly undecided: number
}

const STEPS = [
  [0, 'border-line bg-ok-soft text-ok'],
  [0.2, 'border-line bg-warn-soft text-warn'],
  [0.5, 'border-line bg-high-soft text-high'],
  [1, 'border-line bg-bad-soft text-bad'],
] as const

function toneOf({ done, through, undecided }: Heat): string {
  const judged = done - undecided
  if (judged <= 0) return 'border-line bg-sunken text-muted'
  const share = through / judged
  // Few judged attacks are no success.
  if (share === 0 && !isJudged(judged, done)) return 'border-line bg-sunken text-muted'
  return (STEPS.find(([upTo]) => share <= upTo) ?? STEPS[3])[1]
}

interface Props {
  readonly heats: readonly Heat[]
  readonly chosen?: string | undefined
  readonly onPick?: (category: string | undefined) => void
}

/** Heat map of all categories, by group: number of successful attacks by color and figures. A click filters by category. */
export function HeatMap({ heats, chosen, onPick }: Props) {
  const categories = useCategories().data
  const titleOf = useTitles()
  const groups = new Map((categories ?? []).map(({ name, group }) => [name, group]))
  const sorted = [...Map.groupBy(heats, ({ category }) => groups.get(category) ?? 'own')].toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
      {sorted.map(([group, some]) => (
        <div key={group} className="min-w-0">
          <p className="mb-1 text-xs font-medium text-muted">
            {group === 'own' ? messages.heatMap.custom : groupTitle(group)}
          </p>
          <ul className="flex flex-col gap-1">
            {some.map((heat) => (
              <li key={heat.category}>
                <button
                  type="button"
                  aria-pressed={chosen === heat.category}
                  disabled={onPick === undefined}
                  onClick={() => onPick?.(chosen === heat.category ? undefined : heat.category)}
                  className={cx(
                    'flex min-h-8 w-full items-center gap-2 rounded-md border px-2 text-left text-xs font-medium',
                    toneOf(heat),
                    chosen === heat.category && 'ring-2 ring-accent',
                  )}
                >
                  <span className="min-w-0 flex-1 truncate">{titleOf(heat.category)}</span>
                  <span className="shrink-0 tabular-nums">
                    {heat.through}/{heat.done - heat.undecided}
                    <span className="sr-only"> {messages.heatMap.succeeded}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Counts attacks by category. */
export function heatsOf(attempts: readonly { readonly category: string; readonly verdict: string }[]): readonly Heat[] {
  const heats = new Map<string, { category: string; done: number; through: number; undecided: number }>()
  for (const { category, verdict } of attempts) {
    const heat = heats.get(category) ?? { category, done: 0, through: 0, undecided: 0 }
    heat.done += 1
    if (GOT_THROUGH.has(verdict)) heat.through += 1
    if (verdict === 'inconclusive' || verdict === 'error') heat.undecided += 1
    heats.set(category, heat)
  }
  return [...heats.values()]
}
