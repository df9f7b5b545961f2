import { DENSE_NAMES, signsOf } from '../../src/detectors/toxicity/signs.ts'
import { TOXICITY_THRESHOLD } from '../../src/input/toxicity.ts'
import { dataFolder } from '../data-folder.ts'
import { ABUSE, NO_ABUSE } from '../own/toxicity.ts'
import { isShippable, readRows } from '../rows.ts'
import { type TaskRow, trainTask } from '../task.ts'

/** Own training texts are few, and fill gaps of the sources. */
const OWN_WEIGHT = 2

const own = (texts: readonly string[], label: number, source: string): TaskRow[] =>
  texts.map((text) => ({ text, label, source, licence: 'own', trains: true, weight: OWN_WEIGHT }))

trainTask({
  name: 'toxicity',
  about: 'Distinguishes abuse (hate, harassment, threats, slurs, coarse insults) from other text.',
  rows: [
    ...readRows(dataFolder(), 'toxicity').map((row): TaskRow => ({
      text: row.text,
      label: Number(row.label),
      source: row.source,
      licence: row.lic ?? 'unknown',
      trains: isShippable(row),
    })),
    ...own(ABUSE, 1, 'own_abuse'),
    ...own(NO_ABUSE, 0, 'own_no_abuse'),
  ],
  dense: { names: DENSE_NAMES, of: (text) => signsOf(text).dense },
  threshold: TOXICITY_THRESHOLD,
  bits: 18,
  epochs: 3,
  // Strong decay: sources differ more in topic and style than in abuse, and weak decay learns the source.
  l2: 4e-3,
  rate: 0.1,
  misses: [
    'Misses most texts without an abusive word: polite hate speech, irony, and stereotypes stated as facts.',
    'Was trained on English and German. In about nine other languages, only word lists detect abuse.',
    'Flags reclaimed words and quoted abuse too often, because word counts do not show the speaker or the target.',
    'The sources define toxicity differently: some include coarse words, others only attacks on a person.',
  ],
})
