import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { changeLetters } from '../shared/words.ts'

/** Maps each printable ASCII character to its full-width form. */
const WIDE = 0xfee0

export default defineStrategy({
  name: 'fullwidth',
  group: 'smuggling',
  title: 'Fullwidth letters',
  description: 'Replaces Latin letters with fullwidth letters. URLs stay unchanged.',
  isDefault: false,
  aliases: ['full_width', 'fullwidth_characters'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('wide letters'), (wish) =>
    changeLetters(wish, (one) => (/^[!-~]$/.test(one) ? String.fromCharCode(one.charCodeAt(0) + WIDE) : one)),
  ),
})
