import { defineStrategy } from '../../engine/strategy.ts'
import { changeCipherLetters } from '../shared/ciphers.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'atbash',
  group: 'encoding',
  title: 'Atbash cipher',
  description: 'Encodes the message with a reversed alphabet: A becomes Z, B becomes Y.',
  isDefault: false,
  aliases: ['encoding.InjectAtbash', 'AtbashConverter'],
  isOuter: false,
  steps: 1,
  apply: coded('the Atbash cipher', (wish) => changeCipherLetters(wish, (at) => 25 - at)),
})
