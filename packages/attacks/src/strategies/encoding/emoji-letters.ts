import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { spellOut } from '../shared/words.ts'

/** Regional indicator letters, consecutive in Unicode from U+1F1E6. */
const FLAG_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 26 }, (_, at) => [String.fromCharCode(97 + at), String.fromCodePoint(0x1f1e6 + at)]),
)

export default defineStrategy({
  name: 'emoji_letters',
  group: 'encoding',
  title: 'Emoji letters',
  description: 'Replaces each letter with its emoji symbol. Case is lost; URLs stay unchanged.',
  isDefault: false,
  aliases: ['emoji', 'EmojiConverter', 'emoji_encoding'],
  isOuter: false,
  steps: 1,
  // Letters are separated, since adjacent pairs would form flags.
  apply: coded('emoji letters', (wish) => spellOut(wish, FLAG_LETTERS, '   ')),
})
