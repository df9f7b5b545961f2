import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { changeLetters } from '../shared/words.ts'

/** Cyrillic and Greek letters that look identical in most typefaces. */
const SAME: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  h: 'һ',
  i: 'і',
  j: 'ј',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  v: 'ν',
  x: 'х',
  y: 'у',
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
}
/** Of the letters that have a double. */
const SHARE = 0.7

export default defineStrategy({
  name: 'homoglyphs',
  group: 'smuggling',
  title: 'Homoglyphs',
  description: 'Replaces Latin letters with Cyrillic and Greek homoglyphs. URLs stay unchanged.',
  isDefault: true,
  aliases: ['homoglyph', 'UnicodeConfusableConverter', 'confusables'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('a mix of alphabets'), (wish, random) =>
    changeLetters(wish, (letter) => (random.next() < SHARE ? (SAME[letter] ?? letter) : letter)),
  ),
})
