/** Own limit: shorter base64 contains no passage. */
const ENCODED = /[A-Za-z0-9+/_-]{32,}/g
const ENCODED_MAX = 64
const PERCENT = /(?:%[0-9A-Fa-f]{2})+/g
/** Minimum share of readable characters in decoded text: any text decodes as base64. */
const READABLE_SHARE = 0.9
const READABLE = /[\p{L}\p{N}\p{P}\p{Z}\s]/gu
const LEAVES_MAX = 10_000
const TEXTS_CHARS_MAX = 2 * 1024 * 1024

/** A value of the arguments, with its name: in a list, that of the list. */
export interface Leaf {
  readonly name: string
  readonly text: string
}

/** Returns the texts and numbers of arguments with their names, in order; undefined for too many. */
export function leavesOf(args: unknown): readonly Leaf[] | undefined {
  const { leaves, isWhole } = walk(args)
  return isWhole ? leaves : undefined
}

/** Returns the texts in a call's arguments, including names of values, and the decoded content of encodings in links and payloads. */
export function textsIn(args: unknown): readonly string[] {
  const { leaves, names } = walk(args)
  const values = leaves.map(({ text }) => text)
  const texts = [...values, ...names].flatMap((text) => [text, ...decoded(text)])
  // A value of a template may be a single word. All values or names together may be a passage.
  if (values.length > 1) texts.push(values.join(' '))
  if (names.length > 1) texts.push(names.join(' '))
  return texts
}

interface Walked {
  readonly leaves: readonly Leaf[]
  /** Names of values, in order, with repetitions. */
  readonly names: readonly string[]
  readonly isWhole: boolean
}

function walk(args: unknown): Walked {
  const leaves: Leaf[] = []
  const names: string[] = []
  const open: Leafy[] = [{ name: '', value: args }]
  let chars = 0
  for (let used = 0; open.length > 0; used++) {
    if (used >= LEAVES_MAX || chars >= TEXTS_CHARS_MAX) return { leaves, names, isWhole: false }
    const { name, value } = open.pop()!
    if (typeof value === 'string' || typeof value === 'number') {
      leaves.push({ name, text: String(value) })
      chars += String(value).length
    } else if (typeof value === 'object' && value !== null) {
      const within = Object.entries(value).map(([key, item]): Leafy => ({
        name: Array.isArray(value) ? name : key,
        value: item,
      }))
      if (!Array.isArray(value)) {
        for (const { name: key } of within) {
          names.push(key)
          chars += key.length
        }
      }
      // Depth first, in document order.
      for (const item of within.toReversed()) open.push(item)
    }
  }
  return { leaves, names, isWhole: true }
}

interface Leafy {
  readonly name: string
  readonly value: unknown
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
