import { ANYWHERE } from './tags.ts'
import type { Walk } from './walk.ts'

/** A label that reached a location, with the entry of the function. */
export interface ArrivedLabel {
  readonly label: string
  readonly entry: number
}

/** Gatehouse-specific limit: maximum depth of distinguished call chains. */
const DEPTH_MAX = 6
/** Own limit: with more entries all labels are merged. */
const SETS_MAX = 200

/** Returns the sets of labels that reach a location along the same call path. Labels that do not depend on a call are in every set. */
export function labelSets(arrivedLabels: readonly ArrivedLabel[], walk: Walk): readonly ReadonlySet<string>[] {
  const found: ReadonlySet<string>[] = []
  const open: { readonly came: readonly ArrivedLabel[]; readonly depth: number }[] = [{ came: arrivedLabels, depth: 0 }]
  for (const item of open) {
    if (open.length > SETS_MAX) return [new Set(arrivedLabels.map(({ label }) => label))]
    const groups = item.depth < DEPTH_MAX ? callersOf(item.came, walk) : []
    if (groups.length === 0) found.push(new Set(item.came.map(({ label }) => label)))
    for (const group of groups) open.push({ came: group, depth: item.depth + 1 })
  }
  return found
}

/** Returns the same in each calling context; empty for labels that came by no call. */
function callersOf(arrivedLabels: readonly ArrivedLabel[], walk: Walk): readonly (readonly ArrivedLabel[])[] {
  const byCall = new Map<number, ArrivedLabel[]>()
  for (const { label, entry } of arrivedLabels) {
    if (entry === ANYWHERE) continue
    walk.forEachIncoming(entry, (incoming) => {
      const there = byCall.get(incoming.call)
      if (there === undefined) byCall.set(incoming.call, [{ label, entry: incoming.entry }])
      else if (!there.some((other) => other.label === label && other.entry === incoming.entry))
        there.push({ label, entry: incoming.entry })
    })
  }
  const always = arrivedLabels.filter(({ entry }) => entry === ANYWHERE)
  return [...byCall.values()].map((some) => [...always, ...some])
}
