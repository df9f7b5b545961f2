import { CASING, casingOf } from '../src/detectors/pii/tagger/casing.ts'
import { isWord, readTokens, SHAPE } from '../src/detectors/pii/tagger/tokens.ts'
import { readUnits } from '../src/detectors/pii/units.ts'

/** Words in the position of a possible name, and their slot; see `pii-templates.ts`. */
const STAND_INS: readonly (readonly [words: RegExp, slot: string])[] = [
  [
    /\b(?:he|she|him|that guy|this guy|the man|the woman|the girl|the boy|my (?:friend|boss|brother|sister|mom|dad|wife|husband|uncle|aunt))\b/i,
    '{p}',
  ],
  [/\bhis(?= [a-z])/i, '{p}’s'],
  [/\b(?:the company|my company|our company|the bank|my bank|the organization|the agency|the firm)\b/i, '{o}'],
  [/\b(?:the city|the country|the town|this city|this country|my city|my country|our city)\b/i, '{l}'],
  [/(?<=\b(?:go|went|live|lived|moved|travel|stay|come|been) )(?:there|here)\b/i, 'to {l}'],
]

const SENTENCE = /[^.!?\n]{12,160}[.!?]?/g
const PER_TEXT_MAX = 4

/**
 * Returns natural sentences with a pronoun or similar replaced by a slot for a name. Sentences with capitalized uncommon words are left
 * out, since they may contain names already.
 */
export function contextsOf(texts: readonly string[], casing: Uint8Array): string[] {
  const seen = new Set<string>()
  for (const text of texts) {
    let used = 0
    for (const [sentence] of text.matchAll(SENTENCE)) {
      if (used >= PER_TEXT_MAX) break
      const template = withLocation(sentence.trim())
      if (template === undefined || seen.has(template) || hasName(sentence, casing)) continue
      seen.add(template)
      used++
    }
  }
  return [...seen]
}

function withLocation(sentence: string): string | undefined {
  if (/[{}#\\@<>|]/.test(sentence)) return undefined
  for (const [words, slot] of STAND_INS) {
    if (words.test(sentence)) return sentence.replace(words, slot)
  }
  return undefined
}

function hasName(sentence: string, casing: Uint8Array): boolean {
  const tokens = readTokens(readUnits(sentence), sentence.length)
  for (let token = 0; token < tokens.count; token++) {
    const shape = tokens.shapes[token] as number
    if (!isWord(shape) || shape === SHAPE.small) continue
    if (casingOf(casing, tokens.hashes[token] as number) !== CASING.small && shape !== SHAPE.initial) return true
  }
  return false
}
