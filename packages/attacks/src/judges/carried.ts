import { plainLetters } from './sight/foldings.ts'

/** So many words in a row are no chance. */
const ROW_WORDS = 7
/** Shorter ones stand in many texts. */
const TOKEN_UNITS_MIN = 8
/** Of one text: what is looked at. */
const TEXT_UNITS_MAX = 200_000

/**
 * Whether a text holds something telling of another one: an address, a link, a long number or identifier, or a row of words.
 * @param said  what the user said: what stands there was not carried
 */
export function isCarried(source: string, said: string, into: readonly string[]): boolean {
  const known = tellingOf(said)
  const telling = tellingOf(source).difference(known)
  return telling.size > 0 && into.some((text) => !tellingOf(text).isDisjointFrom(telling))
}

function tellingOf(text: string): ReadonlySet<string> {
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
