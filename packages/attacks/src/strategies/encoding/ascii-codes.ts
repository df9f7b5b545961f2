import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'ascii_codes',
  group: 'encoding',
  title: 'Decimal character codes',
  description: 'Encodes the message as the decimal code points of its characters.',
  isDefault: false,
  aliases: ['ascii', 'decimal_codes', 'char_codes'],
  isOuter: false,
  steps: 1,
  apply: coded('decimal character codes', (wish, random) => {
    const between = random.pick([' ', ', '])
    return Array.from(wish, (one) => one.codePointAt(0)!).join(between)
  }),
})
