import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { changeLetters } from '../shared/words.ts'

/** The letters a to z as the numbers of their dots, 1–6. */
const DOTS =
  '1 12 14 145 15 124 1245 125 24 245 13 123 134 1345 135 1234 12345 1235 234 2345 136 1236 2456 1346 13456 1356'
const LETTERS = DOTS.split(' ').map((dots) => {
  const bits = Array.from(dots, (dot) => 1 << (Number(dot) - 1)).reduce((sum, bit) => sum | bit, 0)
  return String.fromCodePoint(0x2800 + bits)
})

export default defineStrategy({
  name: 'braille',
  group: 'encoding',
  title: 'Braille',
  description: 'Encodes the letters of the message as Braille patterns. Case is lost; URLs stay unchanged.',
  isDefault: false,
  aliases: ['encoding.InjectBraille', 'BrailleConverter'],
  isOuter: false,
  steps: 1,
  apply: coded('Braille', (wish) =>
    changeLetters(wish, (letter) => {
      const at = letter.toLowerCase().charCodeAt(0) - 97
      return letter.length === 1 ? (LETTERS[at] ?? letter) : letter
    }),
  ),
})
