import type { Pack } from '../scan/pack.ts'
import type { ReportedHit } from '../scan/scan-file.ts'
import { fixOf } from '../report/fix.ts'
import { type TextHitsWithSinks, hitsWithSinks } from '../scan/sinks.ts'
import { Edits } from './edits.ts'

/** Repairs that were proved, or why they were not. */
export type Proof =
  | {
      readonly isProved: true
      readonly text: string
      readonly after: TextHitsWithSinks
      /** Edits in text order. */
      readonly edits: Edits
    }
  | { readonly isProved: false; readonly reason: string }

/**
 * Applies fixes to a copy and analyses it again. The findings have to be gone, no finding or data-flow sink may be new, and the grammar
 * has to parse as much as before. A data-flow finding is gone when its location is no sink any more.
 * @param seen findings of the rules in the text
 * @param hits a subset of the findings, in text order, none within another one
 */
export async function proveFixes(
  path: string,
  text: string,
  seen: TextHitsWithSinks,
  hits: readonly ReportedHit[],
  pack: Pack,
): Promise<Proof> {
  const written = hits.map(({ hit }) => ({ start: hit.start, end: hit.end, fix: fixOf(hit) }))
  const known = written.flatMap(({ fix, ...range }) => (fix === undefined ? [] : [{ ...range, fix }]))
  if (known.length < written.length) return refused('The rule describes a fix but does not generate code.')
  if (known.some(({ start, end, fix }) => text.slice(start, end) === fix))
    return refused('The fix does not change the code.')
  const edits = new Edits(known)
  const fixed = edits.apply(text)
  const after = await hitsWithSinks(path, fixed, pack)
  if (after.unread > seen.unread || after.unread === Infinity)
    return refused('The file would no longer parse after the fix.')
  if (after.unfinished > seen.unfinished) return refused('Not all rules could be run on the fixed file.')
  const before = new HitCounts(
    seen.hits,
    ({ start }) => edits.at(start),
    (offset) => edits.moved(offset),
  )
  const now = new HitCounts(
    after.hits,
    ({ start }) => edits.atAfter(start),
    (offset) => offset,
  )
  if (hits.some(({ hit }, edit) => now.within(edit, hit.rule.id) >= before.within(edit, hit.rule.id)))
    return refused('The rule would still report the finding after the fix.')
  const added = now.firstNotIn(before)
  if (added !== undefined) return refused(`The fix would introduce a new finding: ${added}.`)
  return { isProved: true, text: fixed, after, edits }
}

function refused(reason: string): Proof {
  return { isProved: false, reason }
}

/** Locations of findings: the number per edited range, and the offsets outside of them. */
class HitCounts {
  readonly #within = new Map<string, { readonly rule: string; count: number }>()
  readonly #outside = new Map<string, string>()

  /**
   * @param editOf index of the edit that contains a hit; -1 for none
   * @param moved maps an offset outside of the edits, for comparison
   */
  constructor(
    hits: readonly ReportedHit[],
    editOf: (hit: ReportedHit['hit']) => number,
    moved: (offset: number) => number,
  ) {
    for (const { hit } of hits) {
      const rule = hit.rule.id
      const edit = editOf(hit)
      if (edit === -1) {
        this.#outside.set(`${moved(hit.start)} ${rule}`, rule)
        continue
      }
      const key = `${edit} ${rule}`
      const found = this.#within.get(key)
      if (found === undefined) this.#within.set(key, { rule, count: 1 })
      else found.count += 1
    }
  }

  within(edit: number, rule: string): number {
    return this.#within.get(`${edit} ${rule}`)?.count ?? 0
  }

  /** A rule that finds something here and not there. */
  firstNotIn(other: HitCounts): string | undefined {
    for (const [key, { rule, count }] of this.#within) if (count > (other.#within.get(key)?.count ?? 0)) return rule
    for (const [place, rule] of this.#outside) if (!other.#outside.has(place)) return rule
    return undefined
  }
}
