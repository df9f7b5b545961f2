import { scoreLinear } from '../../classify/linear-model.ts'
import { shippedModel } from '../../classify/model-file.ts'
import { baseForm, shippedWordVectors } from '../../classify/word-vectors.ts'

/** Documents, read once per check. */
export interface ReadDocuments {
  readonly words: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  /** Words of each sentence, and whether it contains a negation. */
  readonly sentences: readonly { readonly words: ReadonlySet<string>; readonly negated: boolean }[]
  readonly negated: boolean
}

/** Evidence that the documents do not support a statement. */
export interface Support {
  /** Probability that the documents do not support it, between 0 and 1. */
  readonly unsupported: number
  /** Numbers of the statement that are in no document. */
  readonly numbers: readonly string[]
  /** Names and other capitalized words that no document contains. */
  readonly names: readonly string[]
}

/** The dense features of the grounding model, in its order. */
export const SUPPORT_NAMES: readonly string[] = [
  'new_number',
  'new_names',
  'new_words',
  'new_pairs',
  'far_from_sentence',
  'negation_differs',
  'length',
]

/** Characters of all documents that are read, and sentences of them that are compared with. */
export const DOCUMENT_CHARS_MAX = 200_000
const SENTENCES_MAX = 3_000

const TOKEN = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:['’-][\p{L}]+)*/gu
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|can[’']t|won[’']t|don[’']t|doesn[’']t|didn[’']t|isn[’']t|aren[’']t|wasn[’']t|weren[’']t|hasn[’']t|haven[’']t|hadn[’']t|shouldn[’']t|wouldn[’']t|couldn[’']t|n[’']t|refus\w+|fail\w*|den(?:y|ied|ies)|reject\w*)\b/iu
const SENTENCE_END = /(?<=[.!?。])\s+|\n+/u

/** Minimum rarity of words that identify a sentence. */
const RARITY_MIN = 1.5
const RARITY_UNKNOWN = 8

/** Number words, so that "three" matches a document with 3. */
const NUMBER_WORDS: readonly string[] = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

interface Token {
  /** Lower case, without plural endings; a number without its separators of thousands. */
  readonly base: string
  readonly raw: string
  readonly isNumber: boolean
  readonly isName: boolean
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let atStart = true
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0]
    if (/[.!?:"“\n]\s*$/u.test(text.slice(end, match.index))) atStart = true
    end = match.index + raw.length
    const isNumber = /^\p{N}/u.test(raw)
    const word = raw.toLowerCase().replace(/['’].*$/u, '')
    const asNumber = NUMBER_WORDS.indexOf(word)
    tokens.push({
      base: isNumber ? raw.replaceAll(/[,:](?=\p{N})/gu, '') : asNumber >= 0 ? String(asNumber) : baseForm(word),
      raw,
      isNumber: isNumber || asNumber > 1,
      isName: !isNumber && !atStart && /^\p{Lu}/u.test(raw) && raw.length > 1 && raw !== 'I',
    })
    atStart = false
  }
  return tokens
}

/** Reads the documents that an answer must rest on. */
export function readDocuments(documents: readonly string[]): ReadDocuments {
  const text = documents.join('\n').slice(0, DOCUMENT_CHARS_MAX)
  const tokens = tokensOf(text)
  const pairs = new Set<string>()
  for (let at = 1; at < tokens.length; at += 1) pairs.add(`${tokens[at - 1]!.base} ${tokens[at]!.base}`)
  return {
    words: new Set(tokens.map(({ base }) => base)),
    pairs,
    numbers: new Set(tokens.filter(({ isNumber }) => isNumber).map(({ base }) => base)),
    sentences: text.split(SENTENCE_END, SENTENCES_MAX).map((sentence) => ({
      words: new Set(tokensOf(sentence).map(({ base }) => base)),
      negated: NEGATION.test(sentence),
    })),
    negated: NEGATION.test(text),
  }
}

/** Compares one statement with the documents. */
export function supportOf(statement: string, documents: ReadDocuments): Support {
  const { features, numbers, names } = supportFeatures(statement, documents)
  const score = scoreLinear(shippedModel('grounding'), { chars: NO_HASHES, words: NO_HASHES }, features)
  // A number or a name that no document contains is unsupported, even if the rest of the sentence matches.
  const floor = numbers.some((number) => number.length > 1) || names.length > 1 ? NEW_FACT_SCORE : 0
  return { unsupported: Math.max(score[0] ?? 0, floor), numbers, names }
}

/** Above the default threshold of the guard. */
const NEW_FACT_SCORE = 0.65

const NO_HASHES = new Uint32Array(0)

/** Returns the features of the grounding model. */
export function supportFeatures(
  statement: string,
  documents: ReadDocuments,
): { readonly features: readonly number[]; readonly numbers: readonly string[]; readonly names: readonly string[] } {
  const tokens = tokensOf(statement)
  const numbers = tokens.filter((token) => token.isNumber && !documents.numbers.has(token.base)).map(({ raw }) => raw)
  const allNames = tokens.filter(({ isName }) => isName)
  const names = allNames.filter(({ base }) => !documents.words.has(base)).map(({ raw }) => raw)
  const content = tokens.filter(({ base, isNumber }) => !isNumber && rarityOf(base) >= RARITY_MIN)
  const total = sumOf(content)
  const missing = sumOf(content.filter(({ base }) => !documents.words.has(base)))
  let newPairs = 0
  for (let at = 1; at < tokens.length; at += 1) {
    if (!documents.pairs.has(`${tokens[at - 1]!.base} ${tokens[at]!.base}`)) newPairs += 1
  }
  const nearest = nearestSentence(content, documents)
  const denies = NEGATION.test(statement)
  return {
    numbers,
    names,
    features: [
      Math.min(1, numbers.length),
      allNames.length === 0 ? 0 : names.length / allNames.length,
      total === 0 ? 0 : missing / total,
      tokens.length < 2 ? 0 : newPairs / (tokens.length - 1),
      total === 0 ? 0 : 1 - nearest.covered / total,
      (nearest.negated ?? documents.negated) === denies ? 0 : 1,
      Math.min(1, tokens.length / 60),
    ],
  }
}

function nearestSentence(
  content: readonly Token[],
  { sentences }: ReadDocuments,
): { covered: number; negated: boolean | undefined } {
  let covered = 0
  let negated: boolean | undefined
  for (const sentence of sentences) {
    let sum = 0
    for (const { base } of content) if (sentence.words.has(base)) sum += rarityOf(base)
    if (sum > covered) {
      covered = sum
      negated = sentence.negated
    }
  }
  return { covered, negated }
}

function sumOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { base }) => sum + rarityOf(base), 0)
}

function rarityOf(word: string): number {
  const { rows, rarity } = shippedWordVectors()
  const row = rows.get(word)
  return row === undefined ? RARITY_UNKNOWN : rarity[row]!
}

/** Maximum number of statements in an answer. */
export const STATEMENTS_MAX = 60
const STATEMENT_CHARS_MIN = 12

/** Courtesy, and words about the documents themselves, which are not statements. */
const SAYS_NOTHING =
  /^(?:sure|certainly|of course|great|thanks?|thank you|hello|hi|sorry|i(?:[’']m| am) (?:sorry|happy|glad|afraid)|let me know|feel free|please (?:let|note|ask|contact)|here (?:is|are)|below (?:is|are)|i hope|if you (?:have|need)|is there anything|the (?:document|text|context|source)s? (?:do|does|did) not (?:say|mention|state|contain|specify)|(?:unfortunately,? )?(?:i|we) (?:do not|don[’']t|cannot|can[’']t) (?:know|find|tell|answer))\b/iu

/** Splits an answer into statements. Questions and very short sentences are none. */
export function statementsOf(answer: string): string[] {
  return answer
    .split(SENTENCE_END, 4 * STATEMENTS_MAX)
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) => sentence.length >= STATEMENT_CHARS_MIN && !sentence.endsWith('?') && !SAYS_NOTHING.test(sentence),
    )
    .slice(0, STATEMENTS_MAX)
}
