import { Failure } from '@gatehouse/kernel/thread'
import { HEADER_BYTES_MAX } from './limits.ts'
import { field, hasChecksum, numberAt, paxRecords } from './tar-fields.ts'
import { extendedSegments, headerSegments, type Segment, SparseMapReader, sparseOf } from './tar-sparse.ts'

export const BLOCK_BYTES = 512

/** Entry of a tar archive, with the location of its content in the uncompressed archive. */
export interface TarEntry {
  readonly path: string
  readonly type: 'file' | 'folder' | 'symlink' | 'hardlink' | 'other'
  /** Logical size in bytes. */
  readonly size: number
  /** Offset of the stored content. */
  readonly offset: number
  readonly target?: string
  /** Data segments of a sparse file; the rest are zeros. */
  readonly segments?: readonly Segment[]
}

const TYPES: Readonly<Record<string, TarEntry['type']>> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  S: 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
}
/** Types without content, whatever size their header has; as in the implementations of container engines. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set('123456')

/** Header fields that extended headers set for the next entry. */
interface Pending {
  pax: ReadonlyMap<string, string>
  path?: string
  target?: string
}

/** Sparse file whose segments are not complete yet. */
interface OpenSparse {
  readonly header: Buffer
  readonly type: string
  readonly pax: ReadonlyMap<string, string>
  readonly segments: Segment[]
}

/**
 * Lists the entries of a tar archive while it is streamed, without keeping content. Reads POSIX (ustar, pax) and GNU archives, including
 * sparse files.
 */
export class TarIndex {
  readonly #onEntry: (entry: TarEntry) => void
  readonly #block = Buffer.alloc(BLOCK_BYTES)
  #blockBytes = 0
  #position = 0
  /** Bytes of content and padding that are skipped. */
  #skip = 0
  #ended = false
  #global: ReadonlyMap<string, string> = new Map()
  #next: Pending = { pax: new Map() }
  #meta: { readonly type: string; readonly size: number; readonly parts: Buffer[]; left: number } | undefined
  #sparse: OpenSparse | undefined
  #map: { readonly reader: SparseMapReader; readonly entry: Omit<TarEntry, 'offset'>; readonly end: number } | undefined

  constructor(onEntry: (entry: TarEntry) => void) {
    this.#onEntry = onEntry
  }

  /** @throws {Failure} `invalid_request` for an invalid archive */
  add(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length && !this.#ended) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at)
        this.#skip -= step
        this.#position += step
        at += step
        continue
      }
      const step = Math.min(BLOCK_BYTES - this.#blockBytes, chunk.length - at)
      chunk.copy(this.#block, this.#blockBytes, at, at + step)
      this.#blockBytes += step
      this.#position += step
      at += step
      if (this.#blockBytes < BLOCK_BYTES) continue
      this.#blockBytes = 0
      this.#read(this.#block)
    }
  }

  /** @throws {Failure} `invalid_request` for a truncated archive */
  end(): void {
    const open = this.#meta ?? this.#sparse ?? this.#map
    if (!this.#ended && (this.#skip > 0 || this.#blockBytes > 0 || open !== undefined)) throw invalid('it is truncated')
  }

  #read(block: Buffer): void {
    if (this.#meta !== undefined) this.#readMeta(block)
    else if (this.#sparse !== undefined) this.#readSparse(this.#sparse, block)
    else if (this.#map !== undefined) this.#readMap(block)
    else this.#readHeader(block)
  }

  #readHeader(block: Buffer): void {
    if (block.every((byte) => byte === 0)) {
      this.#ended = true
      return
    }
    if (!hasChecksum(block)) throw invalid('it has an invalid header')
    const type = field(block, 156, 157) || '\0'
    if (type === 'x' || type === 'g' || type === 'L' || type === 'K') {
      const size = numberAt(block, 124, 12)
      if (size === undefined || size > HEADER_BYTES_MAX) throw invalid('an extended header is too large')
      this.#meta = { type, size, parts: [], left: size }
      if (size === 0) this.#endMeta()
      return
    }
    const pax = new Map([...this.#global, ...this.#next.pax])
    if (type === 'S') {
      const segments = headerSegments(block)
      const open = { header: Buffer.from(block), type, pax, segments }
      if (block[482] === 0) this.#endEntry(open)
      else this.#sparse = open
    } else this.#endEntry({ header: block, type, pax, segments: [] })
  }

  #readMeta(block: Buffer): void {
    const meta = this.#meta!
    const used = Math.min(meta.left, BLOCK_BYTES)
    meta.parts.push(Buffer.from(block.subarray(0, used)))
    meta.left -= used
    if (meta.left === 0) this.#endMeta()
  }

  #endMeta(): void {
    const { type, parts } = this.#meta!
    this.#meta = undefined
    const bytes = Buffer.concat(parts)
    if (type === 'L') this.#next.path = field(bytes, 0, bytes.length)
    else if (type === 'K') this.#next.target = field(bytes, 0, bytes.length)
    else {
      const records = paxRecords(bytes)
      if (records === undefined) throw invalid('an extended header is invalid')
      if (type === 'g') this.#global = new Map([...this.#global, ...records])
      else this.#next.pax = records
    }
  }

  #readSparse(open: OpenSparse, block: Buffer): void {
    if (!extendedSegments(block, open.segments)) return
    this.#sparse = undefined
    this.#endEntry(open)
  }

  #endEntry({ header, type, pax, segments: own }: OpenSparse): void {
    const stored = WITHOUT_CONTENT.has(type) ? 0 : (decimal(pax.get('size')) ?? numberAt(header, 124, 12))
    if (stored === undefined || !Number.isSafeInteger(stored)) throw invalid('an entry has an invalid size')
    const sparse = type === 'S' ? { segments: own, size: numberAt(header, 483, 12) } : sparseOf(pax)
    const path = sparse?.name ?? pax.get('path') ?? this.#next.path ?? headerName(header)
    const target = pax.get('linkpath') ?? this.#next.target ?? field(header, 157, 257)
    this.#next = { pax: new Map() }
    this.#skip = Math.ceil(stored / BLOCK_BYTES) * BLOCK_BYTES
    const kind = TYPES[type] ?? 'other'
    // Archives from before POSIX mark folders only by their name.
    const entry = {
      path,
      type: kind === 'file' && path.endsWith('/') ? ('folder' as const) : kind,
      size: sparse?.size ?? stored,
      ...((kind === 'symlink' || kind === 'hardlink') && { target }),
    }
    if (sparse?.isMapInContent === true) {
      this.#map = { reader: new SparseMapReader(), entry, end: this.#position + this.#skip }
      this.#skip = 0
      return
    }
    this.#onEntry({ ...entry, offset: this.#position, ...(sparse !== undefined && { segments: sparse.segments }) })
  }

  /** Reads the map of a sparse file in pax format 1.0, which precedes its data. */
  #readMap(block: Buffer): void {
    const { reader, entry, end } = this.#map!
    if (this.#position > end) throw invalid('a sparse file is invalid')
    const segments = reader.add(block)
    if (segments === undefined) return
    this.#map = undefined
    this.#skip = end - this.#position
    this.#onEntry({ ...entry, offset: this.#position, segments })
  }
}

function headerName(header: Buffer): string {
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? field(header, 345, 500) : ''
  const name = field(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined
}

function invalid(detail: string): Failure {
  return new Failure('invalid_request', `The layer is not a valid tar archive: ${detail}.`)
}
