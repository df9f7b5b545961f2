import { CASING, casingOf, setCasing } from '../src/detectors/pii/tagger/casing.ts'
import { WINDOW_TOKENS_MAX } from '../src/detectors/pii/tagger/decode.ts'
import { describe, FEATURES_PER_TOKEN } from '../src/detectors/pii/tagger/features.ts'
import { LEXICON, lexicalBits } from '../src/detectors/pii/tagger/lexicon.ts'
import { CASING_BITS, type Tag, TAGS, type TaggerModel } from '../src/detectors/pii/tagger/model.ts'
import { hashOfWord, isWord, readTokens, SHAPE, type Tokens } from '../src/detectors/pii/tagger/tokens.ts'
import { windowsOf } from '../src/detectors/pii/tagger/windows.ts'
import { readUnits } from '../src/detectors/pii/units.ts'
import { contextsOf } from './pii-contexts.ts'
import type { SpanLabel } from './pii-accuracy.ts'
import { quantise, type Sequence, trainCrf } from './crf.ts'
import { type Labelled, makeSentences } from './pii-sentences.ts'
import { isShippable, readRows, type Row } from './rows.ts'
import { seededRandom } from '../src/classify/seeded.ts'

const BITS = 16
const SENTENCES = 60_000
/** Maximum number of benign texts as negative examples. */
const NEGATIVES_MAX = 9_000
const NEGATIVE_UNITS_MAX = 600
/** Benign sources in which names are rare; the others are left to measure false alarms on. */
const NEGATIVE_SOURCES = new Set(
  'slabs clinc_train banking77_train gpteacher_code shire_benign cse_instruct repo_docs_dev ui_strings_multi gen_hardneg gen_meta hwu64'.split(
    ' ',
  ),
)

const TAG_OF: Readonly<Record<string, Tag>> = {
  PERSON: 'person',
  person: 'person',
  LOCATION: 'location',
  GPE: 'location',
  location: 'location',
  ORGANIZATION: 'organization',
  corporation: 'organization',
  group: 'organization',
  STREET_ADDRESS: 'address',
  ADDRESS: 'address',
  ZIP_CODE: 'address',
}

export interface PiiRow extends Omit<Row, 'label'> {
  /** Spans, if the row has any. */
  readonly label: Row['label'] | readonly SpanLabel[]
  readonly template_id?: number
}

export interface PiiData {
  readonly rows: readonly PiiRow[]
  readonly negatives: readonly string[]
  readonly casing: Uint8Array
  /** Sentences with slots for names. */
  readonly contexts: readonly string[]
}

/** Labelled rows that may be shipped, benign texts, and how words are written in them. */
export function readPiiData(folder: string): PiiData {
  const rows = readRows<PiiRow>(folder, 'pii').filter(isShippable)
  const benign = readRows(folder, 'injection').filter((row) => isShippable(row) && row.label === 0)
  const casing = countCasing(benign.map((row) => row.text))
  const talk = readRows(folder, 'toxicity').filter((row) => isShippable(row) && row.label === 0)
  const contexts = contextsOf(
    [...benign, ...talk].map((row) => row.text),
    casing,
  )
  return { rows, negatives: chooseNegatives(benign), casing, contexts }
}

function chooseNegatives(benign: readonly Row[]): string[] {
  const own = benign.filter((row) => NEGATIVE_SOURCES.has(row.source))
  const step = Math.max(1, Math.floor(own.length / NEGATIVES_MAX))
  return own.filter((_, index) => index % step === 0).map((row) => row.text.slice(0, NEGATIVE_UNITS_MAX))
}

/** Capitalizes common words as in headings and for emphasis: these are no names. */
function capitalise(text: string, share: number, random: () => number): string {
  return text.replaceAll(/(?<![\p{L}\d])[a-z]{3,}(?![\p{L}\d])/gu, (word) => {
    if ((lexicalBits(hashOfWord(word)) & NAMES) !== 0 || random() >= share) return word
    return random() < 0.1 ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
  })
}

const NAMES = LEXICON.given | LEXICON.givenAmbiguous | LEXICON.family | LEXICON.country | LEXICON.town

/** Counts capitals and small letters of words inside sentences. */
function countCasing(texts: readonly string[]): Uint8Array {
  const small = new Map<number, number>()
  const large = new Map<number, number>()
  for (const text of texts) {
    const tokens = readTokens(readUnits(text), text.length)
    for (let token = 1; token < tokens.count; token++) {
      const shape = tokens.shapes[token] as number
      if (!isWord(shape) || shape === SHAPE.shouted) continue
      const before = tokens.shapes[token - 1] as number
      const hash = tokens.hashes[token] as number
      if (shape === SHAPE.small) small.set(hash, (small.get(hash) ?? 0) + 1)
      else if (isWord(before) || before === SHAPE.comma) large.set(hash, (large.get(hash) ?? 0) + 1)
    }
  }
  const table = new Uint8Array(2 ** CASING_BITS / 4)
  for (const hash of new Set([...small.keys(), ...large.keys()])) {
    const lower = small.get(hash) ?? 0
    const upper = large.get(hash) ?? 0
    if (lower + upper < 2) continue
    const share = upper / (lower + upper)
    const value = share < 0.3 ? CASING.small : share < 0.7 ? CASING.both : CASING.capital
    if (casingOf(table, hash) < value) setCasing(table, hash, value)
  }
  return table
}

function labelled(row: PiiRow): Labelled {
  const spans = typeof row.label === 'object' ? row.label : []
  const found = spans.flatMap(({ start, end, type }) => {
    const tag = TAG_OF[type]
    return tag === undefined ? [] : [{ start, end, tag }]
  })
  return { text: row.text, spans: joinAddresses(row.text, found) }
}

/** Merges a town or country into the address of an adjacent street, if only separators are in between. */
function joinAddresses(text: string, spans: Labelled['spans']): Labelled['spans'] {
  const sorted = spans.toSorted((left, right) => left.start - right.start)
  const isNear = (left: number, right: number): boolean =>
    /^[\s,.\\]{0,6}$/.test(text.slice(left, Math.max(left, right)))
  const tags = sorted.map(({ tag }) => tag)
  for (const step of [1, -1]) {
    for (let at = step === 1 ? 1 : sorted.length - 2; at >= 0 && at < sorted.length; at += step) {
      const before = sorted[at - step]
      const own = sorted[at]
      if (before === undefined || own === undefined || tags[at] !== 'location' || tags[at - step] !== 'address')
        continue
      if (step === 1 ? isNear(before.end, own.start) : isNear(own.end, before.start)) tags[at] = 'address'
    }
  }
  return sorted.map((span, at) => ({ ...span, tag: tags[at] as Tag }))
}

/**
 * Trains on the rows that `keep` accepts, on generated sentences, and on benign texts.
 * @param keep excludes rows for measurement
 */
export function trainOn(data: PiiData, keep: (row: PiiRow, index: number) => boolean): TaggerModel {
  const random = seededRandom(11)
  const sequences: Sequence[] = []
  for (const [index, row] of data.rows.entries()) {
    if (!keep(row, index)) continue
    addSequences(labelled(row), data.casing, row.source === 'presidio_dev' ? 1 : 0.7, sequences)
  }
  for (const created of makeSentences(SENTENCES, data.contexts, random))
    addSequences(created, data.casing, 1, sequences)
  for (const text of data.negatives) {
    addSequences({ text, spans: [] }, data.casing, 0.5, sequences)
    const roll = random()
    if (roll < 0.15)
      addSequences(
        { text: capitalise(text.slice(0, 200), roll < 0.15 ? 1 : 0.25, random), spans: [] },
        data.casing,
        0.5,
        sequences,
      )
  }
  const { weights, transitions } = trainCrf(sequences, {
    bits: BITS,
    perToken: FEATURES_PER_TOKEN,
    epochs: 6,
    rate: 0.12,
    dropout: 0.3,
    l2: 2e-5,
  })
  const { bytes, scale } = quantise(weights)
  const rounded = Array.from(transitions, (value) => Math.round(value * 1_000) / 1_000)
  return { bits: BITS, scale, transitions: rounded, weights: bytes, casing: data.casing }
}

/** Adds the windows of a text that the tagger would read, with their expected tags. */
function addSequences(created: Labelled, casing: Uint8Array, weight: number, into: Sequence[]): void {
  const units = readUnits(created.text)
  const tokens = readTokens(units, created.text.length)
  const lookUp = (hash: number): number => casingOf(casing, hash)
  const bounds = windowsOf(tokens, lookUp)
  for (let at = 0; at < bounds.length; at += 2) {
    const from = bounds[at] as number
    const to = Math.min(bounds[at + 1] as number, from + WINDOW_TOKENS_MAX)
    const features = new Int32Array((to - from) * FEATURES_PER_TOKEN)
    for (let token = from; token < to; token++) {
      describe(units, tokens, lookUp, token, BITS, features, (token - from) * FEATURES_PER_TOKEN)
    }
    into.push({ features, tags: tagsOf(tokens, from, to, created), weight })
  }
}

function tagsOf(tokens: Tokens, from: number, to: number, created: Labelled): Uint8Array {
  return Uint8Array.from({ length: to - from }, (_, at) => {
    const start = tokens.starts[from + at] as number
    const span = created.spans.find((each) => each.start <= start && start < each.end)
    return span === undefined ? 0 : TAGS.indexOf(span.tag)
  })
}
