import { isAccent } from './accents.ts'
import {
  ACCENTED,
  classOf,
  COMPOSED,
  FOLD,
  FOREIGN,
  HIGH_HALF,
  isMark,
  LONE_MARK,
  QUIET_MAX,
  REMOVE,
  SPACE,
  unitClass,
} from './characters.ts'
import { newCodeUnits, pushRange, pushText, pushUnit, textOf, unitsOf, type CodeUnits } from './code-units.ts'
import { composedOf } from './compose.ts'
import { alwaysFold } from './confusables.ts'
import { BETWEEN_LATIN, foldMixedWords } from './mixed-words.ts'
import { appendBlock, appendLinear, newOffsetMap, type OffsetMap } from './offset-map.ts'

/** A derived text with its offset map; no map means equal offsets. */
export interface Rendering {
  readonly text: string
  readonly map: OffsetMap | undefined
}

/** Properties of a text found during normalization. */
export interface Met {
  /** Letters of scripts with lookalikes of Latin, in the result. */
  readonly foreign: boolean
  /** Latin letters with marks, in the result. */
  readonly accented: boolean
  /** Invisible characters in the source. */
  readonly invisible: boolean
  /** Phonetic, turned and small-capital letters, in the source. */
  readonly shapes: boolean
}

export const NOTHING_MET: Met = { foreign: false, accented: false, invisible: false, shapes: false }

export interface Normal {
  /** Undefined when the text is its own normal form. */
  readonly rendering: Rendering | undefined
  readonly met: Met
}

/** Maximum number of code units of one base and its marks that are normalized together; longer clusters are cut. */
const CLUSTER_UNITS_MAX = 32
const OUT_SLACK_UNITS = 16

interface Work {
  readonly source: string
  readonly units: Uint16Array
  /** Created at the first change. */
  out: CodeUnits | undefined
  /** Created at the first change of length. */
  map: OffsetMap | undefined
  /** Source offset less output offset of the linear segment that is open; NaN when none is. */
  shift: number
  /** Everything before is in `out`, or left out. */
  copied: number
  /** Everything before belongs to finished clusters: no mark joins it again. */
  settled: number
  foreign: boolean
  accented: boolean
  invisible: boolean
  shapes: boolean
}

/**
 * Returns the text in compatibility form (NFKC), without invisible characters, with lookalike letters folded to their targets and all
 * whitespace as spaces. Unchanged text costs only one scan.
 */
export function normalOf(text: string): Normal {
  const work: Work = {
    source: text,
    units: unitsOf(text),
    out: undefined,
    map: undefined,
    shift: 0,
    copied: 0,
    settled: 0,
    foreign: false,
    accented: false,
    invisible: false,
    shapes: false,
  }
  rewrite(work)
  const rewritten = work.out === undefined ? text : textOf(work.out)
  const units = work.out === undefined ? work.units : work.out.units.subarray(0, work.out.length)
  const folded = work.foreign ? foldMixedWords(rewritten, units, BETWEEN_LATIN).text : rewritten
  return { rendering: folded === text ? undefined : { text: folded, map: work.map }, met: work }
}

function rewrite(work: Work): void {
  const { units } = work
  let quiet = 0
  for (let i = 0; i < units.length;) {
    const kind = unitClass(units[i]!)
    if (kind <= QUIET_MAX) {
      quiet |= kind
      i++
    } else i = change(work, i, kind)
  }
  work.foreign ||= (quiet & FOREIGN) !== 0
  work.accented ||= (quiet & ACCENTED) !== 0
  if (work.out === undefined) return
  copyTo(work, units.length)
}

/** Handles a character that may change, with its neighbors; returns the next offset. */
function change(work: Work, at: number, unitKind: number): number {
  const { source, units } = work
  let kind = unitKind
  let point = units[at]!
  if (kind === HIGH_HALF) {
    point = source.codePointAt(at)!
    if (point < 0x10000) return at + 1
    kind = classOf(point)
  }
  const width = point > 0xffff ? 2 : 1
  if (kind <= QUIET_MAX) return at + width
  if (kind === SPACE || kind === FOLD) return foldCharacter(work, at, width, point, kind)
  if (kind === COMPOSED) return cluster(work, at, clusterEnd(source, at, width))
  const base = baseAt(work, at)
  if (kind === REMOVE) {
    work.invisible = true
    const shown = invisibleEnd(source, at + width)
    const marked = shown < units.length && isMark(classAt(source, shown)) && shown - base < CLUSTER_UNITS_MAX
    if (!marked || base === at) return drop(work, at, shown)
  }
  const end = clusterEnd(source, base, base < at ? at - base : width)
  return kind === LONE_MARK && end === at + 1 ? end : cluster(work, base, end)
}

function drop(work: Work, at: number, end: number): number {
  copyTo(work, at)
  work.copied = end
  work.settled = end
  return end
}

/** Returns the start of the character before a mark; the mark itself where none is left to join. */
function baseAt({ source, settled }: Work, at: number): number {
  if (at - 1 < settled) return at
  const low = source.charCodeAt(at - 1)
  const paired = low >= 0xdc00 && low < 0xe000 && at - 2 >= settled && source.codePointAt(at - 2)! > 0xffff
  return paired ? at - 2 : at - 1
}

/** Replaces `[at, end)` by its composed form. */
function cluster(work: Work, at: number, end: number): number {
  const { source, units } = work
  const composed = composedOf(source, units, at, end)
  work.settled = end
  noteLetters(work, composed)
  if (composed.length === end - at && source.startsWith(composed, at)) return end
  const out = copyTo(work, at)
  if (composed.length === 1 && end - at === 1) inStep(work, out, at)
  else asBlock(work, out, at, end, composed.length)
  pushText(out, composed)
  work.copied = end
  return end
}

function noteLetters(work: Work, composed: string): void {
  for (let i = 0; i < composed.length; i++) {
    const unit = composed.charCodeAt(i)
    if (unit < 0xc0) continue
    const kind = unitClass(unit)
    if (kind === FOREIGN) work.foreign = true
    else if (kind === ACCENTED || isAccent(unit)) work.accented = true
  }
}

/** Copies unchanged text up to this offset; creates the output at first use. */
function copyTo(work: Work, end: number): CodeUnits {
  work.out ??= newCodeUnits(work.units.length + OUT_SLACK_UNITS)
  const { out, copied } = work
  if (end > copied) {
    inStep(work, out, copied)
    pushRange(out, work.units, copied, end)
  }
  return out
}

/** Records that further output units correspond one to one to those of the source from here. */
function inStep(work: Work, out: CodeUnits, at: number): void {
  const shift = at - out.length
  if (shift === work.shift) return
  appendLinear(mapOf(work), out.length, at)
  work.shift = shift
}

/** Records that further output units correspond to this range as a whole. */
function asBlock(work: Work, out: CodeUnits, start: number, end: number, width: number): void {
  const map = mapOf(work)
  work.shift = Number.NaN
  if (width > 0) appendBlock(map, out.length, start, end)
}

/** Returns the map, created at the first change of length. */
function mapOf(work: Work): OffsetMap {
  if (work.map === undefined) {
    work.map = newOffsetMap()
    if (work.shift === 0) appendLinear(work.map, 0, 0)
  }
  return work.map
}

function foldCharacter(work: Work, at: number, width: number, point: number, kind: number): number {
  const { source } = work
  if (kind === FOLD && isLetterShape(point)) work.shapes = true
  if (isRegional(point) && isFlag(source, at)) {
    work.settled = at + 4
    return at + 4
  }
  const out = copyTo(work, at)
  if (width === 1) inStep(work, out, at)
  else asBlock(work, out, at, at + width, 1)
  pushUnit(out, kind === SPACE ? 0x20 : alwaysFold.get(point)!)
  work.copied = at + width
  work.settled = at + width
  return at + width
}

/** Letters of Latin in unusual shapes, not punctuation. */
function isLetterShape(point: number): boolean {
  return point >= 0x180 && (point < 0x2000 || (point >= 0xa720 && point < 0xa800))
}

/** Returns the end of the cluster: the base, its marks, and invisible characters between them. */
function clusterEnd(source: string, at: number, width: number): number {
  let end = at + width
  let i = end
  while (i < source.length && i - at < CLUSTER_UNITS_MAX) {
    const unit = source.charCodeAt(i)
    if (unit < 0x80 && unit >= 0x20) break
    const point = unit >= 0xd800 && unit < 0xdc00 ? source.codePointAt(i)! : unit
    const kind = classOf(point)
    if (!isMark(kind) && kind !== REMOVE) break
    i += point > 0xffff ? 2 : 1
    if (kind !== REMOVE) end = i
  }
  return end
}

function invisibleEnd(source: string, from: number): number {
  let end = from
  while (end < source.length && classAt(source, end) === REMOVE) end += source.codePointAt(end)! > 0xffff ? 2 : 1
  return end
}

function classAt(source: string, at: number): number {
  return classOf(source.codePointAt(at)!)
}

function isRegional(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff
}

/** Exactly two regional indicators in a row are a flag; more spell words. */
function isFlag(source: string, at: number): boolean {
  const regionalAt = (i: number): boolean => i >= 0 && i + 1 < source.length && isRegional(source.codePointAt(i)!)
  return regionalAt(at + 2) && !regionalAt(at + 4) && !regionalAt(at - 2)
}
