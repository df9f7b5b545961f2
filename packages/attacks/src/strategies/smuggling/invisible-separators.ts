import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { exceptAddresses } from '../shared/words.ts'

/** Soft hyphen, word joiner, invisible separator, Mongolian vowel separator. */
const SEPARATORS = ['\u00ad', '\u2060', '\u2063', '\u180e']

export default defineStrategy({
  name: 'invisible_separators',
  group: 'smuggling',
  title: 'Invisible separators',
  description: 'Adds soft hyphens, word joiners and other invisible characters within words.',
  isDefault: false,
  aliases: ['unicode-noise', 'soft_hyphen'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('hyphens where none are'), (wish, random) =>
    exceptAddresses(wish, (part) =>
      part.replace(/(?<=\p{L})(?=\p{L})/gu, () => (random.next() < 0.6 ? random.pick(SEPARATORS) : '')),
    ),
  ),
})
