import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { exceptAddresses } from '../shared/words.ts'

export default defineStrategy({
  name: 'spaced_letters',
  group: 'splitting',
  title: 'Letter by letter',
  description: 'Puts a space between all letters and three between words; addresses stay.',
  isDefault: false,
  aliases: ['CharacterSpaceConverter', 'character_stream', 'CharacterStream', 'whitespace-obfuscation'],
  isOuter: false,
  steps: 1,
  apply: coded('plain text with a space after each letter', (wish) =>
    exceptAddresses(wish, (part) => Array.from(part, (one) => (one === ' ' ? '  ' : `${one} `)).join('')),
  ),
})
