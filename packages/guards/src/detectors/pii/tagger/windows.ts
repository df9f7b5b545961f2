import { CASING } from './casing.ts'
import { LEXICON, lexicalBits } from './lexicon.ts'
import { isNumber, SHAPE, type Tokens } from './tokens.ts'

/** Number of tokens on each side of a candidate that are tagged with it: enough for "van der", a comma or a house number. */
const MARGIN = 2

const NAMES = LEXICON.given | LEXICON.family | LEXICON.country | LEXICON.town

/**
 * Returns disjoint ranges of tokens that may contain a name or address, in order: capitalized words other than the first word of a
 * sentence, and listed names in lower case. Most prose has few of them.
 */
export function windowsOf(tokens: Tokens, casing: (hash: number) => number): number[] {
  const bounds: number[] = []
  for (let token = 0; token < tokens.count; token++) {
    if (!isCandidate(tokens, casing, token)) continue
    const from = Math.max(0, token - MARGIN)
    const to = Math.min(tokens.count, token + MARGIN + 1)
    const last = bounds.length - 1
    if (last > 0 && from <= (bounds[last] as number)) bounds[last] = to
    else bounds.push(from, to)
  }
  return bounds
}

function isCandidate(tokens: Tokens, casing: (hash: number) => number, token: number): boolean {
  const shape = tokens.shapes[token] as number
  if (shape > SHAPE.mixed) return false
  const hash = tokens.hashes[token] as number
  const usual = casing(hash)
  if (shape === SHAPE.small) {
    return (
      usual <= CASING.capital &&
      (tokens.ends[token] as number) - (tokens.starts[token] as number) > 2 &&
      (lexicalBits(hash) & NAMES) !== 0
    )
  }
  if (usual !== CASING.small) return true
  // A common word: a capital is evidence only inside a sentence, or next to another capital or number.
  if (!beginsSentence(tokens, token)) return shape !== SHAPE.initial
  const next = token + 1 < tokens.count ? (tokens.shapes[token + 1] as number) : SHAPE.sign
  return next === SHAPE.capital || next === SHAPE.initial || isNumber(next)
}

function beginsSentence(tokens: Tokens, token: number): boolean {
  if (token === 0) return true
  const before = tokens.shapes[token - 1] as number
  return before >= SHAPE.dot && before !== SHAPE.comma
}
