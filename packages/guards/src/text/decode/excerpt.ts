import { newCodeUnits, pushText, pushUnit, textOf, type CodeUnits } from '../code-units.ts'
import { appendBlock, appendLinear, newOffsetMap, type OffsetMap } from '../offset-map.ts'
import type { Rendering } from '../normal.ts'
import { RUNS_TRIED_MAX } from './session.ts'

/** Clear text on either side of a decoded run: a phrase may be encoded in part. */
const CONTEXT_UNITS = 64
/** Maximum distance of a word boundary for the ends of a context: half a word may read as another word. */
const CONTEXT_WORD_UNITS_MAX = 32

/** Written between parts with omitted text between them. The bar keeps patterns that allow for blanks from joining words across it. */
const GAP = '\n|\n'

/** A view in the making: runs that were decoded or chosen, each with text around it; a gap parts far runs. */
export interface Excerpt {
  readonly source: string
  /** Possible starts of runs, as alternating starts and ends, in order. */
  readonly places: readonly number[]
  /** Code units of text around a run. */
  readonly context: number
  readonly out: CodeUnits
  readonly map: OffsetMap
  /** Everything before this offset of the source is in the excerpt or was left out for good. */
  copied: number
  runs: number
  tried: number
  /** Code units that may still be written. */
  room: number
  /** Runs that decode to something other than text, in the source's offsets. */
  readonly blobs: SourceBlob[]
}

export interface SourceBlob {
  readonly start: number
  readonly end: number
  readonly bytes: number
  readonly kind: string
}

export function newExcerpt(source: string, capacity: number, context: number = CONTEXT_UNITS): Excerpt {
  return excerptAt(source, [0, source.length], capacity, context)
}

/** Creates an excerpt like `newExcerpt`, for decoders that search certain places only. */
export function excerptAt(
  source: string,
  places: readonly number[],
  capacity: number,
  context: number = CONTEXT_UNITS,
): Excerpt {
  const out = newCodeUnits(0)
  return { source, places, context, out, map: newOffsetMap(), copied: 0, runs: 0, tried: 0, room: capacity, blobs: [] }
}

/** Whether one more run may be tried. */
export function mayTry(excerpt: Excerpt): boolean {
  return excerpt.tried < RUNS_TRIED_MAX && excerpt.room > 0
}

/** Opens a decoded run at this offset of the source, after its plain context. */
export function beginRun(excerpt: Excerpt, start: number): void {
  const { source, context, out, map, copied } = excerpt
  excerpt.runs++
  if (copied > 0 && start - copied <= 2 * context) {
    copyClear(excerpt, copied, start)
    excerpt.copied = start
    return
  }
  const before = Math.max(copied, contextStart(source, start - context))
  const after = excerpt.runs === 1 ? copied : Math.min(before, contextEnd(source, copied + context))
  copyClear(excerpt, copied, after)
  if (after < before && excerpt.runs > 1) {
    appendBlock(map, out.length, after, before)
    pushText(out, GAP)
  }
  copyClear(excerpt, before, start)
  excerpt.copied = start
}

/** Adds one decoded code unit for `[start, end)` of the source. */
export function pushDecoded(excerpt: Excerpt, unit: number, start: number, end: number): void {
  if (excerpt.room <= 0) return
  excerpt.room--
  appendBlock(excerpt.map, excerpt.out.length, start, end)
  pushUnit(excerpt.out, unit)
}

/** Copies the source from the start of the run up to this offset unchanged, and ends the run. */
export function endClearRun(excerpt: Excerpt, end: number): void {
  copyClear(excerpt, excerpt.copied, end)
  excerpt.copied = end
}

export function endRun(excerpt: Excerpt, end: number): void {
  excerpt.copied = end
}

/** The excerpt with its last context; undefined when nothing was decoded. */
export function finish(excerpt: Excerpt): Rendering | undefined {
  if (excerpt.runs === 0) return undefined
  const { source, copied, context } = excerpt
  copyClear(excerpt, copied, contextEnd(source, copied + context))
  return { text: textOf(excerpt.out), map: excerpt.map }
}

function copyClear(excerpt: Excerpt, start: number, end: number): void {
  if (start >= end || excerpt.room <= 0) return
  const last = Math.min(end, start + excerpt.room)
  excerpt.room -= last - start
  appendLinear(excerpt.map, excerpt.out.length, start)
  pushText(excerpt.out, excerpt.source.slice(start, last))
}

function contextStart(source: string, at: number): number {
  if (at <= 0) return 0
  for (let n = 0; n < CONTEXT_WORD_UNITS_MAX && at - n > 0; n++) if (isBlankAt(source, at - n - 1)) return at - n
  return at < CONTEXT_WORD_UNITS_MAX ? 0 : isLowHalfAt(source, at) ? at - 1 : at
}

function contextEnd(source: string, at: number): number {
  if (at >= source.length) return source.length
  for (let n = 0; n < CONTEXT_WORD_UNITS_MAX; n++)
    if (at + n >= source.length || isBlankAt(source, at + n)) return at + n
  return isLowHalfAt(source, at) ? at + 1 : at
}

function isBlankAt(source: string, at: number): boolean {
  return source.charCodeAt(at) <= 0x20
}

function isLowHalfAt(source: string, at: number): boolean {
  return (source.charCodeAt(at) & 0xfc00) === 0xdc00
}
