/** What of a file's bytes can be read as text. */
export type BinaryText =
  /** The file is a text. */
  | { readonly kind: 'text'; readonly text: string }
  /** Texts in it, such as the notes that cameras and programs leave in pictures; they cannot be rewritten in place. */
  | { readonly kind: 'parts'; readonly text: string }

/** Bytes at the beginning and at the end of a file in which its notes stand. */
const HEAD_BYTES = 256 * 1_024
const TAIL_BYTES = 64 * 1_024
/** Shorter runs of printable bytes come about by chance in compressed data. */
const RUN_CHARS_MIN = 16
const RUNS_CHARS_MAX = 32_768

/**
 * Reads what is sent as Base64: notes of pictures and sounds (text of PNG, EXIF, XMP, ID3 that is not compressed), or the whole of
 * a file that is a text.
 */
export function textInBinary(base64: string): BinaryText {
  const bytes = Buffer.from(base64, 'base64')
  const whole = asText(bytes)
  return whole === undefined ? { kind: 'parts', text: runsIn(bytes).join('\n') } : { kind: 'text', text: whole }
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
  let left = RUNS_CHARS_MAX
  const pieces =
    bytes.length <= HEAD_BYTES + TAIL_BYTES ? [bytes] : [bytes.subarray(0, HEAD_BYTES), bytes.subarray(-TAIL_BYTES)]
  for (const piece of pieces) {
    let start = 0
    for (let at = 0; at <= piece.length; at += 1) {
      const byte = at < piece.length ? piece[at]! : 0
      if (isPrintable(byte)) continue
      if (at - start >= RUN_CHARS_MIN && left > 0) {
        const run = piece.toString('utf8', start, Math.min(at, start + left))
        runs.push(run)
        left -= run.length
      }
      start = at + 1
    }
  }
  return runs
}

/** ASCII with line breaks and tabs, and all of UTF-8 beyond it. */
function isPrintable(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09
}
