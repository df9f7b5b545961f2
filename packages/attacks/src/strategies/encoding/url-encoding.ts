import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'url_encoding',
  group: 'encoding',
  title: 'Percent-encoding',
  description: 'Percent-encodes each byte of the message, as in URLs.',
  isDefault: false,
  aliases: ['UrlConverter', 'url_encode', 'percent_encoding'],
  isOuter: false,
  steps: 1,
  apply: coded('percent encoding', (wish) =>
    Array.from(Buffer.from(wish), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  ),
})
