import { newCodeUnits, pushText, pushUnit, textOf, type CodeUnits } from '../code-units.ts'
import { appendBlock, appendLinear, newOffsetMap, type OffsetMap } from '../offset-map.ts'
import type { Rendering } from '../normal.ts'
import { RUNS_TRIED_MAX } from './session.ts'

/** Clear text on either side of a decoded run: a phrase may be encoded in part. */
const CONTEXT_UNITS = 64

/** A decoded view in the making: decoded runs, each with some clear text around it; a line break parts far runs. */
export interface Excerpt {
  readonly source: string
  readonly out: CodeUnits
  readonly map: OffsetMap
  /** Everything before this place of the source is in the excerpt or was left out for good. */
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

export function newExcerpt(source: string, room: number): Excerpt {
  return { source, out: newCodeUnits(0), map: newOffsetMap(), copied: 0, runs: 0, tried: 0, room, blobs: [] }
}

/** Whether one more run may be tried. */
export function mayTry(excerpt: Excerpt): boolean {
  return excerpt.tried < RUNS_TRIED_MAX && excerpt.room > 0
}

/** Opens a decoded run at this place of the source, after its clear context. */
export function beginRun(excerpt: Excerpt, start: number): void {
  const { out, map, copied } = excerpt
  const before = Math.max(copied, start - CONTEXT_UNITS)
  const after = excerpt.runs === 0 ? copied : Math.min(before, copied + CONTEXT_UNITS)
  copyClear(excerpt, copied, after)
  if (after < before && excerpt.runs > 0) {
    appendBlock(map, out.length, after, before)
    pushUnit(out, 0x0a)
  }
  copyClear(excerpt, before, start)
  excerpt.copied = start
  excerpt.runs++
}

/** Adds one decoded code unit that stands for `[start, end)` of the source. */
export function pushDecoded(excerpt: Excerpt, unit: number, start: number, end: number): void {
  if (excerpt.room <= 0) return
  excerpt.room--
  appendBlock(excerpt.map, excerpt.out.length, start, end)
  pushUnit(excerpt.out, unit)
}

export function endRun(excerpt: Excerpt, end: number): void {
  excerpt.copied = end
}

/** The excerpt with its last context; undefined when nothing was decoded. */
export function finish(excerpt: Excerpt): Rendering | undefined {
  if (excerpt.runs === 0) return undefined
  copyClear(excerpt, excerpt.copied, Math.min(excerpt.source.length, excerpt.copied + CONTEXT_UNITS))
  return { text: textOf(excerpt.out), map: excerpt.map }
}

function copyClear(excerpt: Excerpt, start: number, end: number): void {
  if (start >= end || excerpt.room <= 0) return
  const last = Math.min(end, start + excerpt.room)
  excerpt.room -= last - start
  appendLinear(excerpt.map, excerpt.out.length, start)
  pushText(excerpt.out, excerpt.source.slice(start, last))
}
