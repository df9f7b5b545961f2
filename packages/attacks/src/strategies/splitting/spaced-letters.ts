import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { exceptAddresses } from '../shared/words.ts'

export default defineStrategy({
  name: 'spaced_letters',
  group: 'splitting',
  title: 'Spaced letters',
  description: 'Adds a space between letters and three between words. URLs stay unchanged.',
  isDefault: false,
  aliases: ['CharacterSpaceConverter', 'character_stream', 'CharacterStream', 'whitespace-obfuscation'],
  isOuter: false,
  steps: 1,
  apply: coded('plain text with a space after each letter', (wish) =>
    exceptAddresses(wish, (part) => Array.from(part, (one) => (one === ' ' ? '  ' : `${one} `)).join('')),
  ),
})
