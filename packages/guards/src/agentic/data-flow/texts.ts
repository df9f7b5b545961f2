/** Ours: base64 shorter than this holds no passage. */
const ENCODED = /[A-Za-z0-9+/_-]{32,}/g
const ENCODED_MAX = 64
const PERCENT = /(?:%[0-9A-Fa-f]{2})+/g
/** Of what was decoded so much must be readable: anything decodes as base64. */
const READABLE_SHARE = 0.9
const READABLE = /[\p{L}\p{N}\p{P}\p{Z}\s]/gu
const LEAVES_MAX = 10_000
const TEXTS_CHARS_MAX = 2 * 1024 * 1024

/** The texts in a call's arguments, and what they hold in encodings that links and payloads are written in. */
export function textsIn(args: unknown): readonly string[] {
  const texts: string[] = []
  const open: unknown[] = [args]
  let chars = 0
  // One value in a template of many is a text of one word; together they may be a passage.
  for (let taken = 0; open.length > 0 && taken < LEAVES_MAX && chars < TEXTS_CHARS_MAX; taken++) {
    const value = open.pop()
    if (typeof value === 'string') {
      texts.push(value, ...decoded(value))
      chars += value.length
    } else if (typeof value === 'number') texts.push(String(value))
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value).toReversed())
  }
  if (texts.length > 1) texts.push(texts.join(' '))
  return texts
}

function decoded(text: string): readonly string[] {
  const found: string[] = []
  if (text.includes('%')) found.push(text.replaceAll(PERCENT, percentDecoded))
  let tried = 0
  for (const [word] of text.matchAll(ENCODED)) {
    tried += 1
    if (tried > ENCODED_MAX) break
    const plain = Buffer.from(word, 'base64').toString('utf8')
    const readable = plain.match(READABLE)?.length ?? 0
    if (plain.length > 0 && readable >= plain.length * READABLE_SHARE) found.push(plain)
  }
  return found
}

function percentDecoded(run: string): string {
  return Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')
}
