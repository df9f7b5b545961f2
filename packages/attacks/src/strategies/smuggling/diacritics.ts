import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { changeLetters } from '../shared/words.ts'

/** Acute, grave, circumflex, diaeresis, tilde, macron. */
const MARKS = ['\u0301', '\u0300', '\u0302', '\u0308', '\u0303', '\u0304']

export default defineStrategy({
  name: 'diacritics',
  group: 'smuggling',
  title: 'Diacritics',
  description: 'Adds diacritics to vowels. URLs stay unchanged.',
  isDefault: false,
  aliases: ['DiacriticConverter', 'accents'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('accents on vowels'), (wish, random) =>
    changeLetters(wish, (one) => (/^[aeiou]$/i.test(one) ? `${one}${random.pick(MARKS)}`.normalize('NFC') : one)),
  ),
})
