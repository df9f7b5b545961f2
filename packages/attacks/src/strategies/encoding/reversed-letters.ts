import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'reversed_letters',
  group: 'encoding',
  title: 'Reversed text',
  description: 'Writes the message from the last letter to the first.',
  isDefault: false,
  aliases: ['FlipConverter', 'flip_attack', 'reverse', 'reversed_text', 'flip'],
  isOuter: false,
  steps: 1,
  apply: coded('plain text, but from the last letter to the first', (wish) => Array.from(wish).toReversed().join('')),
})
