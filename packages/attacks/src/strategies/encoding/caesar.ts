import { defineStrategy } from '../../engine/strategy.ts'
import { movedOn } from '../shared/ciphers.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'caesar',
  group: 'encoding',
  title: 'Caesar cipher',
  description: 'Shifts each letter by a number of positions that the message states.',
  isDefault: false,
  aliases: ['CaesarConverter', 'caesar_cipher'],
  isOuter: false,
  steps: 1,
  apply: (approach, random) => {
    // 13 is a separate strategy; shifts near the ends of the alphabet are half readable.
    const by = random.pick([3, 4, 5, 7, 9, 11, 15, 17, 19, 21])
    return coded(`a Caesar cipher (each letter moved on by ${by})`, (wish) => movedOn(wish, by))(approach, random)
  },
})
