import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'base64',
  group: 'encoding',
  title: 'Base64',
  description: 'Encodes the message in Base64 and asks the target to decode and follow it.',
  isDefault: true,
  aliases: ['base64_encoding', 'encoding_base64', 'encoding.InjectBase64', 'Base64Converter'],
  isOuter: false,
  steps: 1,
  apply: coded('Base64', (wish) => Buffer.from(wish).toString('base64')),
})
