import type { Observation } from '@gatehouse/scan-engine'
import { packOf } from '../scan/pack.ts'
import type { PackSource } from '../scan/options.ts'
import type { SeenHit } from '../scan/scan-file.ts'
import { fixOf } from '../report/fix.ts'
import { proveFixes } from './prove.ts'
import { seenWithSinks } from '../scan/sinks.ts'
import type { FileText } from './text.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Own limit: fixes of one file in one run. A developer reviews the first ones. */
const FIXES_MAX = 200

/** Own limit: characters of one file that are analysed again to prove its fixes. This bounds the time for large files. */
export const PROVED_CHARS_MAX = 16 * 1024 * 1024

/** A finding that a rule has something to write for. */
export interface Fixable extends Pick<Observation, 'ruleId' | 'title' | 'startLine'> {
  /** Review note of the rule: what to check before the fix is applied. */
  readonly check?: string
}

/** Result for one file. */
export interface FixedText {
  readonly text: string
  readonly diff: string
  readonly done: readonly Fixable[]
  /** Repairs that could not be proved, and why. */
  readonly left: readonly (Fixable & { readonly reason: string })[]
}

/** A data-flow sink in a file as it was read. */
export interface FlowPlace extends Pick<Observation, 'ruleId' | 'startLine' | 'startColumn'> {}

/** Ranges of attempted hits, or of reached sinks, in the current text. */
interface Place {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/**
 * Applies each fix that can be proved, from the first one on. Non-overlapping fixes are proved together, and in halves where the proof
 * fails. The number of analyses grows with the number of fixes that cannot be proved.
 * @param flows only these sinks are fixed
 */
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
  let tried: readonly Place[] = []
  /** How many repairs are proved together next; fewer after a failure. */
  let atOnce = FIXES_MAX
  let room = PROVED_CHARS_MAX
  for (;;) {
    signal.throwIfAborted()
    const open = seen.hits.filter((one) => isOpen(one, reached) && !has(tried, placeOf(one)))
    const next = apart(open, Math.min(atOnce, FIXES_MAX - done.length))
    if (next.length === 0) break
    room -= text.length
    if (room < 0) {
      left.push(...next.map((one) => ({ ...shown(one), reason: TOO_MUCH })))
      break
    }
    const proof = await proveFixes(path, text, seen, next, pack)
    if (proof.isProved) {
      done.push(...next.map(shown))
      const moved = (one: Place): Place => ({
        rule: one.rule,
        start: proof.edits.moved(one.start),
        end: proof.edits.moved(one.end),
      })
      reached = reached.map(moved)
      tried = tried.map(moved)
      ;({ text, after: seen } = proof)
      atOnce *= 2
    } else if (next.length === 1) {
      tried = [...tried, placeOf(next[0]!)]
      left.push({ ...shown(next[0]!), reason: proof.reason })
      atOnce = 2
    } else atOnce = next.length >> 1
  }
  const fixed = given.mark + text
  const inOrder = done.toSorted((a, b) => a.startLine - b.startLine)
  return { text: fixed, diff: unifiedDiff(path, given.mark + given.text, fixed), done: inOrder, left }
}

const TOO_MUCH = 'The file takes too long to analyse for more repairs to be proved. Run the command again.'

/** Whether a hit has a repair, and is a finding. */
function isOpen(one: SeenHit, reached: readonly Place[]): boolean {
  if (one.seen.suppression !== undefined || fixOf(one.hit) === undefined) return false
  return !isSink(one) || reached.some(({ rule, start }) => rule === one.hit.rule.id && start === one.hit.start)
}

/** Returns non-overlapping hits, from the first one on. */
function apart(hits: readonly SeenHit[], most: number): readonly SeenHit[] {
  const found: SeenHit[] = []
  let from = 0
  for (const one of hits) {
    if (found.length >= most) break
    if (one.hit.start < from) continue
    found.push(one)
    from = Math.max(one.hit.end, one.hit.start + 1)
  }
  return found
}

function has(places: readonly Place[], { rule, start, end }: Place): boolean {
  return places.some((one) => one.rule === rule && one.start === start && one.end === end)
}

/** Whether a hit is a data-flow sink and no finding by itself. */
function isSink({ hit: { rule } }: SeenHit): boolean {
  return 'sinks' in rule
}

function isAmong({ seen }: SeenHit, flows: readonly FlowPlace[]): boolean {
  return flows.some(
    (one) => one.ruleId === seen.ruleId && one.startLine === seen.startLine && one.startColumn === seen.startColumn,
  )
}

function placeOf({ hit }: SeenHit): Place {
  return { rule: hit.rule.id, start: hit.start, end: hit.end }
}

function shown({ hit, seen: { ruleId, title, startLine } }: SeenHit): Fixable {
  const { beforeFix } = hit.rule
  return { ruleId, title, startLine, ...(beforeFix !== undefined && { check: beforeFix }) }
}
