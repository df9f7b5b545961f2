import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'octal_codes',
  group: 'encoding',
  title: 'Octal escapes',
  description: 'Encodes the bytes of the message as octal escapes, as in shells and C.',
  isDefault: false,
  aliases: ['octal', 'octal_escape'],
  isOuter: false,
  steps: 1,
  apply: coded('octal escapes of UTF-8 bytes', (wish) =>
    Array.from(Buffer.from(wish), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  ),
})
