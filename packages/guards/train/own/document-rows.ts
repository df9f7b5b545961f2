import { sentencesOf } from '../../src/detectors/documents/sentences.ts'
import { DOCUMENT_DENSE_NAMES, documentDenseOf } from '../../src/detectors/documents/signs.ts'
import { suiteRows } from '../injection-data.ts'
import { isShippable, type Row } from '../rows.ts'
import { expand } from './grammar/expand.ts'
import { DOCUMENT_LINES, PLANTED } from './grammar/planted.ts'
import { ownInjectionRows } from './injection-rows.ts'

/** A sentence to train on. */
export interface SentenceRow {
  readonly text: string
  readonly label: number
  readonly source: string
  readonly weight: number
}

/** A harmless document, whole. */
export interface PlainDocument {
  readonly text: string
  readonly source: string
}

/** Sources of the injection data whose texts are documents, passages or tool results. */
const DOCUMENT_SOURCES = /^(?:t0_tasks|docs_c4_wiki|repo_docs_dev|wikiann_multi|taskmaster|ui_strings_multi)$/

/** Maximum numbers of sentences: of each own attack, and of each document, so that long documents do not dominate. */
const OF_ATTACK = 2
const OF_DOCUMENT = 40
const OF_MANUAL = 15
const OF_CONTEXT = 25

const OWN_PLANTED = 8_000
const OWN_LINES = 8_000

/** Some of these sources contain exercises for a model; these are instructions to it, not sentences of a document. */
const EXERCISE =
  /^(?:write|explain|summari|translate|given|question|answer|choose|read|suggest|generate|what|how|which|is |do )/i

/** Own attacks that may occur in a document, and own look-alikes. */
const OWN_ATTACKS = /^own_(?:extraction|override|smuggled|forced|abroad|attacks)/
const OWN_PLAIN = /^own_(?:look|business|everyday|product|plain_abroad)/

/** Third-party attacks that may occur in a document. */
const ATTACK_SOURCES = /^(?:slabs|gen_multilingual)$/

/** Signals that are rare in documents. */
const TELLING: ReadonlySet<string> = new Set([
  'drop_rules',
  'drop_rules_abroad',
  'drop_all',
  'free_role',
  'free_word',
  'special_mode',
  'new_role',
  'you_are_now',
  'stay_in_role',
  'frame',
  'secrets',
  'comply',
  'decode_obey',
  'to_a_machine',
  'your_answer',
  'acts_on_answer',
  'instead_of_task',
  'give_away',
  'unseen',
  'urgent_label',
])

/** Returns documents without injections: from the injection data, and from grounding sources. */
export function plainDocuments(
  injection: readonly Row[],
  grounding: readonly (Pick<Row, 'source'> & { readonly lic?: string; readonly context: string })[],
): PlainDocument[] {
  const contexts = new Map<string, string>()
  for (const row of grounding) if (isShippable(row)) contexts.set(row.context, row.source)
  return [
    ...injection
      .filter((row) => Number(row.label) === 0 && isShippable(row) && DOCUMENT_SOURCES.test(row.source))
      .map(({ text, source }) => ({ text, source })),
    ...[...contexts].map(([text, source]) => ({ text, source })),
    ...suiteRows()
      .filter(({ source }) => !REQUESTS.test(source))
      .map(({ text, source }) => ({ text, source })),
  ]
}

/** Texts of the suite that are prompts to a model. */
const REQUESTS = /^suite_(?:chat|education)$/

/** Returns training sentences: injected ones, those of attacks, and those of documents. Deterministic. */
export function documentRows(injection: readonly Row[], documents: readonly PlainDocument[]): SentenceRow[] {
  const rows: SentenceRow[] = expand(PLANTED, OWN_PLANTED, 61).map((text) => row(text, 1, 'own_planted', 1))
  for (const { text, label, source } of ownInjectionRows()) {
    if (label === 0 && OWN_PLAIN.test(source)) rows.push(row(text, 0, source, 0.5))
    if (label === 0 || !OWN_ATTACKS.test(source)) continue
    for (const sentence of sentencesOf(text).slice(0, OF_ATTACK)) rows.push(row(sentence.text, 1, source, 0.6))
  }
  for (const text of expand(DOCUMENT_LINES, OWN_LINES, 62)) rows.push(row(text, 0, 'own_lines', 1))
  for (const attack of injection) {
    if (
      Number(attack.label) === 1 &&
      isShippable(attack) &&
      ATTACK_SOURCES.test(attack.source) &&
      isOutright(attack.text)
    )
      rows.push(row(attack.text, 1, attack.source, 1))
  }
  for (const { text, source } of documents) {
    for (const sentence of sentencesOf(text).slice(0, sentencesOfSource(source)))
      if (!EXERCISE.test(sentence.text)) rows.push(row(sentence.text, 0, source, 2))
  }
  return rows
}

/** Whether a text contains an explicit instruction signal: mere hints occur in documents too. */
function isOutright(text: string): boolean {
  return documentDenseOf(text).some((value, index) => value === 1 && TELLING.has(DOCUMENT_DENSE_NAMES[index]!))
}

const row = (text: string, label: number, source: string, weight: number): SentenceRow => ({
  text,
  label,
  source,
  weight,
})

function sentencesOfSource(source: string): number {
  if (source === 'repo_docs_dev') return OF_MANUAL
  return DOCUMENT_SOURCES.test(source) ? OF_DOCUMENT : OF_CONTEXT
}
