import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'double_encoding',
  group: 'encoding',
  title: 'Nested encodings',
  description:
    'Encodes the message in hexadecimal and the result in Base64, so that a filter that decodes one layer detects nothing.',
  isDefault: false,
  aliases: ['nested_encoding', 'multi_encoding'],
  isOuter: false,
  steps: 1,
  apply: coded('Base64 of hexadecimal bytes', (wish) =>
    Buffer.from(Buffer.from(wish).toString('hex')).toString('base64'),
  ),
})
