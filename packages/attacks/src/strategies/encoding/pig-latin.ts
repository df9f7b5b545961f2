import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { exceptAddresses } from '../shared/words.ts'

export default defineStrategy({
  name: 'pig_latin',
  group: 'encoding',
  title: 'Pig Latin',
  description: 'Moves the first consonants of each word to its end, after a hyphen.',
  isDefault: false,
  aliases: ['piglatin'],
  isOuter: false,
  steps: 1,
  apply: coded('Pig Latin, with a hyphen before the ending', (wish) =>
    exceptAddresses(wish, (part) =>
      part.replace(/[a-z]+/gi, (word) => {
        const start = /^[^aeiouy]*/i.exec(word)![0]
        const rest = word.slice(start.length)
        return start === '' || rest === '' ? `${word}-yay` : `${rest}-${start}ay`
      }),
    ),
  ),
})
