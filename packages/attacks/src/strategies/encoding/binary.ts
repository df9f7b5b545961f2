import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'binary',
  group: 'encoding',
  title: 'Binary encoding',
  description: 'Encodes each byte of the message as eight binary digits.',
  isDefault: false,
  aliases: ['BinaryConverter', 'binary_encoding'],
  isOuter: false,
  steps: 1,
  apply: coded('binary code (eight digits a byte)', (wish) =>
    Array.from(Buffer.from(wish), (byte) => byte.toString(2).padStart(8, '0')).join(' '),
  ),
})
