import { ANYWHERE } from './tags.ts'
import type { Walk } from './walk.ts'

/** A label that got to a place, by the way in which the function there was entered. */
export interface Came {
  readonly label: string
  readonly entry: number
}

/** Ours: calls of calls that are told apart. */
const DEPTH_MAX = 6
/** Ours: of more ways all labels are taken together. */
const SETS_MAX = 200

/**
 * The labels that get to a place together: those that come by the same calls. What is known wherever the function is called comes
 * with all of them.
 */
export function labelSets(came: readonly Came[], walk: Walk): readonly ReadonlySet<string>[] {
  const found: ReadonlySet<string>[] = []
  const open: { readonly came: readonly Came[]; readonly depth: number }[] = [{ came, depth: 0 }]
  for (const one of open) {
    if (open.length > SETS_MAX) return [new Set(came.map(({ label }) => label))]
    const groups = one.depth < DEPTH_MAX ? callersOf(one.came, walk) : []
    if (groups.length === 0) found.push(new Set(one.came.map(({ label }) => label)))
    for (const group of groups) open.push({ came: group, depth: one.depth + 1 })
  }
  return found
}

/** The same as it is in each call that it came by; none where it came by none. */
function callersOf(came: readonly Came[], walk: Walk): readonly (readonly Came[])[] {
  const byCall = new Map<number, Came[]>()
  for (const { label, entry } of came) {
    if (entry === ANYWHERE) continue
    walk.forEachIncoming(entry, (one) => {
      const there = byCall.get(one.call)
      if (there === undefined) byCall.set(one.call, [{ label, entry: one.entry }])
      else if (!there.some((other) => other.label === label && other.entry === one.entry))
        there.push({ label, entry: one.entry })
    })
  }
  const always = came.filter(({ entry }) => entry === ANYWHERE)
  return [...byCall.values()].map((some) => [...always, ...some])
}
