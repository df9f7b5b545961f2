import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { movedOn } from '../shared/ciphers.ts'

export default defineStrategy({
  name: 'rot13',
  group: 'encoding',
  title: 'ROT13',
  description: 'Shifts each letter by 13 positions.',
  isDefault: false,
  aliases: ['encoding.InjectROT13', 'ROT13Converter', 'rot_13'],
  isOuter: false,
  steps: 1,
  apply: coded('ROT13', (wish) => movedOn(wish, 13)),
})
