import { recallAt, rocAuc, type Scored, thresholdAt } from './metrics.ts'
import { wilson } from '@gatehouse/kernel'

/** A document evaluated by a model that was not trained on its kind. */
export interface ScoredDocument extends Scored {
  readonly source: string
}

/** The card of the model of documents. */
export function documentCard(scored: readonly ScoredDocument[], threshold: number, bytes: number): string {
  const sources = [...new Set(scored.map(({ source }) => source))].sort()
  const lines = sources.map((source) => {
    const own = scored.filter((item) => item.source === source)
    const cell = (label: number): string => {
      const of = own.filter((item) => item.label === label)
      return share(of.filter(({ score }) => score >= threshold).length, of.length)
    }
    return `| ${source} | ${own.length} | ${cell(1)} | ${cell(0)} |`
  })
  const among = (pattern: RegExp): ScoredDocument[] => scored.filter(({ source }) => pattern.test(source))
  return `${[
    '# Document model',
    '',
    'Detects instructions to the model in a document, page or tool result, and distinguishes them from text for people.',
    '',
    `The model is a logistic regression over the words, letters and beginning of a sentence and features of its addressee, ${Math.round(bytes / 1024)} KB. The`,
    'score of a document is the score of its worst sentence. `npm run train:documents -- --data <folder>` trains the model on sentences from a',
    'grammar written for Gatehouse, on attacks with a permissive license, and on sentences from benign documents. The sets with embedded',
    'instructions are used only for measurement. Each group of benign documents is measured with a model that was trained without it. The groups are pages,',
    'manuals of one half of the projects, manuals of the other half, passages and conversations. The grammar was extended after reading the misses in',
    'the first set, so the figures for this set are development figures. No text was copied.',
    '',
    '| on | ROC-AUC | recall at 1 % false positives | at the shipped threshold: recall | false positives |',
    '| --- | --- | --- | --- | --- |',
    summary(
      'instructions in tables, mail and code (bipia_train), documents and instructions unseen',
      among(/^bipia_train/),
      threshold,
    ),
    summary('of these, mail', among(/^bipia_train email/), threshold),
    summary('of these, tables', among(/^bipia_train table/), threshold),
    summary('of these, code', among(/^bipia_train code/), threshold),
    summary(
      'attacks in pages and manuals (embed_synth), both unseen',
      among(/^embed_synth (?:embedded|document)$/),
      threshold,
    ),
    summary(
      'the same, compared with pages that contain a harmless request',
      among(/^embed_synth (?:embedded|document_hn)$/),
      threshold,
    ),
    '',
    `The shipped threshold is ${threshold}. Share of flagged documents by source, with 95 % intervals (Wilson):`,
    '',
    '| source | documents | with an instruction | without an instruction |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
    '## Limits',
    '',
    '- Misses instructions that could be meant for a person: a question, or a task without a word about answers, users or tools.',
    '- Misses embedded code without a surrounding sentence, and instructions with fewer than four words.',
    '- Cannot distinguish a textbook exercise or a page about prompts from an instruction. Most false positives are such pages.',
    '- Works best in English: the features are English, and the training data has few embedded instructions in other languages.',
  ].join('\n')}\n`
}

function summary(name: string, judged: readonly ScoredDocument[], threshold: number): string {
  const at1 = recallAt(judged, thresholdAt(judged, 0.01))
  const shipped = recallAt(judged, threshold)
  const benign = judged.filter(({ label }) => label === 0)
  const wrong = benign.filter(({ score }) => score >= threshold).length
  return `| ${name} | ${rocAuc(judged).toFixed(3)} | ${share(at1.hits, at1.of)} | ${share(shipped.hits, shipped.of)} | ${share(wrong, benign.length)} |`
}

function share(hits: number, of: number): string {
  if (of === 0) return ''
  const { low, high } = wilson(hits, of)
  const percent = (value: number): string => (100 * value).toFixed(1)
  return `${percent(hits / of)} % [${percent(low)}–${percent(high)}]`
}
