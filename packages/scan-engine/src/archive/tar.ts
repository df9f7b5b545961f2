import { type ArchiveEntry, type Budget, ENTRY_BYTES_MAX } from './limits.ts'

const BLOCK_BYTES = 512
const REGULAR = new Set(['', '0', '\0', '7'])
const LONG_NAME = 'L'
const EXTENDED = 'x'
/** Names longer than this are cut: they are shown, never opened. */
const NAME_BYTES_MAX = 4_096

/** Yields the regular files of a tar archive in the formats of POSIX (ustar, pax) and GNU. Skips links and devices. */
export function* tarEntries(bytes: Buffer, budget: Budget): Generator<ArchiveEntry> {
  let longName: string | undefined
  for (let at = 0; at + BLOCK_BYTES <= bytes.length;) {
    if (bytes[at] === 0) return
    const size = hasChecksum(bytes, at) ? sizeOf(bytes, at) : undefined
    if (size === undefined || at + BLOCK_BYTES + size > bytes.length) {
      yield { name: '', problem: 'unreadable', detail: 'This archive is truncated or corrupt.' }
      return
    }
    const data = bytes.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + size)
    const type = String.fromCharCode(bytes[at + 156] ?? 0)
    at += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
    if (type === LONG_NAME) longName = field(data, 0, Math.min(size, NAME_BYTES_MAX))
    else if (type === EXTENDED)
      longName = /\d+ path=([^\n]{1,4096})\n/.exec(data.toString('utf8', 0, NAME_BYTES_MAX))?.[1]
    else {
      const name = longName ?? shortName(bytes, at - BLOCK_BYTES - Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES)
      longName = undefined
      if (!REGULAR.has(type)) continue
      if (budget.entries-- <= 0) {
        yield { name: '', problem: 'too_large', detail: 'The archive contains too many files; not all were scanned.' }
        return
      }
      yield entry(name, data, budget)
    }
  }
}

function entry(name: string, data: Buffer, budget: Budget): ArchiveEntry {
  if (data.length > Math.min(ENTRY_BYTES_MAX, budget.bytes))
    return { name, problem: 'too_large', detail: 'This file is too large to be searched inside an archive.' }
  budget.bytes -= data.length
  return { name, bytes: data }
}

/** Returns whether the bytes begin with a tar header with a valid checksum. */
export function isTar(bytes: Buffer): boolean {
  return bytes.length >= BLOCK_BYTES && bytes[0] !== 0 && hasChecksum(bytes, 0)
}

/** Returns whether a header has a valid checksum, for which its own field counts as spaces. */
function hasChecksum(bytes: Buffer, header: number): boolean {
  let sum = 0
  for (let at = 0; at < BLOCK_BYTES; at++) sum += at >= 148 && at < 156 ? 32 : (bytes[header + at] ?? 0)
  return sum === Number.parseInt(field(bytes, header + 148, header + 156).trim(), 8)
}

/** Octal digits, or for sizes beyond them bytes after a set bit. */
function sizeOf(bytes: Buffer, at: number): number | undefined {
  if (((bytes[at + 124] ?? 0) & 0x80) !== 0) {
    const size = Number(bytes.readBigUInt64BE(at + 128))
    return Number.isSafeInteger(size) ? size : undefined
  }
  const digits = field(bytes, at + 124, at + 136).trim()
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : undefined
}

function shortName(bytes: Buffer, at: number): string {
  const prefix = bytes.toString('latin1', at + 257, at + 262) === 'ustar' ? field(bytes, at + 345, at + 500) : ''
  const name = field(bytes, at, at + 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

function field(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to)
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}
