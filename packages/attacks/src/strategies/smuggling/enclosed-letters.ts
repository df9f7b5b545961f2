import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { changeLetters } from '../shared/words.ts'

export default defineStrategy({
  name: 'enclosed_letters',
  group: 'smuggling',
  title: 'Enclosed letters',
  description: 'Replaces letters with circled letters. URLs stay unchanged.',
  isDefault: false,
  aliases: ['UnicodeSubstitutionConverter', 'circled_letters'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('letters in circles'), (wish) =>
    changeLetters(wish, (one) => {
      if (!/^[a-z]$/i.test(one)) return one
      const code = one.charCodeAt(0)
      return String.fromCharCode(code >= 97 ? 0x24d0 + code - 97 : 0x24b6 + code - 65)
    }),
  ),
})
