import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'unicode_escapes',
  group: 'encoding',
  title: 'Unicode escapes',
  description: 'Encodes each UTF-16 unit of the message as a JavaScript and JSON escape.',
  isDefault: false,
  aliases: ['unicode_escape', 'json_escapes'],
  isOuter: false,
  steps: 1,
  apply: coded('Unicode escapes', (wish) => {
    let written = ''
    for (let at = 0; at < wish.length; at += 1) written += `\\u${wish.charCodeAt(at).toString(16).padStart(4, '0')}`
    return written
  }),
})
