/**
 * Weighs how a text is compared with a topic: `npm run train:topic -- --data <folder>`. Writes models/topic.bin and its card.
 */
import { writeFileSync } from 'node:fs'
import { encodeModel } from '../../src/classify/model-file.ts'
import { sigmoid } from '../../src/classify/linear-model.ts'
import { AFFINITY_NAMES, affinityFeatures, compileTopic, readForTopics } from '../../src/detectors/topics/affinity.ts'
import { dataFolder } from '../data-folder.ts'
import { fitDense } from '../fit-dense.ts'
import { rocAuc, type Scored } from '../metrics.ts'
import { readRows, type Row } from '../rows.ts'
import { wilson } from '@gatehouse/kernel'

const THRESHOLDS = [0.3, 0.5, 0.7]

interface PurposeRow extends Row {
  readonly purpose: string
}

interface Sample {
  readonly features: readonly number[]
  readonly label: number
  readonly purpose: string
}

const rows = readRows<PurposeRow & Pick<Row, 'label'>>(dataFolder(), 'topic')
const purposes = [...new Set(rows.map(({ purpose }) => purpose))]
const topics = new Map(purposes.map((purpose) => [purpose, compileTopic(purpose)]))
const samples = rows.map(({ text, label, purpose }): Sample => ({
  features: affinityFeatures(readForTopics(text), topics.get(purpose)!),
  label: 1 - Number(label),
  purpose,
}))
const { weights, bias } = fitDense(samples, AFFINITY_NAMES.length)
writeFileSync(
  new URL('../../models/topic.bin', import.meta.url),
  encodeModel({
    task: 'topic',
    bits: 1,
    dense: AFFINITY_NAMES,
    classes: [{ name: 'topic', bias, scale: 0, weights: new Int8Array(2), dense: weights, threshold: 0.5 }],
  }),
)

const unseen: (Scored & { readonly purpose: string })[] = purposes.flatMap((purpose) => {
  const without = fitDense(
    samples.filter((sample) => sample.purpose !== purpose),
    AFFINITY_NAMES.length,
  )
  return samples
    .filter((sample) => sample.purpose === purpose)
    .map(({ features, label }) => ({ label, purpose, score: sigmoid(without.of(features)) }))
})
const share = (scored: readonly Scored[], threshold: number): string => {
  const hits = scored.filter(({ score }) => score >= threshold).length
  const { low, high } = wilson(hits, scored.length)
  return `${((100 * hits) / scored.length).toFixed(1)} % [${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}]`
}
const line = (name: string, scored: readonly Scored[]): string =>
  `| ${name} | ${scored.length} | ${rocAuc(scored).toFixed(3)} | ${THRESHOLDS.map(
    (threshold) =>
      `${share(
        scored.filter(({ label }) => label === 1),
        threshold,
      )} / ${share(
        scored.filter(({ label }) => label === 0),
        threshold,
      )}`,
  ).join(' | ')} |`
const card = `${[
  '# Topic model',
  '',
  'Estimates whether a text is about a topic, or matches a purpose that is described in a few words.',
  '',
  'The model is a logistic regression over five comparisons (fields of a list of sixty topics, shared words, nearest words, direction) of word',
  'vectors for 16,000 words with 48 bytes each (models/words.bin). `npm run train:words` and `npm run train:topic` train it with',
  'reproducible output. The vectors are trained without labels on the permissively licensed texts of injection, toxicity,',
  'grounding and bias. The weights are trained on clinc_topic_dev (CC-BY-3.0).',
  '',
  'Each purpose is measured with weights that were fitted on the other six. The training data of the vectors contains unlabelled texts of the same assistants.',
  '',
  `| purpose | rows | ROC-AUC | ${THRESHOLDS.map((threshold) => `on topic / off topic scoring ${threshold}`).join(' | ')} |`,
  '| --- | --- | --- | --- | --- | --- |',
  ...purposes.map((purpose) =>
    line(
      purpose,
      unseen.filter((item) => item.purpose === purpose),
    ),
  ),
  line('all', unseen),
  '',
  '## Limits',
  '',
  '- Does not evaluate texts in languages other than English, except for the few words in the list.',
  '- Has low accuracy for purposes that are not a subject area ("settings of a voice assistant", "small talk"), because short answers and commands do not contain their words.',
  '- Misjudges texts that use the words of a topic with another meaning ("a recipe for disaster").',
].join('\n')}\n`
writeFileSync(new URL('../../../../docs/models/topic.md', import.meta.url), card)
process.stdout.write(`${card}\n${weights.map((weight) => weight.toFixed(2)).join(' ')} ${bias.toFixed(2)}\n`)
