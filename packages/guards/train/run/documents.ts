import { writeFileSync } from 'node:fs'
import { type LinearModel, scoreLinear } from '../../src/classify/linear-model.ts'
import { encodeModel } from '../../src/classify/model-file.ts'
import { withStarts } from '../../src/classify/starts.ts'
import { quantise, type Sample, trainLinear } from '../../src/classify/train-linear.ts'
import { countedScore, DOCUMENT_SCORE_MIN, signsIn } from '../../src/detectors/documents/score-document.ts'
import { sentencesOf } from '../../src/detectors/documents/sentences.ts'
import { DOCUMENT_DENSE_NAMES, documentDenseOf } from '../../src/detectors/documents/signs.ts'
import { dataFolder } from '../data-folder.ts'
import { documentCard, type ScoredDocument } from '../document-card.ts'
import { documentRows, type PlainDocument, plainDocuments, type SentenceRow } from '../own/document-rows.ts'
import { isShippable, readRows, type Row } from '../rows.ts'

/** A source counts by the root of its size, as in the other tasks. */
const SOURCE_ROWS = 1_000
let knownAttacks: readonly string[] | undefined
const BITS = 20

/** Number of groups of harmless documents: each group is evaluated by a model that was not trained on it. */
const GROUPS = 5

const folder = dataFolder()
const injection = readRows(folder, 'injection')
const grounding = readRows<Omit<Row, 'label'> & { context: string }>(folder, 'grounding')
// Used for measurement only: one set is a public benchmark, the other contains attacks with an unclear license.
const planted = readRows(folder, 'indirect')
const documents = plainDocuments(injection, grounding)

const manuals = documents.filter(({ source }) => source === 'repo_docs_dev')
const firstManuals = new Set(manuals.slice(0, manuals.length / 2))

/** Pages; manuals of some projects; of the others, in the order of the data; passages; talk and labels. */
function groupOf(document: PlainDocument): number {
  if (document.source === 'docs_c4_wiki') return 0
  if (document.source === 'repo_docs_dev') return firstManuals.has(document) ? 1 : 2
  return /^(?:t0_tasks|wikiann_multi)$/.test(document.source) ? 3 : 4
}

const heldOut: ScoredDocument[] = []
for (let group = 0; group < GROUPS; group += 1) {
  const others = fit(documents.filter((document) => groupOf(document) !== group))
  for (const document of documents)
    if (groupOf(document) === group)
      heldOut.push({ source: document.source, label: 0, score: worstOf(others, document.text) })
}
// Its documents are pages and manuals of the same sources.
const withoutPages = fit(documents.filter((document) => groupOf(document) > 2))
for (const { text, label, kind } of planted.filter(({ source }) => source === 'embed_synth'))
  if (Number(label) === 0 || !holdsKnownAttack(text))
    heldOut.push({ source: `embed_synth ${kind}`, label: Number(label), score: worstOf(withoutPages, text) })
const model = fit(documents)
for (const { text, label, kind } of planted.filter(({ source }) => source === 'bipia_train'))
  heldOut.push({
    source: `bipia_train ${kind?.replace(/^\w+?_/, '')}`,
    label: Number(label),
    score: worstOf(model, text),
  })
const bytes = encodeModel(model)
writeFileSync(new URL('../../models/documents.bin', import.meta.url), bytes)
const card = documentCard(heldOut, DOCUMENT_SCORE_MIN, bytes.length)
writeFileSync(new URL('../../../../docs/models/documents.md', import.meta.url), card)
process.stdout.write(card)

function fit(plain: readonly PlainDocument[]): LinearModel {
  const rows = documentRows(injection, plain)
  const counts = new Map<string, number>()
  const keyOf = ({ source, label }: SentenceRow): string => `${source}\n${label}`
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  const samples = rows.map((row): Sample => {
    const scale = Math.sqrt(SOURCE_ROWS / counts.get(keyOf(row))!)
    return {
      features: withStarts(row.text),
      dense: documentDenseOf(row.text),
      label: row.label,
      weight: Math.min(3, Math.max(0.3, scale)) * row.weight,
    }
  })
  const trained = trainLinear(samples, { bits: BITS, epochs: 3, rate: 0.1, l2: 1e-3, smooth: 0.02, denseDrop: 0.1 })
  const classes = [quantise('documents', trained, DOCUMENT_SCORE_MIN)]
  return { task: 'documents', bits: BITS, dense: DOCUMENT_DENSE_NAMES, classes }
}

function worstOf(judge: LinearModel, text: string): number {
  let worst = 0
  for (const { text: sentence } of sentencesOf(text)) {
    const dense = documentDenseOf(sentence)
    worst = Math.max(worst, countedScore(scoreLinear(judge, withStarts(sentence), dense)[0]!, signsIn(dense)))
  }
  return worst
}

/** Whether the text contains a training attack verbatim: then it is not unseen. */
function holdsKnownAttack(text: string): boolean {
  knownAttacks ??= injection
    .filter((row) => Number(row.label) === 1 && isShippable(row) && row.text.trim().length > 15)
    .map((row) => row.text.trim())
  return knownAttacks.some((attack) => text.includes(attack))
}
