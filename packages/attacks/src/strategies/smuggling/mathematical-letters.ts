import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { changeLetters } from '../shared/words.ts'

/** Code points of capital A in mathematical alphabets with all letters: bold, sans, script, Fraktur, monospace. */
const ALPHABETS = [0x1d400, 0x1d468, 0x1d4d0, 0x1d56c, 0x1d5a0, 0x1d5d4, 0x1d670]

export default defineStrategy({
  name: 'mathematical_letters',
  group: 'smuggling',
  title: 'Mathematical letters',
  description: 'Replaces letters with bold, script or monospace mathematical letters. URLs stay unchanged.',
  isDefault: false,
  aliases: ['UnicodeReplacementConverter', 'math_alphanumeric', 'unicode_fonts'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('fancy letters'), (wish, random) => {
    const capitalA = random.pick(ALPHABETS)
    return changeLetters(wish, (one) => {
      if (!/^[a-z]$/i.test(one)) return one
      const code = one.charCodeAt(0)
      return String.fromCodePoint(capitalA + (code >= 97 ? code - 97 + 26 : code - 65))
    })
  }),
})
