/** Trains the weights of grounding signals: `npm run train:grounding -- --data <folder>`. Writes models/grounding.bin and its card. */
import { writeFileSync } from 'node:fs'
import { encodeModel } from '../../src/classify/model-file.ts'
import { sigmoid } from '../../src/classify/linear-model.ts'
import { readDocuments, statementsOf, SUPPORT_NAMES, supportFeatures } from '../../src/detectors/grounding/support.ts'
import { dataFolder } from '../data-folder.ts'
import { fitDense } from '../fit-dense.ts'
import { recallAt, rocAuc, type Scored, thresholdAt } from '../metrics.ts'
import { readRows, type Row } from '../rows.ts'
import { wilson } from '@gatehouse/kernel'

const THRESHOLD = 0.5

interface GroundingRow extends Row {
  readonly context: string
}

interface Sample {
  /** Of each statement of the answer. */
  readonly statements: readonly (readonly number[])[]
  readonly features: readonly number[]
  readonly label: number
  readonly source: string
}

const samples = readRows<GroundingRow & Pick<Row, 'label'>>(dataFolder(), 'grounding').map((row): Sample => {
  const documents = readDocuments([row.context])
  const own = statementsOf(row.text)
  const statements = (own.length === 0 ? [row.text] : own).map((text) => supportFeatures(text, documents).features)
  // A label applies to the whole answer; its most suspicious statement represents it.
  const worst = SUPPORT_NAMES.map((_, at) => Math.max(...statements.map((features) => features[at]!)))
  return { statements, features: worst, label: Number(row.label), source: row.source }
})
const model = fitDense(samples, SUPPORT_NAMES.length)
writeFileSync(
  new URL('../../models/grounding.bin', import.meta.url),
  encodeModel({
    task: 'grounding',
    bits: 1,
    dense: SUPPORT_NAMES,
    classes: [
      {
        name: 'unsupported',
        bias: model.bias,
        scale: 0,
        weights: new Int8Array(2),
        dense: model.weights,
        threshold: THRESHOLD,
      },
    ],
  }),
)

const sources = [...new Set(samples.map(({ source }) => source))].sort()
const unseen = sources.flatMap((source) => {
  const without = fitDense(
    samples.filter((sample) => sample.source !== source),
    SUPPORT_NAMES.length,
  )
  return samples
    .filter((sample) => sample.source === source)
    .map(({ statements, label }) => ({
      label,
      source,
      score: Math.max(...statements.map((features) => sigmoid(without.of(features)))),
    }))
})
const share = (hits: number, of: number): string => {
  const { low, high } = wilson(hits, of)
  return `${((100 * hits) / of).toFixed(1)} % [${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}]`
}
const line = (name: string, scored: readonly Scored[]): string => {
  const flagged = (label: number): string => {
    const own = scored.filter((item) => item.label === label)
    return share(own.filter(({ score }) => score >= THRESHOLD).length, own.length)
  }
  const { hits, of } = recallAt(scored, thresholdAt(scored, 0.1))
  return `| ${name} | ${scored.length} | ${rocAuc(scored).toFixed(3)} | ${share(hits, of)} | ${flagged(1)} | ${flagged(0)} |`
}
const card = `${[
  '# Grounding model',
  '',
  'Estimates whether the given documents support the statements of an answer.',
  '',
  'The model is a logistic regression over seven comparisons: numbers, names, words and word pairs that no document contains, the nearest',
  'sentence, negation and length. `npm run train:grounding -- --data <folder>` trains it with reproducible output. All',
  'sources have a permissive license. Each source is measured with weights that were fitted on the other sources.',
  '',
  `| source | answers | ROC-AUC | unsupported found at 10 % false positives | unsupported flagged at ${THRESHOLD} | supported flagged at ${THRESHOLD} |`,
  '| --- | --- | --- | --- | --- | --- |',
  ...sources.map((source) =>
    line(
      source,
      unseen.filter((item) => item.source === source),
    ),
  ),
  line('all', unseen),
  '',
  '## Limits',
  '',
  '- Misses false statements that use the words of the documents, such as swapped names, and most subtle edits.',
  '- Reports true paraphrases as unsupported if the documents do not use their words.',
  '- Works best in English; numbers and names work in every language.',
  '- If a language model is configured, it decides instead.',
].join('\n')}\n`
writeFileSync(new URL('../../../../docs/models/grounding.md', import.meta.url), card)
process.stdout.write(
  `${card}\n${model.weights.map((weight) => weight.toFixed(2)).join(' ')} ${model.bias.toFixed(2)}\n`,
)
