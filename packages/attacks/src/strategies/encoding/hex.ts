import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'hex',
  group: 'encoding',
  title: 'Hexadecimal encoding',
  description: 'Encodes the bytes of the message as hexadecimal numbers, with or without separators.',
  isDefault: false,
  aliases: ['encoding.InjectHex', 'encoding.InjectBase16', 'base16', 'BinAsciiConverter', 'hex_encoding'],
  isOuter: false,
  steps: 1,
  apply: coded('hexadecimal', (wish, random) => {
    const between = random.pick(['', ' '])
    return Array.from(Buffer.from(wish), (byte) => byte.toString(16).padStart(2, '0')).join(between)
  }),
})
