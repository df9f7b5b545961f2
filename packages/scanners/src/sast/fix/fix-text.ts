import type { Observation } from '../../engine/observation.ts'
import { packOf } from '../scan/pack.ts'
import type { PackSource } from '../scan/options.ts'
import type { SeenHit } from '../scan/scan-file.ts'
import { fixOf } from '../report/fix.ts'
import { proveFix } from './prove.ts'
import { seenWithSinks } from '../scan/sinks.ts'
import type { FileText } from './text.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Repairs of one file at once. Ours: of one with more a person looks at the first ones. */
const FIXES_MAX = 200

/** A finding that a rule has something to write for. */
export interface Fixable extends Pick<Observation, 'ruleId' | 'title' | 'startLine'> {
  /** What to check before it is applied, where its rule says so. */
  readonly check?: string
}

/** What became of one file. */
export interface FixedText {
  readonly text: string
  readonly diff: string
  readonly done: readonly Fixable[]
  /** Repairs that could not be proved, and why. */
  readonly left: readonly (Fixable & { readonly reason: string })[]
}

/** Where data was found to flow to, in a file as it was read. */
export interface FlowPlace extends Pick<Observation, 'ruleId' | 'startLine' | 'startColumn'> {}

/** Applies, one after the other, each repair that can be proved; the first one first. @param flows of sinks those alone are repaired */
export async function fixText(
  path: string,
  given: FileText,
  rules: PackSource,
  signal: AbortSignal,
  flows: readonly FlowPlace[] = [],
): Promise<FixedText> {
  const pack = packOf(rules)
  const done: Fixable[] = []
  const left: FixedText['left'][number][] = []
  let { text } = given
  let seen = await seenWithSinks(path, text, pack)
  let reached = seen.hits.flatMap((one) => (isSink(one) && isAmong(one, flows) ? [placeOf(one)] : []))
  // Before it nothing is left to be tried: what is repaired goes, and what is not stays where it is.
  let tried = new Set<string>()
  let from = 0
  for (;;) {
    signal.throwIfAborted()
    const next = seen.hits.find(
      (one) =>
        one.hit.start >= from &&
        !tried.has(nameOf(one)) &&
        one.seen.suppression === undefined &&
        fixOf(one.hit) !== undefined &&
        (!isSink(one) || reached.some(({ rule, start }) => rule === one.hit.rule.id && start === one.hit.start)),
    )
    if (next === undefined || done.length >= FIXES_MAX) break
    if (next.hit.start > from) tried = new Set()
    from = next.hit.start
    const proof = await proveFix(path, text, seen, next, pack)
    if (proof.isProved) {
      done.push(shown(next))
      const moves = proof.text.length - text.length
      const { end } = next.hit
      reached = reached.map((one) => (one.start >= end ? { ...one, start: one.start + moves } : one))
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

/** Whether a hit is a place that data may get to, and no finding by itself. */
function isSink({ hit: { rule } }: SeenHit): boolean {
  return 'sinks' in rule
}

function isAmong({ seen }: SeenHit, flows: readonly FlowPlace[]): boolean {
  return flows.some(
    (one) => one.ruleId === seen.ruleId && one.startLine === seen.startLine && one.startColumn === seen.startColumn,
  )
}

function placeOf({ hit }: SeenHit): { readonly rule: string; readonly start: number } {
  return { rule: hit.rule.id, start: hit.start }
}

function nameOf({ hit }: SeenHit): string {
  return `${hit.end} ${hit.rule.id}`
}

function shown({ hit, seen: { ruleId, title, startLine } }: SeenHit): Fixable {
  const { beforeFix } = hit.rule
  return { ruleId, title, startLine, ...(beforeFix !== undefined && { check: beforeFix }) }
}
