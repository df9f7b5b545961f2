import { casingOf } from './casing.ts'
import { emit, marginals, WINDOW_TOKENS_MAX } from './decode.ts'
import { describe, FEATURES_PER_TOKEN } from './features.ts'
import { type Tag, TAGS, type TaggerModel } from './model.ts'
import { LEXICON, lexicalBits } from './lexicon.ts'
import { hashOfWord, isNumber, isWord, readTokens, SHAPE, type Tokens } from './tokens.ts'
import { windowsOf } from './windows.ts'

/** A tagged range of a text. */
export interface TaggedSpan {
  readonly tag: Tag
  readonly start: number
  readonly end: number
  /** Mean probability of the tag over the tokens. */
  readonly score: number
}

/** Below this a token belongs to nothing. */
const PROBABILITY_MIN = 0.3

const COUNT = TAGS.length
const features = new Int32Array(WINDOW_TOKENS_MAX * FEATURES_PER_TOKEN)
const probabilities = new Float64Array(WINDOW_TOKENS_MAX * COUNT)

/** Finds names, places, organizations and addresses, in order and without overlaps. */
export function tagText(model: TaggerModel, units: Uint16Array, length: number): TaggedSpan[] {
  const tokens = readTokens(units, length)
  const casing = (hash: number): number => casingOf(model.casing, hash)
  const bounds = windowsOf(tokens, casing)
  const found: TaggedSpan[] = []
  if (bounds.length === 0) return found
  const factors = Float64Array.from(model.transitions, Math.exp)
  const capitalises = capitalisesNouns(tokens)
  for (let at = 0; at < bounds.length; at += 2) {
    const to = bounds[at + 1] as number
    for (let from = bounds[at] as number; from < to; from += WINDOW_TOKENS_MAX) {
      const end = Math.min(to, from + WINDOW_TOKENS_MAX)
      for (let token = from; token < end; token++) {
        describe(units, tokens, casing, token, model.bits, features, (token - from) * FEATURES_PER_TOKEN)
        emit(model, features, FEATURES_PER_TOKEN, token - from)
      }
      marginals(factors, end - from, probabilities)
      collect(units, tokens, from, end, capitalises, found)
    }
  }
  return found
}

/** Joins adjacent tokens of one tag; punctuation at the ends is excluded. */
function collect(
  units: Uint16Array,
  tokens: Tokens,
  from: number,
  to: number,
  capitalises: boolean,
  found: TaggedSpan[],
): void {
  for (let token = from; token < to;) {
    const tag = tagAt(token - from)
    let end = token + 1
    while (end < to && tagAt(end - from) === tag) end++
    const isName = !capitalises || TAGS[tag] === 'address' || isListed(tokens, token, end)
    if (tag !== 0 && isName) add(units, tokens, token, end, tag, from, found)
    token = end
  }
}

/** Words of German, which capitalizes its nouns: a capital letter is no evidence of a name there. */
const GERMAN = new Set(
  'der die das den dem des und ist sind nicht ein eine einen einem einer ich wir sie ihr ihre mein meine dein deine wie wo was für mit auf von zu zum zur bei im am auch oder aber wenn dass kann bitte haben habe hat wurde werden'
    .split(' ')
    .map(hashOfWord),
)
const GERMAN_WORDS_MIN = 2

function capitalisesNouns(tokens: Tokens): boolean {
  let met = 0
  for (let token = 0; token < tokens.count && met < GERMAN_WORDS_MIN; token++) {
    if (GERMAN.has(tokens.hashes[token] as number)) met++
  }
  return met >= GERMAN_WORDS_MIN
}

/** Whether a word of the span is in the lists of names and places. */
function isListed(tokens: Tokens, start: number, end: number): boolean {
  const listed = LEXICON.given | LEXICON.family | LEXICON.country | LEXICON.town
  for (let token = start; token < end; token++) {
    if ((lexicalBits(tokens.hashes[token] as number) & listed) !== 0) return true
  }
  return false
}

function tagAt(token: number): number {
  let best = 0
  let most = PROBABILITY_MIN
  for (let tag = 1; tag < COUNT; tag++) {
    const probability = probabilities[token * COUNT + tag] as number
    if (probability > most) {
      most = probability
      best = tag
    }
  }
  return (probabilities[token * COUNT] as number) > most ? 0 : best
}

function add(
  units: Uint16Array,
  tokens: Tokens,
  first: number,
  last: number,
  tag: number,
  from: number,
  found: TaggedSpan[],
): void {
  let [start, end] = [first, last]
  while (start < end && (isEdge(tokens, start) || (TAGS[tag] === 'person' && isTitle(tokens, start)))) start++
  while (end > start && isEdge(tokens, end - 1)) end--
  if (start === end) return
  const kind = kindOf(tokens, start, end, TAGS[tag] as Tag)
  if (kind === 'other') return
  if (kind === 'address' && isCutOut(units, tokens.starts[start] as number, tokens.ends[end - 1] as number)) return
  let sum = 0
  for (let token = start; token < end; token++) sum += probabilities[(token - from) * COUNT + tag] as number
  found.push({
    tag: kind,
    start: tokens.starts[start] as number,
    end: tokens.ends[end - 1] as number,
    score: sum / (end - start),
  })
}

/** Whether a token can start or end a name: punctuation cannot. */
function isEdge(tokens: Tokens, token: number): boolean {
  return (tokens.shapes[token] as number) >= SHAPE.dot
}

/** Whether a token is a title: "Dr.", "Mrs" are no part of the name. */
function isTitle(tokens: Tokens, token: number): boolean {
  return FORMS_OF_ADDRESS.has(tokens.hashes[token] as number)
}

const FORMS_OF_ADDRESS = new Set(
  'mr mrs ms mx dr prof herr herrn frau sir madam madame mme mlle monsieur senor senora sr sra srta sig signor signora dhr mevr'
    .split(' ')
    .map(hashOfWord),
)

/** Whether a span starts or ends inside a number, a time or a version: `10:30. Room 3.14`, `978-3-…`. */
function isCutOut(units: Uint16Array, start: number, end: number): boolean {
  return (isJoint(units[start - 1]) && isDigit(units[start - 2])) || (isJoint(units[end]) && isDigit(units[end + 1]))
}

/** Full stop, colon, hyphen, slash. */
function isJoint(unit: number | undefined): boolean {
  return unit === 46 || unit === 58 || unit === 45 || unit === 47
}

function isDigit(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 48 && unit <= 57
}

/** Without a word of a street, fewer tokens than these name no address: "ISO 27001", "Unit 5", "DNS 8". */
const TOKENS_WITHOUT_STREET_MIN = 3

/** Returns the kind of a span: a street or postcode has a number and a word, and is no date; words alone are a place. */
function kindOf(tokens: Tokens, start: number, end: number, tag: Tag): Tag {
  if (tag !== 'address') return isWordIn(tokens, start, end) ? tag : 'other'
  let numbers = 0
  let bits = 0
  for (let token = start; token < end; token++) {
    const shape = tokens.shapes[token] as number
    if (isNumber(shape)) numbers++
    else if (isWord(shape)) bits |= lexicalBits(tokens.hashes[token] as number)
  }
  if (numbers === 0) return streetOrLocation(tokens, start, end)
  if (numbers === 1 && isYear(tokens, start)) return 'other'
  if (!isWordIn(tokens, start, end)) return 'other'
  if ((bits & LEXICON.street) === 0 && end - start < TOKENS_WITHOUT_STREET_MIN) return 'other'
  return (bits & LEXICON.calendar) !== 0 && (bits & (LEXICON.street | LEXICON.unit)) === 0 ? 'other' : 'address'
}

/** Returns street or place: "Adams Street" is a street without its number; "via" in lower case is no evidence. */
function streetOrLocation(tokens: Tokens, start: number, end: number): Tag {
  for (let token = start; token < end; token++) {
    if ((lexicalBits(tokens.hashes[token] as number) & (LEXICON.street | LEXICON.unit)) === 0) continue
    return tokens.shapes[token] === SHAPE.small ? 'other' : 'address'
  }
  return 'location'
}

/** "1980, Mount St. Helens": four digits and a comma are a year before a house number. */
function isYear(tokens: Tokens, token: number): boolean {
  return tokens.shapes[token] === SHAPE.digits4 && tokens.shapes[token + 1] === SHAPE.comma
}

function isWordIn(tokens: Tokens, start: number, end: number): boolean {
  for (let token = start; token < end; token++) if (isWord(tokens.shapes[token] as number)) return true
  return false
}
