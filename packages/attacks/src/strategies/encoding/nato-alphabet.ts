import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { spellOut } from '../shared/words.ts'

/** The radiotelephony alphabet of ICAO annex 10. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra ' +
    'Tango Uniform Victor Whiskey Xray Yankee Zulu'
  )
    .split(' ')
    .map((name) => [name[0]!.toLowerCase(), name]),
)

export default defineStrategy({
  name: 'nato_alphabet',
  group: 'encoding',
  title: 'NATO phonetic alphabet',
  description: 'Spells the message in the NATO alphabet: Alfa, Bravo, Charlie. Case is lost; URLs stay unchanged.',
  isDefault: false,
  aliases: ['encoding.InjectNato', 'NatoConverter', 'nato'],
  isOuter: false,
  steps: 1,
  apply: coded('the NATO spelling alphabet', (wish) => spellOut(wish, NAMES, ' | ')),
})
