import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { wordsOf } from '../shared/words.ts'

export default defineStrategy({
  name: 'reversed_words',
  group: 'encoding',
  title: 'Reversed word order',
  description: 'Writes the words of the message from the last to the first.',
  isDefault: false,
  aliases: ['reverse_words', 'word_flip', 'flip_word_order'],
  isOuter: false,
  steps: 1,
  apply: coded('plain text, but from the last word to the first', (wish) => wordsOf(wish).toReversed().join(' ')),
})
