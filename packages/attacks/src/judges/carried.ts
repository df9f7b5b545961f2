import { plainLetters } from './sight/foldings.ts'

/** So many words in a row are no chance. */
const ROW_WORDS = 7
/** Shorter tokens occur in many texts. */
const TOKEN_UNITS_MIN = 8
/** Maximum examined length of one text. */
const TEXT_UNITS_MAX = 200_000

/**
 * Returns whether a text contains distinctive content of another one: an address, a link, a long number or identifier, or a sequence of
 * words.
 * @param said the user's text: content that is also there was not carried over
 */
export function isCopied(source: string, said: string, into: readonly string[]): boolean {
  const known = distinctiveTokens(said)
  const telling = distinctiveTokens(source).difference(known)
  return telling.size > 0 && into.some((text) => !distinctiveTokens(text).isDisjointFrom(telling))
}

function distinctiveTokens(text: string): ReadonlySet<string> {
  const read = plainLetters(text.slice(0, TEXT_UNITS_MAX))
  const found = new Set<string>()
  for (const token of read.split(/[\s"'`<>()[\]{},;=|\\]+/)) {
    const bare = token.replace(/^[.:!?*_]+/, '').replace(/[.:!?*_]{1,10}$/, '')
    if (bare.length >= TOKEN_UNITS_MIN && /[\d@]|:\/\//.test(bare)) found.add(bare)
  }
  const words = read.match(/[\p{L}\p{N}]+/gu) ?? []
  for (let at = 0; at + ROW_WORDS <= words.length; at += 1) found.add(words.slice(at, at + ROW_WORDS).join(' '))
  return found
}
