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
    'Distinguishes attacks on a model (instruction override, jailbreak, role hijack, forged frames, requests for secrets) from ordinary requests.',
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
    'Misses about half of the fluent harmful requests that are framed as a story or a profession and do not mention rules.',
    'Misses persuasion without an instruction (flattery, guilt, appeals to openness) and short hints such as “what guides you?”.',
    'Misses requests that are attacks only in the context of the system prompt, such as a request to a health assistant for a patient record.',
    'Misses attacks in languages that the training grammar does not cover; it covers 25 in addition to English.',
    'Does not cover instructions hidden in documents and tool output: see the [document model](documents.md).',
  ],
})
