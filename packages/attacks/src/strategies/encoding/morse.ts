import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { spellOut } from '../shared/words.ts'

/** ITU-R M.1677-1. */
const MORSE: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- ' +
    'x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. ..-.-.- ,--..-- ?..--.. ' +
    '\'.----. !-.-.-- /-..-. (-.--. )-.--.- :---... =-...- +.-.-. --....- ".-..-. @.--.-.'
  )
    .split(' ')
    .map((item) => [item[0], item.slice(1)]),
)

export default defineStrategy({
  name: 'morse',
  group: 'encoding',
  title: 'Morse code',
  description: 'Encodes the message in Morse code. Case is lost.',
  isDefault: false,
  aliases: ['encoding.InjectMorse', 'MorseConverter', 'morse_code'],
  isOuter: false,
  steps: 1,
  apply: coded('Morse code', (wish) => spellOut(wish, MORSE, ' / ')),
})
