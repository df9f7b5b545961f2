import type { Observation } from '../../engine/observation.ts'
import { packOf } from '../scan/pack.ts'
import type { PackSource } from '../scan/options.ts'
import { scanText, type SeenHit } from '../scan/scan-file.ts'
import { fixOf } from '../report/fix.ts'
import { proveFix } from './prove.ts'
import type { FileText } from './text.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Repairs of one file at once. Ours: of one with more a person looks at the first ones. */
const FIXES_MAX = 200

/** A finding that a rule has something to write for. */
export interface Fixable extends Pick<Observation, 'ruleId' | 'title' | 'startLine'> {}

/** What became of one file. */
export interface FixedText {
  readonly text: string
  readonly diff: string
  readonly done: readonly Fixable[]
  /** Repairs that could not be proved, and why. */
  readonly left: readonly (Fixable & { readonly reason: string })[]
}

/** Applies, one after the other, each repair that can be proved; the first one first. */
export async function fixText(
  path: string,
  given: FileText,
  rules: PackSource,
  signal: AbortSignal,
): Promise<FixedText> {
  const pack = packOf(rules)
  const done: Fixable[] = []
  const left: FixedText['left'][number][] = []
  let { text } = given
  let seen = await scanText(path, text, pack)
  // Before it nothing is left to be tried: what is repaired goes, and what is not stays where it is.
  let tried = new Set<string>()
  let from = 0
  for (;;) {
    signal.throwIfAborted()
    const next = seen.hits.find(
      (one) => one.hit.start >= from && !tried.has(nameOf(one)) && fixOf(one.hit) !== undefined,
    )
    if (next === undefined || done.length >= FIXES_MAX) break
    if (next.hit.start > from) tried = new Set()
    from = next.hit.start
    const proof = await proveFix(path, text, seen, next, pack)
    if (proof.isProved) {
      done.push(shown(next))
      text = proof.text
      seen = proof.after
    } else {
      tried.add(nameOf(next))
      left.push({ ...shown(next), reason: proof.reason })
    }
  }
  const fixed = given.mark + text
  return { text: fixed, diff: unifiedDiff(path, given.mark + given.text, fixed), done, left }
}

function nameOf({ hit }: SeenHit): string {
  return `${hit.end} ${hit.rule.id}`
}

function shown({ seen: { ruleId, title, startLine } }: SeenHit): Fixable {
  return { ruleId, title, startLine }
}
