import { CONFIDENCE_DEFAULT, DENSE_NAMES, denseOf } from '../../src/detectors/adversarial/signs.ts'
import { dataFolder } from '../data-folder.ts'
import { ownAttacks } from '../own/attacks.ts'
import { ATTACKS_BY_LANGUAGE } from '../own/attacks-by-language.ts'
import { LOOK_ALIKES } from '../own/look-alikes.ts'
import { BUSINESS_LOOK_ALIKES } from '../own/look-alikes-business.ts'
import { isShippable, readRows } from '../rows.ts'
import { type TaskRow, trainTask } from '../task.ts'

/** Sentences drawn from the grammars of attacks. */
const OWN_ATTACKS = 4_000

const own = (texts: readonly string[], label: number, source: string, weight: number): TaskRow[] =>
  texts.map((text) => ({ text, label, source, licence: 'own', trains: true, weight }))

trainTask({
  name: 'injection',
  about:
    'Tells attacks on a model (instruction override, jailbreak, role hijack, forged frames, demands for secrets) from ordinary requests.',
  rows: [
    ...readRows(dataFolder(), 'injection').map((row): TaskRow => ({
      text: row.text,
      label: Number(row.label),
      source: row.source,
      licence: row.lic ?? 'unknown',
      trains: isShippable(row),
    })),
    ...own(ownAttacks(OWN_ATTACKS), 1, 'own_attacks', 1),
    ...own(Object.values(ATTACKS_BY_LANGUAGE).flat(), 1, 'own_attacks_languages', 1),
    ...own(LOOK_ALIKES, 0, 'own_look_alikes', 2),
    ...own(BUSINESS_LOOK_ALIKES, 0, 'own_business_look_alikes', 2),
  ],
  dense: { names: DENSE_NAMES, of: denseOf },
  threshold: CONFIDENCE_DEFAULT,
  epochs: 4,
  l2: 3e-4,
  rate: 0.1,
  misses: [
    'Fluent framing that asks for harm in a story or a profession, without any word about rules: about two in three.',
    'Requests that are attacks only given the system prompt, such as asking a health assistant for a patient’s record.',
    'Attacks in languages of which it has seen no attack; some twenty languages have a handful each.',
    'Instructions hidden in documents and tool output: that is a task of its own.',
  ],
})
