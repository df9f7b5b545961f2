/** Enough of a blob to see its signature and the names in its first record. */
const HEAD_CHARS_MAX = 400

/** Returns the first bytes of a base64 run, standard or URL-safe, one character each. Never throws: invalid characters are dropped. */
export function base64Head(run: string): string {
  const head = run.slice(0, HEAD_CHARS_MAX)
  return Buffer.from(head.slice(0, head.length - (head.length % 4)), 'base64').toString('latin1')
}
