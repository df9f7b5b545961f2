import { type Encoding, encodingOf, SNIFF_BYTES, toUtf8 } from '@gatehouse/scan-engine/archive'

/** A piece of a file as text, overlapping with the previous one so that no secret is split. */
export interface TextWindow {
  /** UTF-8, or the bytes of a binary file, as Latin-1. */
  readonly text: string
  /** Matches that start in `[from, to)` belong to this window; the rest belongs to its neighbors. */
  readonly from: number
  readonly to: number
  /** Start of the next window in this text. */
  readonly next: number
  readonly encoding: Encoding
}

/** Window size. Smaller files are one window. A window full of passwords takes 0.3 s, and a scan can pause only between windows. */
export const WINDOW_BYTES = 512 * 1024
/** Maximum length of a secret: the largest private key has 14,000 characters. */
const LOOK_AHEAD_BYTES = 16 * 1024
/** Distance before a value in which its name and vendor are searched. */
const LOOK_BACK_BYTES = 1_024

/** Splits a stream of bytes into overlapping texts. Stores at most two pieces, for a stream of any length. */
export async function* textWindows(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TextWindow> {
  let text = ''
  let from = 0
  let encoding: Encoding | undefined
  let rest: Uint8Array = NOTHING
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    // The first chunks may be too short to detect the encoding.
    if (encoding === undefined && bytes.length < SNIFF_BYTES) {
      rest = bytes
      continue
    }
    encoding ??= encodingOf(bytes)
    const isWide = encoding === 'utf16le' || encoding === 'utf16be'
    rest = isWide ? bytes.subarray(bytes.length - (bytes.length % 2)) : NOTHING
    text += decode(bytes, encoding)
    if (text.length < WINDOW_BYTES) continue
    const to = text.length - LOOK_AHEAD_BYTES
    const next = Math.max(0, to - LOOK_BACK_BYTES)
    yield { text, from, to, next, encoding }
    text = text.slice(next)
    from = to - next
  }
  if (encoding === undefined && rest.length > 0) {
    encoding = encodingOf(rest)
    text = decode(rest, encoding)
  }
  if (encoding !== undefined && text.length > from) yield { text, from, to: text.length, next: text.length, encoding }
}

/** Returns a complete file as one window. */
export function textWindow(bytes: Uint8Array): TextWindow {
  const encoding = encodingOf(bytes)
  const text = decode(bytes, encoding)
  return { text, from: 0, to: text.length, next: text.length, encoding }
}

/** Returns the windows of bytes in memory. */
export function windowsOf(bytes: Uint8Array): Iterable<TextWindow> | AsyncIterable<TextWindow> {
  return bytes.length <= WINDOW_BYTES ? [textWindow(bytes)] : textWindows(inChunks(bytes))
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) yield bytes.subarray(at, at + WINDOW_BYTES)
}

const NOTHING = new Uint8Array(0)

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf16le' || encoding === 'utf16be') return toUtf8(bytes, encoding).toString('latin1')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
