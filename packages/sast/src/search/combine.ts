import { type Bindings, entriesOf, join } from '../match/bindings.ts'
import type { Hit } from '../match/find.ts'
import { RangeIndex } from './ranges.ts'

/** Counts work. @throws {Failure} `limit_reached` */
type Step = () => void

/** Keeps matches of both lists for the same code: the smaller range, with the bindings of both. */
export function intersect(a: readonly Hit[], b: readonly Hit[], step: Step): readonly Hit[] {
  if (a.length === 0 || b.length === 0) return []
  const index = new RangeIndex(b)
  const found: Hit[] = []
  for (const x of a) {
    step()
    for (const at of index.nested(x)) {
      step()
      const y = b[at]!
      const joined = join(x.bindings, y.bindings)
      if (joined === undefined) continue
      const { start, end } = y.start <= x.start && x.end <= y.end ? x : y
      found.push({ start, end, bindings: joined.bindings })
    }
  }
  return unique(found)
}

/** Keeps hits within one of the other hits, with the bindings of both. */
export function keepInside(hits: readonly Hit[], around: readonly Hit[], step: Step): readonly Hit[] {
  if (hits.length === 0 || around.length === 0) return []
  const index = new RangeIndex(around)
  const found: Hit[] = []
  for (const x of hits) {
    step()
    for (const at of index.around(x)) {
      step()
      const joined = join(x.bindings, around[at]!.bindings)
      if (joined !== undefined) found.push({ start: x.start, end: x.end, bindings: joined.bindings })
    }
  }
  return unique(found)
}

/** Drops hits that equal one of the others. */
export function dropEqual(hits: readonly Hit[], others: readonly Hit[], step: Step): readonly Hit[] {
  if (others.length === 0) return hits
  const byRange = Map.groupBy(others, keyOf)
  return hits.filter((x) => !agreesWithAny(x, byRange.get(keyOf(x)) ?? [], step))
}

/** Drops hits within one of the others. */
export function dropInside(hits: readonly Hit[], others: readonly Hit[], step: Step): readonly Hit[] {
  if (others.length === 0) return hits
  const index = new RangeIndex(others)
  return hits.filter(
    (x) =>
      !agreesWithAny(
        x,
        index.around(x).map((at) => others[at]!),
        step,
      ),
  )
}

/** Drops hits that overlap one of the others. */
export function dropTouching(hits: readonly Hit[], others: readonly Hit[], step: Step): readonly Hit[] {
  if (others.length === 0) return hits
  const index = new RangeIndex(others)
  return hits.filter((x) => {
    step()
    return index.touching(x).length === 0
  })
}

/** Whether the bindings of a hit are compatible with one of the others. */
function agreesWithAny({ bindings }: Hit, others: readonly Hit[], step: Step): boolean {
  step()
  return others.some((y) => {
    step()
    return join(bindings, y.bindings) !== undefined
  })
}

/** Hits without repeats, in their order. */
export function unique(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length < 2) return hits
  const seen = new Map<number, Hit | Set<string>>()
  return hits.filter((hit) => {
    const key = keyOf(hit)
    const known = seen.get(key)
    if (known === undefined) {
      seen.set(key, hit)
      return true
    }
    // Binding keys are computed only where two hits have the same range.
    const all = known instanceof Set ? known : new Set([bindingsKey(known.bindings)])
    if (!(known instanceof Set)) seen.set(key, all)
    const own = bindingsKey(hit.bindings)
    return !all.has(own) && all.add(own)
  })
}

/** Own limit: longer than any text. */
const LENGTH_MAX = 2 ** 26

function keyOf({ start, end }: Hit): number {
  return start * LENGTH_MAX + end
}

function bindingsKey(bindings: Bindings): string {
  return entriesOf(bindings)
    .map(([name, binding]) => `${name}=${binding.key}@${binding.start}`)
    .join(' ')
}
