import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'

/** Right-to-left override and its end. */
const OVERRIDE = '\u202e'
const END = '\u202c'

export default defineStrategy({
  name: 'bidi_override',
  group: 'smuggling',
  title: 'Bidirectional override',
  description: 'Stores each line in reverse and adds a direction override, so that a screen shows the original order.',
  isDefault: false,
  aliases: ['bidi', 'rtl_override', 'right_to_left_override'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('text that runs from right to left'), (wish) =>
    wish
      .split('\n')
      .map((line) => `${OVERRIDE}${Array.from(line).toReversed().join('')}${END}`)
      .join('\n'),
  ),
})
