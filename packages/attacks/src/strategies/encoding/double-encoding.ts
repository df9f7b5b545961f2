import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'double_encoding',
  group: 'encoding',
  title: 'Two codes',
  description: 'Writes the message in hexadecimal and that in Base64: a filter that reads one code sees nothing.',
  isDefault: false,
  aliases: ['nested_encoding', 'multi_encoding'],
  isOuter: false,
  steps: 1,
  apply: coded('Base64 of hexadecimal bytes', (wish) =>
    Buffer.from(Buffer.from(wish).toString('hex')).toString('base64'),
  ),
})
