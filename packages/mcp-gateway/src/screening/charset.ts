/** Media types of text files, regardless of their bytes. */
const TEXT_TYPE =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|ecmascript|csv|sql|toml|rtf)\b|message\/)|\+(?:json|xml|yaml)\b/i

/** Media types of files with text only between other data. */
const DATA_TYPE = /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip|x-tar|wasm|vnd\.)/i

/** Maximum share of control characters in text. Compressed data has a tenth. */
const CONTROL_SHARE_MAX = 0.02

/** Returns whether a file is read as text: by its media type, or by its bytes if the type is inconclusive. */
export function isTextType(type: string | undefined, bytes: Buffer): boolean {
  if (type !== undefined && TEXT_TYPE.test(type)) return true
  if (type !== undefined && DATA_TYPE.test(type)) return false
  let controls = 0
  for (const byte of bytes) {
    if (byte !== 0 && byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1
  }
  return controls <= bytes.length * CONTROL_SHARE_MAX
}

/**
 * Returns a text in each possible decoding: as UTF-8 and in the encodings of its byte order mark, its media type or its zero bytes.
 * Replaces invalid bytes.
 */
export function readingsOf(bytes: Buffer, type: string | undefined): readonly string[] {
  const labels = new Set<string>(['utf-8'])
  const declared = charsetOf(type)
  if (declared !== undefined) labels.add(declared)
  if (bytes.includes(0) || /^utf-?16/.test(declared ?? '') || hasByteOrderMark(bytes)) {
    labels.add('utf-16le')
    labels.add('utf-16be')
  }
  const readings = new Set<string>()
  for (const label of labels) readings.add(decoded(bytes, label))
  if ([...readings].some((reading) => reading.includes('\ufffd'))) readings.add(decoded(bytes, 'windows-1252'))
  return [...readings]
}

/** Zeros are removed. They are invisible, and UTF-32 becomes readable. */
function decoded(bytes: Buffer, label: string): string {
  return new TextDecoder(label, { ignoreBOM: true }).decode(bytes).replaceAll('\0', '')
}

/** Returns the encoding of a media type, if the runtime supports it. */
function charsetOf(type: string | undefined): string | undefined {
  const named = /\bcharset *= *"?([\w.:-]{1,40})/i.exec(type ?? '')?.[1]
  if (named === undefined) return undefined
  try {
    return new TextDecoder(named).encoding
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

/** Returns whether the bytes start with a UTF-16 byte order mark. */
function hasByteOrderMark(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}
