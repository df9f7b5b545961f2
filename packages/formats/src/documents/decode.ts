/** The text of bytes, by byte order mark, else UTF-8, else UTF-16 by its zero bytes, else Latin-1, which reads anything. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly charset: string } {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { text: decode('utf-8', bytes), charset: 'utf-8' }
  if (a === 0xff && b === 0xfe) return { text: decode('utf-16le', bytes), charset: 'utf-16le' }
  if (a === 0xfe && b === 0xff) return { text: decode('utf-16be', bytes), charset: 'utf-16be' }
  const wide = zeroSide(bytes)
  if (wide !== undefined) return { text: decode(wide, bytes), charset: wide }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), charset: 'utf-8' }
  } catch {
    return { text: decode('windows-1252', bytes), charset: 'windows-1252' }
  }
}

/** Whether bytes read as text: hardly any control characters, and no zero bytes outside UTF-16. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true
  if (zeroSide(bytes) !== undefined) return true
  let control = 0
  for (const byte of bytes) {
    if (byte === 0) return false
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b) control += 1
  }
  return control * CONTROL_SHARE <= bytes.length
}

/** Own limit: one control character per this many bytes still counts as text. */
const CONTROL_SHARE = 50

const ZERO_SAMPLE_BYTES = 1_024

/** Detects UTF-16 without a byte order mark: text in European scripts has zeros on one side of most pairs. */
function zeroSide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(Math.min(bytes.length, ZERO_SAMPLE_BYTES) / 2)
  if (pairs < 2) return undefined
  let even = 0
  let odd = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) even += 1
    if (bytes[at + 1] === 0) odd += 1
  }
  if (odd > pairs * 0.7 && even === 0) return 'utf-16le'
  return even > pairs * 0.7 && odd === 0 ? 'utf-16be' : undefined
}

function decode(charset: string, bytes: Uint8Array): string {
  return new TextDecoder(charset).decode(bytes)
}
