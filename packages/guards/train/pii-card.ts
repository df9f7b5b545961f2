import { PII_ENTITIES } from '../src/detectors/pii/catalogue.ts'
import { createPiiDetector } from '../src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../src/detectors/pii/entity.ts'
import type { TaggerModel } from '../src/detectors/pii/tagger/model.ts'
import { makeViews } from '../src/text/views.ts'
import { count, type SpanLabel, Tally } from './pii-accuracy.ts'
import { type PiiData, type PiiRow, trainOn } from './pii-data.ts'
import { wilson } from '@gatehouse/kernel'

/** One in this number of a source's templates is held out, as for the rules. */
const HELD_OUT_EVERY = 3

const TYPES = ['PERSON', 'LOCATION', 'STREET_ADDRESS'] as const

interface Fold {
  readonly title: string
  /** Whether a row is measured on, and so not trained on. */
  readonly holds: (row: PiiRow) => boolean
}

const FOLDS: readonly Fold[] = [
  { title: 'wnut17_train (tweets), trained without it', holds: (row) => row.source === 'wnut17_train' },
  { title: 'presidio_dev (templates), trained without it', holds: (row) => row.source === 'presidio_dev' },
  {
    title: 'presidio_dev, every third template, trained on the others',
    holds: (row) => row.source === 'presidio_dev' && (row.template_id ?? 0) % HELD_OUT_EVERY === 0,
  },
]

/** Returns the model card of the tagger: results of the whole detector with taggers that were not trained on the measured texts. */
export function piiCard(data: PiiData, bytes: number): string {
  return `${[
    '# PII tagger model',
    '',
    'Detects names of people, places and organizations, and street addresses, in running text. The PII guards combine its findings with',
    'the findings of their rules.',
    '',
    `The model is a linear-chain conditional random field over hashed words, shapes and lists, ${Math.round(bytes / 1024)} KB.`,
    '`npm run train:pii -- --data <folder>` trains it in less than a minute with reproducible output. The training data consists of',
    'wnut17_train (CC-BY-4.0), presidio_dev (MIT and CC-BY-SA-3.0), sentences from grammars written for Gatehouse, and',
    'permissively licensed prompts as texts without names.',
    '',
    'Every figure applies to the complete detector (rules and tagger) at the shipped threshold, with a tagger that was not trained on the measured texts.',
    'A finding is correct if it overlaps a label of its type. Intervals are 95 % (Wilson).',
    '',
    '| unseen | type | entities | precision | recall | same bounds | F1 |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...FOLDS.flatMap((fold) => linesOf(data, fold)),
    '',
    '## Limits',
    '',
    '- Misses names without a capital letter, and names whose parts and context are both unknown.',
    '- Was trained only on English text. Other languages in Latin script use lists of names, and other scripts use only rules.',
    '- Misses addresses in formats that are not in the training data. It often truncates the end of an address.',
    '- Detects ORGANIZATION only on request. The data has too few such labels for a figure.',
  ].join('\n')}\n`
}

function linesOf(data: PiiData, fold: Fold): string[] {
  const model = trainOn(data, (row) => !fold.holds(row))
  const tallies = measure(data.rows.filter(fold.holds), model)
  return TYPES.flatMap((type) => {
    const tally = tallies.get(type)
    return tally === undefined || tally.gold === 0 ? [] : [lineOf(fold.title, type, tally)]
  })
}

function measure(rows: readonly PiiRow[], model: TaggerModel): Map<string, Tally> {
  const detector = createPiiDetector(PII_ENTITIES, SCORE_THRESHOLD_DEFAULT, () => model)
  const tallies = new Map<string, Tally>()
  for (const row of rows) {
    count(Array.isArray(row.label) ? (row.label as SpanLabel[]) : [], detector.detect(makeViews(row.text)), tallies)
  }
  return tallies
}

function lineOf(title: string, type: string, tally: Tally): string {
  const share = (hits: number, of: number): string => {
    const { low, high } = wilson(hits, of)
    const percent = (value: number): string => (100 * value).toFixed(1)
    return `${percent(hits / of)} % [${percent(low)}–${percent(high)}]`
  }
  const cells = [
    title,
    type,
    String(tally.gold),
    share(tally.right, tally.predicted),
    share(tally.found, tally.gold),
    share(tally.exact, tally.gold),
    tally.f1.toFixed(3),
  ]
  return `| ${cells.join(' | ')} |`
}
