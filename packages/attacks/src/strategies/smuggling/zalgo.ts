import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { changeLetters } from '../shared/words.ts'

/** Number of combining marks from U+0300: the first 80 are above, below and through letters. */
const MARKS = 80
/** Maximum number of marks per letter: more only adds length. */
const STACK_MAX = 3

export default defineStrategy({
  name: 'zalgo',
  group: 'smuggling',
  title: 'Zalgo text',
  description: 'Adds many combining marks to the letters. URLs stay unchanged.',
  isDefault: false,
  aliases: ['ZalgoConverter', 'encoding.InjectZalgo', 'combining_marks'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('overgrown letters'), (wish, random) =>
    changeLetters(wish, (letter) => {
      if (!/[a-z]/i.test(letter)) return letter
      let written = letter
      for (let count = 1 + random.below(STACK_MAX); count > 0; count -= 1) {
        written += String.fromCharCode(0x300 + random.below(MARKS))
      }
      return written
    }),
  ),
})
