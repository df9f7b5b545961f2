import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { exceptAddresses } from '../shared/words.ts'

export default defineStrategy({
  name: 'camel_case',
  group: 'splitting',
  title: 'Camel case',
  description: 'Writes the words in camel case without spaces. Case is lost; URLs stay separate.',
  isDefault: false,
  aliases: ['camelcase'],
  isOuter: false,
  steps: 1,
  apply: coded('camel case, without spaces between words', (wish) =>
    exceptAddresses(wish, (part) =>
      part
        .replace(/\p{L}+/gu, (word) => {
          const [first = '', ...rest] = Array.from(word)
          const capital = first.toUpperCase()
          return `${capital.length === first.length ? capital : first}${rest.join('').toLowerCase()}`
        })
        .split(/\s+/)
        // Spaces around a URL are kept.
        .map((word, at, all) => (word === '' && (at === 0 || at === all.length - 1) ? ' ' : word))
        .join(''),
    ),
  ),
})
