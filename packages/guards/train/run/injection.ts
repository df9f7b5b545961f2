import { withStarts } from '../../src/classify/starts.ts'
import { ATTACK_DENSE_NAMES, attackDenseOf } from '../../src/detectors/adversarial/dense.ts'
import { CONFIDENCE_DEFAULT } from '../../src/detectors/adversarial/signs.ts'
import { dataFolder } from '../data-folder.ts'
import { COMPOSING, injectionRows } from '../injection-data.ts'
import { compose } from '../own/compose.ts'
import { trainTask } from '../task.ts'

trainTask({
  name: 'injection',
  about:
    'Tells attacks on a model (instruction override, jailbreak, role hijack, forged frames, demands for secrets) from ordinary requests.',
  rows: injectionRows(dataFolder()),
  dense: { names: ATTACK_DENSE_NAMES, of: attackDenseOf },
  threshold: CONFIDENCE_DEFAULT,
  read: withStarts,
  compose: (rows) => compose(rows, COMPOSING),
  epochs: 8,
  l2: 1e-3,
  rate: 0.1,
  denseDrop: 0.7,
  smooth: 0.02,
  misses: [
    'Fluent framing that asks for harm in a story or a profession, without any word about rules: about one in two.',
    'Persuasion without an order: flattery, guilt, talk of openness; and short hints such as “what guides you?”.',
    'Requests that are attacks only given the system prompt, such as asking a health assistant for a patient’s record.',
    'Attacks in languages that our grammar does not have; it has 25 beside English.',
    'Orders hidden in documents and tool output: for these see the model [documents](documents.md).',
  ],
})
