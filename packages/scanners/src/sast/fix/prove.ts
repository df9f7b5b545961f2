import type { Pack } from '../scan/pack.ts'
import type { SeenHit } from '../scan/scan-file.ts'
import { fixOf } from '../report/fix.ts'
import { type SeenSinks, seenWithSinks } from '../scan/sinks.ts'

/** A repair that was proved, or why there is none. */
export type Proof =
  | { readonly isProved: true; readonly fix: string; readonly text: string; readonly after: SeenSinks }
  | { readonly isProved: false; readonly reason: string }

/**
 * Applies what a rule writes to a copy and looks at it again: the finding has to be gone, nothing new may be found, no new place may be
 * a sink of data flow, and the grammar has to read as much as before. A finding of data flow is gone where its sink is none any more.
 * @param seen what the rules see in the text; the hit is one of it
 */
export async function proveFix(path: string, text: string, seen: SeenSinks, hit: SeenHit, pack: Pack): Promise<Proof> {
  const { start, end, rule } = hit.hit
  const fix = fixOf(hit.hit)
  if (fix === undefined) return refused('The rule says what to do and writes no code.')
  const fixed = text.slice(0, start) + fix + text.slice(end)
  if (fixed === text) return refused('What the rule writes is what stands there.')
  const after = await seenWithSinks(path, fixed, pack)
  if (after.unread > seen.unread || after.unread === Infinity)
    return refused('With what the rule writes the file would not parse.')
  if (after.unfinished > seen.unfinished) return refused('With it not all rules could be run on the file.')
  const before = new Places(seen.hits, start, end, fix.length - (end - start))
  const now = new Places(after.hits, start, start + fix.length, 0)
  if (now.within(rule.id) >= before.within(rule.id))
    return refused('With what the rule writes it would still be found.')
  const added = now.firstNotIn(before)
  if (added !== undefined) return refused(`With what the rule writes ${added} would be found there.`)
  return { isProved: true, fix, text: fixed, after }
}

function refused(reason: string): Proof {
  return { isProved: false, reason }
}

/** Where rules find something: how often within a range that changes, and where outside of it. */
class Places {
  readonly #within = new Map<string, number>()
  readonly #outside = new Map<string, string>()

  /** @param moves by how much what stands behind the range is moved to be compared */
  constructor(hits: readonly SeenHit[], from: number, end: number, moves: number) {
    for (const { hit } of hits) {
      const { id } = hit.rule
      if (hit.start >= from && hit.start < Math.max(end, from + 1)) this.#within.set(id, this.within(id) + 1)
      else this.#outside.set(`${hit.start >= end ? hit.start + moves : hit.start} ${id}`, id)
    }
  }

  within(rule: string): number {
    return this.#within.get(rule) ?? 0
  }

  /** A rule that finds something here and not there. */
  firstNotIn(other: Places): string | undefined {
    for (const [rule, count] of this.#within) if (count > other.within(rule)) return rule
    for (const [place, rule] of this.#outside) if (!other.#outside.has(place)) return rule
    return undefined
  }
}
