/** The header before the data of a file. APPNOTE.TXT 4.3.7. */
export interface LocalHeader {
  readonly name: Buffer
  readonly method: number
  readonly isEncrypted: boolean
  /** Whether checksum and sizes may follow the data. */
  readonly hasDescriptor: boolean
  readonly crc32: number
  readonly compressedSize: number
  readonly uncompressedSize: number
  readonly extra: Buffer
  readonly dataStart: number
}

const SIGNATURE = 0x04034b50
const HEADER_BYTES = 30
const DESCRIPTOR = 0x08074b50
const ZIP64 = 0x0001
const MAX_U32 = 0xffffffff

/** @returns undefined when no local header starts at the position */
export function localHeader(bytes: Buffer, at: number): LocalHeader | undefined {
  if (at + HEADER_BYTES > bytes.length || bytes.readUInt32LE(at) !== SIGNATURE) return undefined
  const flags = bytes.readUInt16LE(at + 6)
  const nameEnd = at + HEADER_BYTES + bytes.readUInt16LE(at + 26)
  const dataStart = nameEnd + bytes.readUInt16LE(at + 28)
  if (dataStart > bytes.length) return undefined
  const extra = bytes.subarray(nameEnd, dataStart)
  const large = extraFields(extra).find(({ id }) => id === ZIP64)?.data
  const packed = bytes.readUInt32LE(at + 18)
  const size = bytes.readUInt32LE(at + 22)
  const largeAt = (offset: number, small: number): number =>
    large !== undefined && large.length >= offset + 8 ? Number(large.readBigUInt64LE(offset)) : small
  return {
    name: bytes.subarray(at + HEADER_BYTES, nameEnd),
    method: bytes.readUInt16LE(at + 8),
    isEncrypted: (flags & 1) !== 0,
    hasDescriptor: (flags & 8) !== 0,
    crc32: bytes.readUInt32LE(at + 14),
    compressedSize: packed === MAX_U32 ? largeAt(size === MAX_U32 ? 8 : 0, packed) : packed,
    uncompressedSize: size === MAX_U32 ? largeAt(0, size) : size,
    extra,
    dataStart,
  }
}

/** Returns the complete extra fields of a header. APPNOTE.TXT 4.5. */
export function extraFields(extra: Buffer): readonly { readonly id: number; readonly data: Buffer }[] {
  const fields: { id: number; data: Buffer }[] = []
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    fields.push({ id: extra.readUInt16LE(at), data: extra.subarray(at + 4, end) })
    at = end
  }
  return fields
}

interface Sizes {
  readonly crc32: number
  readonly compressedSize: number
  readonly uncompressedSize: number
}

/** Returns the length of the data descriptor at a position if it contains the listed values; its signature is optional. */
export function matchDescriptor(bytes: Buffer, at: number, listed: Sizes): number | undefined {
  for (const signed of [true, false]) {
    const from = signed ? at + 4 : at
    if (from + 12 > bytes.length || (signed && bytes.readUInt32LE(at) !== DESCRIPTOR)) continue
    if (bytes.readUInt32LE(from) !== listed.crc32) continue
    const head = from + 4 - at
    if (bytes.readUInt32LE(from + 4) === listed.compressedSize) {
      if (bytes.readUInt32LE(from + 8) === listed.uncompressedSize) return head + 8
    }
    if (from + 20 > bytes.length || Number(bytes.readBigUInt64LE(from + 4)) !== listed.compressedSize) continue
    if (Number(bytes.readBigUInt64LE(from + 12)) === listed.uncompressedSize) return head + 16
  }
  return undefined
}

/** Returns the end of a file's data before a data descriptor that ends at `limit`; `limit` itself without a descriptor. */
export function endBeforeDescriptor(bytes: Buffer, dataStart: number, limit: number): number {
  // The compressed size is 8 bytes before the end, or 16 in a 64-bit descriptor.
  for (const [length, sizeAt] of DESCRIPTOR_FORMS) {
    const end = limit - length
    if (end >= dataStart && bytes.readUInt32LE(limit - sizeAt) === end - dataStart) return end
  }
  return limit
}

const DESCRIPTOR_FORMS = [
  [16, 8],
  [24, 16],
  [12, 8],
  [20, 16],
] as const
