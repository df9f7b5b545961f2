// Sparse files of GNU tar: the format of its own headers, and the pax formats 0.0, 0.1 and 1.0.
// https://www.gnu.org/software/tar/manual/html_section/Sparse-Formats.html
import { Failure } from '@gatehouse/kernel/thread'
import { SEGMENTS_MAX } from './limits.ts'
import { numberAt } from './tar-fields.ts'

/** Offset in the file, and length, of stored data. */
export type Segment = readonly [offset: number, length: number]

export interface SparseFile {
  readonly name?: string
  /** Logical size; undefined when the header has none. */
  readonly size: number | undefined
  readonly segments: readonly Segment[]
  /** Whether the map of segments precedes the data. */
  readonly isMapInContent?: true
}

const SEGMENT_BYTES = 24

/** Returns the segments in a header of type `S`. */
export function headerSegments(header: Buffer): Segment[] {
  const segments: Segment[] = []
  addSegments(header, 386, 4, segments)
  return segments
}

/** Adds the segments of a block that continues such a header. @returns whether it is the last block */
export function extendedSegments(block: Buffer, segments: Segment[]): boolean {
  addSegments(block, 0, 21, segments)
  return block[504] === 0
}

function addSegments(block: Buffer, from: number, count: number, segments: Segment[]): void {
  for (let item = 0; item < count; item++) {
    const at = from + item * SEGMENT_BYTES
    if (block[at] === 0) return
    addSegment(segments, numberAt(block, at, 12), numberAt(block, at + 12, 12))
  }
}

function addSegment(segments: Segment[], offset: number | undefined, length: number | undefined): void {
  const [before = 0, size = 0] = segments.at(-1) ?? []
  const isValid = offset !== undefined && length !== undefined && Number.isSafeInteger(offset + length)
  if (!isValid || offset < before + size) throw invalid()
  if (segments.length >= SEGMENTS_MAX) throw invalid()
  segments.push([offset, length])
}

/** Returns the sparse file that a pax header describes; undefined for other files. */
export function sparseOf(pax: ReadonlyMap<string, string>): SparseFile | undefined {
  const size = decimal(pax.get('GNU.sparse.realsize') ?? pax.get('GNU.sparse.size'))
  const name = pax.get('GNU.sparse.name')
  const named = name === undefined ? {} : { name }
  if (pax.get('GNU.sparse.major') === '1') return { ...named, size, segments: [], isMapInContent: true }
  const map = pax.get('GNU.sparse.map')
  if (map === undefined) return undefined
  const numbers = map.split(',', SEGMENTS_MAX * 2 + 1).map(decimal)
  const segments: Segment[] = []
  for (let at = 0; at < numbers.length; at += 2) addSegment(segments, numbers[at], numbers[at + 1])
  return { ...named, size, segments }
}

/** Reads the map of the pax format 1.0: decimal numbers on lines, padded to whole blocks. */
export class SparseMapReader {
  #text = ''
  readonly #numbers: number[] = []

  /** @returns the segments after the last block of the map */
  add(block: Buffer): readonly Segment[] | undefined {
    this.#text += block.toString('latin1')
    for (let end = this.#text.indexOf('\n'); end !== -1; end = this.#text.indexOf('\n')) {
      const number = decimal(this.#text.slice(0, end))
      if (number === undefined || this.#numbers.length > SEGMENTS_MAX * 2) throw invalid()
      this.#numbers.push(number)
      this.#text = this.#text.slice(end + 1)
      const [count = 0] = this.#numbers
      if (this.#numbers.length === 1 + count * 2) return this.#segments()
    }
    return undefined
  }

  #segments(): readonly Segment[] {
    const segments: Segment[] = []
    for (let at = 1; at < this.#numbers.length; at += 2) addSegment(segments, this.#numbers[at], this.#numbers[at + 1])
    return segments
  }
}

function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined
}

function invalid(): Failure {
  return new Failure('invalid_request', 'The layer is not a valid tar archive: a sparse file is invalid.')
}
