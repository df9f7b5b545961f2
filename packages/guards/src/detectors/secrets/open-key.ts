/** An RSA key of 16,384 bits takes 12,700 characters in PEM. */
export const PEM_CHARS_MAX = 13_000

/**
 * Own limit: text between two lines of a key, including quote, list and table marks. A longer gap without base64 means that the text only
 * mentions keys.
 */
const GAP_CHARS_MAX = 400

const HEAD = /-----BEGIN[A-Z0-9 _-]{0,40}?PRIVATE ?KEY(?: ?BLOCK)?-----/g
const FOOT = '-----END '
const RUN = /[A-Za-z0-9+/=]{24,}/g

/** Returns the start of an incomplete private key at the end of a text, with any line prefixes; the end of the text without one. */
export function openPrivateKey(text: string): number {
  const from = Math.max(0, text.length - PEM_CHARS_MAX)
  const closed = Math.max(from, text.lastIndexOf(FOOT))
  if (text.indexOf('-----BEGIN', closed) === -1) return text.length
  HEAD.lastIndex = closed
  for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
    if (isContinued(text, head.index + head[0].length)) return head.index
  }
  return text.length
}

function isContinued(text: string, headEnd: number): boolean {
  let last = headEnd
  RUN.lastIndex = headEnd
  for (let run = RUN.exec(text); run !== null; run = RUN.exec(text)) {
    if (run.index - last > GAP_CHARS_MAX) return false
    last = run.index + run[0].length
  }
  return text.length - last <= GAP_CHARS_MAX
}
