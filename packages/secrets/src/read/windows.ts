import { type Encoding, encodingOf, SNIFF_BYTES, toUtf8 } from '@gatehouse/scan-engine/archive'

/** A piece of a file as text, overlapping with the one before it so that nothing is cut in two. */
export interface TextWindow {
  /** UTF-8, or the bytes of a binary file, as Latin-1. */
  readonly text: string
  /** What begins in `[from, to)` is this window's; the rest belongs to its neighbours. */
  readonly from: number
  readonly to: number
  /** Where in this text the next window begins. */
  readonly next: number
  readonly encoding: Encoding
}

/**
 * Files up to this size are one window; larger ones come in pieces of about this size. A window full of passwords takes 0.3 s,
 * and only between windows a scan can pause.
 */
export const WINDOW_BYTES = 512 * 1024
/** No secret is longer: the largest private key takes 14,000 characters. */
const LOOK_AHEAD_BYTES = 16 * 1024
/** As far before a value its name and its vendor are looked for. */
const LOOK_BACK_BYTES = 1_024

/** Cuts a stream of bytes into overlapping texts. Holds two pieces at most, however long the stream is. */
export async function* textWindows(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TextWindow> {
  let text = ''
  let from = 0
  let encoding: Encoding | undefined
  let rest: Uint8Array = NOTHING
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    // The first pieces may be too short to tell the encoding by.
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

/** The whole of a file that is one window. */
export function textWindow(bytes: Uint8Array): TextWindow {
  const encoding = encodingOf(bytes)
  const text = decode(bytes, encoding)
  return { text, from: 0, to: text.length, next: text.length, encoding }
}

/** The windows of bytes that are all at hand. */
export function windowsOf(bytes: Uint8Array): Iterable<TextWindow> | AsyncIterable<TextWindow> {
  return bytes.length <= WINDOW_BYTES ? [textWindow(bytes)] : textWindows(inPieces(bytes))
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) yield bytes.subarray(at, at + WINDOW_BYTES)
}

const NOTHING = new Uint8Array(0)

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf16le' || encoding === 'utf16be') return toUtf8(bytes, encoding).toString('latin1')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
