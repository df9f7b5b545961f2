import { classOf, COMPOSED, FOLD, FOREIGN, KEEP, MARK, REMOVE, SPACE } from './characters.ts'
import { newCodeUnits, pushText, pushUnit, textOf, unitsOf, type CodeUnits } from './code-units.ts'
import { alwaysFold } from './confusables.ts'
import { foldMixedWords } from './mixed-words.ts'
import { appendBlock, appendLinear, newOffsetMap, type OffsetMap } from './offset-map.ts'

/** A text made from another one, with the way back; no map means that both run in step. */
export interface Rendering {
  readonly text: string
  readonly map: OffsetMap | undefined
}

/** Generic marks that may stack on one base in honest writing: two, as in Vietnamese before composition. */
const STACK_MARKS_MAX = 2
/** Code units of one base and its marks that are normalised together; longer piles are cut here. */
const CLUSTER_UNITS_MAX = 32

const BETWEEN_LATIN = { needsLatinNeighbour: true }

interface Work {
  readonly source: string
  readonly units: Uint16Array
  /** Source offset less output offset of the linear segment that is open; NaN when none is. */
  shift: number
  readonly out: CodeUnits
  readonly map: OffsetMap
  foreign: boolean
}

/**
 * The text in compatibility form (NFKC), without invisible characters, with lookalike letters folded to those they
 * imitate and every kind of blank as a space. Undefined when that is the text itself.
 */
export function normalOf(text: string): Rendering | undefined {
  const units = unitsOf(text)
  const survey = surveyOf(text, units)
  if (survey === UNCHANGED) return undefined
  if (survey === FOREIGN_ONLY) {
    const folded = foldMixedWords(text, BETWEEN_LATIN)
    return folded === text ? undefined : { text: folded, map: undefined }
  }
  const work: Work = {
    source: text,
    units,
    shift: Number.NaN,
    out: newCodeUnits(text.length + 16),
    map: newOffsetMap(),
    foreign: false,
  }
  let at = 0
  while (at < text.length) at = step(work, at)
  const rewritten = textOf(work.out)
  const folded = work.foreign ? foldMixedWords(rewritten, BETWEEN_LATIN) : rewritten
  return folded === text ? undefined : { text: folded, map: work.map }
}

const UNCHANGED = 0
const FOREIGN_ONLY = 1
const CHANGED = 2

/** Whether anything has to be rewritten, or only words looked at. */
function surveyOf(text: string, units: Uint16Array): number {
  let result = UNCHANGED
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!
    if (unit >= 0x20 && unit < 0x7f) continue
    const point = unit >= 0xd800 && unit < 0xdc00 ? text.codePointAt(i)! : unit
    const kind = classOf(point)
    if (kind === FOREIGN) result = FOREIGN_ONLY
    else if (kind !== KEEP) return CHANGED
    if (point > 0xffff) i++
  }
  return result
}

/** Rewrites one cluster and returns where the next begins. */
function step(work: Work, at: number): number {
  const { units, out } = work
  const unit = units[at]!
  const next = at + 1 < units.length ? units[at + 1]! : 0
  const point = unit >= 0xd800 && unit < 0xdc00 ? work.source.codePointAt(at)! : unit
  const width = point > 0xffff ? 2 : 1
  const kind = unit < 0x7f && unit >= 0x20 ? KEEP : classOf(point)
  if (kind === FOREIGN) work.foreign = true
  if (kind === KEEP || kind === FOREIGN) {
    // Most characters are followed by one that begins a cluster of its own.
    const following = width === 1 ? (next < 0x80 && next >= 0x20 ? KEEP : classOf(next)) : MARK
    if (following === KEEP && (next < 0xd800 || next >= 0xe000)) {
      inStep(work, at)
      pushUnit(out, unit)
      return at + 1
    }
  }
  if (kind === REMOVE) return at + width
  if (kind === SPACE || kind === FOLD) return foldOne(work, at, width, point, kind)
  const end = clusterEnd(work.source, at, width)
  if (end === at + width && kind !== COMPOSED) {
    inStep(work, at)
    pushUnit(out, unit)
    if (width === 2) pushUnit(out, units[at + 1]!)
    return end
  }
  const composed = composedOf(work, at, end)
  const same = composed.length === end - at && (composed.length === 1 || work.source.startsWith(composed, at))
  if (same) inStep(work, at)
  else if (composed.length > 0) asBlock(work, at, end)
  pushText(out, composed)
  return end
}

/** The next units of the output stand one for one for those of the source from here. */
function inStep(work: Work, at: number): void {
  const shift = at - work.out.length
  if (shift === work.shift) return
  work.shift = shift
  appendLinear(work.map, work.out.length, at)
}

/** The next units of the output stand for this range as a whole. */
function asBlock(work: Work, start: number, end: number): void {
  work.shift = Number.NaN
  appendBlock(work.map, work.out.length, start, end)
}

function foldOne(work: Work, at: number, width: number, point: number, kind: number): number {
  const { source, out } = work
  if (isRegional(point) && isFlag(source, at)) {
    inStep(work, at)
    pushText(out, source.slice(at, at + 4))
    return at + 4
  }
  if (width === 1) inStep(work, at)
  else asBlock(work, at, at + width)
  pushUnit(out, kind === SPACE ? 0x20 : alwaysFold.get(point)!)
  return at + width
}

/** End of the cluster: the base, the marks on it, and invisible characters between them. */
function clusterEnd(source: string, at: number, width: number): number {
  let end = at + width
  let i = end
  while (i < source.length && i - at < CLUSTER_UNITS_MAX) {
    const unit = source.charCodeAt(i)
    if (unit < 0x80 && unit >= 0x20) break
    const point = unit >= 0xd800 && unit < 0xdc00 ? source.codePointAt(i)! : unit
    const kind = classOf(point)
    if (kind !== MARK && kind !== REMOVE) break
    i += point > 0xffff ? 2 : 1
    if (kind === MARK) end = i
  }
  return end
}

/** Clusters of one or two code units that were composed before: texts repeat the same few. */
const remembered = new Map<number, string>()
const REMEMBERED_MAX = 8192

function composedOf({ source, units }: Work, at: number, end: number): string {
  if (end - at > 2) return compose(source.slice(at, end))
  const key = end - at === 2 ? units[at]! * 0x10000 + units[at + 1]! : units[at]!
  const known = remembered.get(key)
  if (known !== undefined) return known
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  const composed = compose(source.slice(at, end))
  remembered.set(key, composed)
  return composed
}

const invisible =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu
/** Strokes and rings laid over a letter: they never change which letter it is. */
const overlay = /[\u0305\u0332-\u0338\u033f\u035c-\u0362\u0488\u0489\u20d0-\u20f0]/g
const genericMark = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]/g

function compose(cluster: string): string {
  const composed = cluster.replace(invisible, '').replace(overlay, '').normalize('NFKC')
  const marks = composed.length > STACK_MARKS_MAX ? cluster.match(genericMark) : null
  if (marks === null || marks.length <= STACK_MARKS_MAX) return composed
  return composed.normalize('NFKD').replace(genericMark, '').normalize('NFKC')
}

function isRegional(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff
}

/** Exactly two regional indicators in a row are a flag; more spell words. */
function isFlag(source: string, at: number): boolean {
  const regionalAt = (i: number): boolean => i >= 0 && i + 1 < source.length && isRegional(source.codePointAt(i)!)
  return regionalAt(at + 2) && !regionalAt(at + 4) && !regionalAt(at - 2)
}
