import { isTextType, readingsOf } from './charset.ts'

/** Readable text of a file's bytes. */
export type BinaryText =
  /** The file is UTF-8 text and can be rewritten. */
  | { readonly kind: 'text'; readonly text: string }
  /** Text that cannot be rewritten in place: metadata in images, or text in another encoding, in each possible decoding. */
  | { readonly kind: 'parts'; readonly text: string }

/** Minimum length of a text run. Shorter printable runs occur by chance in compressed data. */
const RUN_CHARS_MIN = 16

/**
 * Extracts text from a complete Base64 file: all of a text file, otherwise the uncompressed texts (text of PNG, EXIF, XMP, ID3, PDF).
 * Takes linear time.
 * @param type media type according to the sender
 */
export function textInBinary(base64: string, type?: string): BinaryText {
  const bytes = Buffer.from(base64, 'base64')
  const readings = isTextType(type, bytes) ? readingsOf(bytes, type) : [...runsIn(bytes), ...wideRunsIn(bytes)]
  const whole = asText(bytes)
  if (whole === undefined) return { kind: 'parts', text: readings.join('\n') }
  // Bytes of another encoding may also be valid UTF-8. Both decodings are then used.
  const others = isTextType(type, bytes) ? readings.filter((reading) => reading !== whole) : []
  return others.length === 0 ? { kind: 'text', text: whole } : { kind: 'parts', text: [whole, ...others].join('\n') }
}

function asText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function runsIn(bytes: Buffer): readonly string[] {
  const runs: string[] = []
  let start = 0
  for (let at = 0; at <= bytes.length; at += 1) {
    if (at < bytes.length && isPrintable(bytes[at]!)) continue
    if (at - start >= RUN_CHARS_MIN) runs.push(bytes.toString('latin1', start, at))
    start = at + 1
  }
  return runs
}

/** Returns runs in UTF-16 of either byte order: printable bytes with a zero after each. */
function wideRunsIn(bytes: Buffer): readonly string[] {
  const runs: string[] = []
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const start = at
    while (at + 1 < bytes.length && isPrintable(bytes[at]!) && bytes[at + 1] === 0) at += 2
    if (at - start >= 2 * RUN_CHARS_MIN) runs.push(bytes.toString('latin1', start, at).replaceAll('\0', ''))
    // The byte that ended a run may start the next one.
    if (at > start) at -= 1
  }
  return runs
}

/** ASCII with line breaks and tabs. */
function isPrintable(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09
}
