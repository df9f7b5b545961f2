import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { changeLetters } from '../shared/words.ts'

/** One letter per letter, so that decoding is possible: not the phonetic transcription of either language. */
const ALPHABETS = {
  Cyrillic: Array.from('абцдефгхийклмнопярстувшжыз'),
  Greek: Array.from('αβψδεφγηιξκλμνοπχρστυωςζθϊ'),
} as const

export default defineStrategy({
  name: 'transliteration',
  group: 'language',
  title: 'Transliteration',
  description: 'Transliterates the message to Cyrillic or Greek letters. Case is lost; URLs stay unchanged.',
  isDefault: false,
  aliases: ['cyrillic_letters', 'greek_letters'],
  isOuter: false,
  steps: 1,
  apply: (approach, random) => {
    const name = random.pick(['Cyrillic', 'Greek'] as const)
    const apply = coded(`plain text in ${name} letters, one for each Latin letter`, (wish) =>
      changeLetters(wish, (letter) => {
        if (!/^[a-z]$/i.test(letter)) return letter
        const at = letter.toLowerCase().charCodeAt(0) - 97
        return ALPHABETS[name][at]!
      }),
    )
    return apply(approach, random)
  },
})
