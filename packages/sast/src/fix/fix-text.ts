import type { Observation } from '@gatehouse/scan-engine'
import { packOf } from '../scan/pack.ts'
import type { PackSource } from '../scan/options.ts'
import type { ReportedHit } from '../scan/scan-file.ts'
import { fixOf } from '../report/fix.ts'
import { proveFixes } from './prove.ts'
import { hitsWithSinks } from '../scan/sinks.ts'
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
export interface FlowLocation extends Pick<Observation, 'ruleId' | 'startLine' | 'startColumn'> {}

/** Ranges of attempted hits, or of reached sinks, in the current text. */
interface TextRange {
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
  fileText: FileText,
  rules: PackSource,
  signal: AbortSignal,
  flows: readonly FlowLocation[] = [],
): Promise<FixedText> {
  const pack = packOf(rules)
  const done: Fixable[] = []
  const left: FixedText['left'][number][] = []
  let { text } = fileText
  let seen = await hitsWithSinks(path, text, pack)
  let reached = seen.hits.flatMap((hit) => (isSink(hit) && isAmong(hit, flows) ? [rangeOf(hit)] : []))
  let tried: readonly TextRange[] = []
  /** How many repairs are proved together next; fewer after a failure. */
  let atOnce = FIXES_MAX
  let capacity = PROVED_CHARS_MAX
  for (;;) {
    signal.throwIfAborted()
    const open = seen.hits.filter((hit) => isOpen(hit, reached) && !has(tried, rangeOf(hit)))
    const next = withoutOverlaps(open, Math.min(atOnce, FIXES_MAX - done.length))
    if (next.length === 0) break
    capacity -= text.length
    if (capacity < 0) {
      left.push(...next.map((item) => ({ ...shown(item), reason: TOO_MUCH })))
      break
    }
    const proof = await proveFixes(path, text, seen, next, pack)
    if (proof.isProved) {
      done.push(...next.map(shown))
      const moved = (textRange: TextRange): TextRange => ({
        rule: textRange.rule,
        start: proof.edits.moved(textRange.start),
        end: proof.edits.moved(textRange.end),
      })
      reached = reached.map(moved)
      tried = tried.map(moved)
      ;({ text, after: seen } = proof)
      atOnce *= 2
    } else if (next.length === 1) {
      tried = [...tried, rangeOf(next[0]!)]
      left.push({ ...shown(next[0]!), reason: proof.reason })
      atOnce = 2
    } else atOnce = next.length >> 1
  }
  const fixed = fileText.mark + text
  const inOrder = done.toSorted((a, b) => a.startLine - b.startLine)
  return { text: fixed, diff: unifiedDiff(path, fileText.mark + fileText.text, fixed), done: inOrder, left }
}

const TOO_MUCH = 'The file takes too long to analyze, so the remaining fixes were not verified. Run the command again.'

/** Whether a hit has a repair, and is a finding. */
function isOpen(seenHit: ReportedHit, reached: readonly TextRange[]): boolean {
  if (seenHit.seen.suppression !== undefined || fixOf(seenHit.hit) === undefined) return false
  return (
    !isSink(seenHit) || reached.some(({ rule, start }) => rule === seenHit.hit.rule.id && start === seenHit.hit.start)
  )
}

/** Returns non-overlapping hits, from the first one on. */
function withoutOverlaps(hits: readonly ReportedHit[], most: number): readonly ReportedHit[] {
  const found: ReportedHit[] = []
  let from = 0
  for (const hit of hits) {
    if (found.length >= most) break
    if (hit.hit.start < from) continue
    found.push(hit)
    from = Math.max(hit.hit.end, hit.hit.start + 1)
  }
  return found
}

function has(places: readonly TextRange[], { rule, start, end }: TextRange): boolean {
  return places.some((item) => item.rule === rule && item.start === start && item.end === end)
}

/** Whether a hit is a data-flow sink and not a finding on its own. */
function isSink({ hit: { rule } }: ReportedHit): boolean {
  return 'sinks' in rule
}

function isAmong({ seen }: ReportedHit, flows: readonly FlowLocation[]): boolean {
  return flows.some(
    (flow) => flow.ruleId === seen.ruleId && flow.startLine === seen.startLine && flow.startColumn === seen.startColumn,
  )
}

function rangeOf({ hit }: ReportedHit): TextRange {
  return { rule: hit.rule.id, start: hit.start, end: hit.end }
}

function shown({ hit, seen: { ruleId, title, startLine } }: ReportedHit): Fixable {
  const { beforeFix } = hit.rule
  return { ruleId, title, startLine, ...(beforeFix !== undefined && { check: beforeFix }) }
}
