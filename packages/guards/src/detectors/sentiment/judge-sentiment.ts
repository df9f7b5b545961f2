import { DEGREES, EMOJI_FEELINGS, FEELINGS, NEGATIONS } from './words.ts'

/** The feeling of a text. */
export interface Sentiment {
  /** From -1, all bad, to 1, all good; 0 where no feeling shows. */
  readonly polarity: number
  /** How much of the text speaks at all, from 0 to 1: words of feeling met, of either kind. */
  readonly strength: number
}

/** Characters that are read: the start and the end of a longer text. */
const READ_CHARS_MAX = 8_000

const TOKEN = /[\p{L}\p{M}]+(?:['’]\p{L}+)?|[\p{Extended_Pictographic}❤]|[!?.;,:]/gu
const MARKS = /[\p{M}'’]/gu

/** Words over which a negation or a degree reaches. */
const REACH = 3
/** What a negation leaves: "not good" is bad, and less than "bad". */
const NEGATED = -0.7
/** A clause after "but" says what is meant. */
const AFTER_BUT = 1.5
const BUT = new Set([
  'but',
  'however',
  'although',
  'aber',
  'jedoch',
  'mais',
  'pero',
  'ma',
  'mas',
  'maar',
  'ale',
  'но',
  'ama',
])

/** Sum of feelings at which half of the scale is reached. */
const HALF = 2.5

/** Reads the feeling of a text, by words, negations, degrees, emoji and emphasis. Linear. */
export function judgeSentiment(text: string): Sentiment {
  const read =
    text.length <= READ_CHARS_MAX ? text : `${text.slice(0, READ_CHARS_MAX / 2)} ${text.slice(-READ_CHARS_MAX / 2)}`
  let good = 0
  let bad = 0
  let weight = 1
  let negatedFor = 0
  let degree = 1
  let degreeFor = 0
  let count = 0
  for (const [token] of read.matchAll(TOKEN)) {
    const word = token.toLowerCase().normalize('NFD').replaceAll(MARKS, '')
    if (BUT.has(word)) weight = AFTER_BUT
    if (/^[!?.;,:]$/.test(token)) {
      negatedFor = 0
      if (token === '.') weight = 1
      continue
    }
    count += 1
    const plain = EMOJI_FEELINGS.get(token) ?? FEELINGS.get(word) ?? 0
    if (plain !== 0) {
      const shouted = token.length > 2 && token === token.toUpperCase() && token !== token.toLowerCase() ? 1.3 : 1
      const feeling = plain * (degreeFor > 0 ? degree : 1) * (negatedFor > 0 ? NEGATED : 1) * shouted * weight
      if (feeling > 0) good += feeling
      else bad -= feeling
    }
    negatedFor = NEGATIONS.has(word) ? REACH : Math.max(0, negatedFor - 1)
    degreeFor = Math.max(0, degreeFor - 1)
    const next = DEGREES.get(word)
    if (next !== undefined) {
      degree = next
      degreeFor = REACH - 1
    }
  }
  const emphasis = /!!|!\?|\?!/u.test(read) ? 1.2 : 1
  const sum = (good - bad) * emphasis
  // A long neutral text with one bad word is not a bad text.
  const spread = Math.max(1, Math.sqrt(count / 25))
  return { polarity: sum / spread / (HALF + Math.abs(sum / spread)), strength: (good + bad) / (HALF + good + bad) }
}
