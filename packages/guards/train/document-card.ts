import { recallAt, rocAuc, type Scored, thresholdAt } from './metrics.ts'
import { wilson } from '@gatehouse/kernel'

/** A document evaluated by a model that was not trained on its kind. */
export interface Judged extends Scored {
  readonly source: string
}

/** The card of the model of documents. */
export function documentCard(held: readonly Judged[], threshold: number, bytes: number): string {
  const sources = [...new Set(held.map(({ source }) => source))].sort()
  const lines = sources.map((source) => {
    const own = held.filter((one) => one.source === source)
    const cell = (label: number): string => {
      const of = own.filter((one) => one.label === label)
      return share(of.filter(({ score }) => score >= threshold).length, of.length)
    }
    return `| ${source} | ${own.length} | ${cell(1)} | ${cell(0)} |`
  })
  const among = (pattern: RegExp): Judged[] => held.filter(({ source }) => pattern.test(source))
  return `${[
    '# Model documents',
    '',
    'Tells orders to the machine that reads a document, page or tool result from what the document says to people.',
    '',
    `A logistic regression over the words, letters and beginnings of one sentence and signs of whom it addresses, ${Math.round(bytes / 1024)} KB; a`,
    'document scores what its worst sentence scores. Trained with `npm run train:documents -- --data <folder>` on sentences of our own',
    'grammar, on attacks with a permissive licence, and on sentences of harmless documents. It never trains on the sets that hold',
    'planted orders; they measure it. Harmless documents are judged by a model that has seen no document of their group: pages,',
    'manuals of half of the projects, of the other half, passages, talk. The grammar was widened after a look at what was missed in',
    'the first set, so its figures are of development; no text of it was copied.',
    '',
    '| on | ROC-AUC | recall at 1 % false positives | at the shipped threshold: recall | false positives |',
    '| --- | --- | --- | --- | --- |',
    summary(
      'orders in tables, mails and code (bipia_train), documents and orders unseen',
      among(/^bipia_train/),
      threshold,
    ),
    summary('of these, mails', among(/^bipia_train email/), threshold),
    summary('of these, tables', among(/^bipia_train table/), threshold),
    summary('of these, code', among(/^bipia_train code/), threshold),
    summary(
      'attacks in pages and manuals (embed_synth), both unseen',
      among(/^embed_synth (?:embedded|document)$/),
      threshold,
    ),
    summary(
      'the same, against pages with a harmless request in them',
      among(/^embed_synth (?:embedded|document_hn)$/),
      threshold,
    ),
    '',
    `The shipped threshold is ${threshold}. By source, flagged at it with 95 % intervals (Wilson):`,
    '',
    '| source | documents | of those with an order | of those without |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
    '## What it misses',
    '',
    '- Orders that a person could have meant for another person: a question, a task without a word about answers, users or tools.',
    '- Code that is planted without a sentence around it, and orders in fewer than four words.',
    '- It cannot tell an exercise in a textbook, or a page about prompts, from an order; such pages are most of what it flags wrongly.',
    '- Other languages than English: the signs are English, and few planted sentences in other languages trained it.',
  ].join('\n')}\n`
}

function summary(name: string, judged: readonly Judged[], threshold: number): string {
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
