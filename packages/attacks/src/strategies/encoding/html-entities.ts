import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'html_entities',
  group: 'encoding',
  title: 'HTML character references',
  description: 'Encodes each character as a decimal or hexadecimal HTML character reference.',
  isDefault: false,
  aliases: ['html_entity', 'html_encoding'],
  isOuter: false,
  steps: 1,
  apply: coded('HTML character references', (wish, random) => {
    const [base, sign] = random.pick([
      [10, '&#'],
      [16, '&#x'],
    ] as const)
    return Array.from(wish, (one) => `${sign}${one.codePointAt(0)!.toString(base)};`).join('')
  }),
})
