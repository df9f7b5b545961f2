/** One token of the o200k vocabulary covers at least one byte of UTF-8, so the number of bytes is an upper bound for tokens. */
const UTF8_BYTES_PER_UNIT_MAX = 3

/** Text is encoded piece by piece, so that a count can stop at its limit. */
const PIECE_CHARS = 4_096

/**
 * Maximum length of a run without spaces: merging pairs takes time that grows with the square of its length (64,000 letters: 1.8 s).
 * Longer runs are cut here, which can only raise the count, by about one token per cut.
 */
const RUN_CHARS_MAX = 256

type Encode = (text: string, options: { disallowedSpecial: Set<string> }) => number[]
const NO_SPECIAL = { disallowedSpecial: new Set<string>() }

let loading: Promise<Encode> | undefined

/** Loads the vocabulary at first use: 0.3 s and about 60 MB that most configurations never need. */
function encoder(): Promise<Encode> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then((vocabulary) => vocabulary.encode as Encode)
  return loading
}

/** Whether the text certainly has at most `limit` tokens; takes constant time. */
export function tokensAreSurelyWithin(text: string, limit: number): boolean {
  return text.length * UTF8_BYTES_PER_UNIT_MAX <= limit
}

/**
 * Tokens of a text in the o200k vocabulary. Text that spells a special token counts as the text it is.
 * @param stopAfter the count may stop at the first number above this
 */
export async function countTokens(text: string, stopAfter = Number.POSITIVE_INFINITY): Promise<number> {
  const encode = await encoder()
  let tokens = 0
  for (const piece of textChunks(text)) {
    tokens += encode(piece, NO_SPECIAL).length
    if (tokens > stopAfter) break
  }
  return tokens
}

/** Splits before spaces like the tokenizer, and inside runs that are too long. */
function* textChunks(text: string): Generator<string> {
  let from = 0
  let runStart = 0
  for (let i = 0; i < text.length; i += 1) {
    const isSpace = text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x0a
    if (isSpace) {
      if (i - from >= PIECE_CHARS) {
        yield text.slice(from, i)
        from = i
      }
      runStart = i
    } else if (i - runStart >= RUN_CHARS_MAX && (text.charCodeAt(i) & 0xfc00) !== 0xdc00) {
      yield text.slice(from, i)
      from = i
      runStart = i
    }
  }
  if (from < text.length) yield text.slice(from)
}
