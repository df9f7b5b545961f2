import { crc32, inflateRawSync } from 'node:zlib'
import { type ArchiveEntry, type Budget, ENTRY_BYTES_MAX } from './limits.ts'

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
/** Maximum length of the comment after the end record. */
const COMMENT_BYTES_MAX = 0xffff
const DIRECTORY_SIGNATURE = 0x02014b50
const DIRECTORY_BYTES = 46
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAG = 1

/**
 * Yields the files of a ZIP by its directory, as defined in APPNOTE.TXT. Folders are left out. Declared sizes are not trusted: the output
 * is counted.
 */
export function* zipEntries(
  bytes: Buffer,
  budget: Budget,
  wants: (name: string) => boolean = () => true,
): Generator<ArchiveEntry> {
  const end = endRecord(bytes)
  if (end === -1) {
    yield { name: '', problem: 'unreadable', detail: 'This archive has no central directory.' }
    return
  }
  // Data before a self-extracting archive shifts all offsets.
  const shift = end - bytes.readUInt32LE(end + 12) - bytes.readUInt32LE(end + 16)
  let at = end - bytes.readUInt32LE(end + 12)
  while (at >= 0 && at + DIRECTORY_BYTES <= end && bytes.readUInt32LE(at) === DIRECTORY_SIGNATURE) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + nameLength)
    if (budget.entries-- <= 0) {
      yield { name: '', problem: 'too_large', detail: 'The archive contains too many files; not all were scanned.' }
      return
    }
    if (!name.endsWith('/') && wants(name)) yield readEntry(bytes, at, name, Math.max(0, shift), budget)
    at += DIRECTORY_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

function endRecord(bytes: Buffer): number {
  const least = Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES_MAX)
  for (let at = bytes.length - END_BYTES; at >= least; at--) if (bytes.readUInt32LE(at) === END_SIGNATURE) return at
  return -1
}

function readEntry(bytes: Buffer, at: number, name: string, shift: number, budget: Budget): ArchiveEntry {
  if ((bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0)
    return { name, problem: 'unreadable', detail: 'This file is encrypted.' }
  const method = bytes.readUInt16LE(at + 10)
  const local = bytes.readUInt32LE(at + 42) + shift
  if (local + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(local) !== LOCAL_SIGNATURE)
    return { name, problem: 'unreadable', detail: 'The archive records an invalid position for this file.' }
  const from = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20))
  const most = Math.min(ENTRY_BYTES_MAX, budget.bytes)
  if (method !== STORED && method !== DEFLATED)
    return { name, problem: 'unreadable', detail: `This file uses the unsupported compression method ${method}.` }
  if (most <= 0)
    return { name, problem: 'too_large', detail: 'The uncompressed size of the archive exceeds the limit.' }
  if (method === STORED && packed.length > most)
    return { name, problem: 'too_large', detail: 'This file is too large when unpacked.' }
  const entry = unpack(name, packed, budget, () =>
    method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: most }),
  )
  if (!('bytes' in entry) || crc32(entry.bytes) === bytes.readUInt32LE(at + 16)) return entry
  return {
    name,
    problem: 'unreadable',
    detail: "This file is corrupt: its CRC-32 does not match the archive's record.",
  }
}

/** Decompresses within limits. Failed decompression counts too, because many bombs would otherwise multiply the limit. */
export function unpack(name: string, packed: Buffer, budget: Budget, inflate: () => Buffer): ArchiveEntry {
  try {
    const bytes = inflate()
    budget.bytes -= bytes.length
    return { name, bytes }
  } catch (thrown) {
    const bomb = (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    budget.bytes -= bomb ? ENTRY_BYTES_MAX : packed.length
    return bomb
      ? { name, problem: 'too_large', detail: 'This file is too large when unpacked.' }
      : { name, problem: 'unreadable', detail: 'This file cannot be unpacked.' }
  }
}
