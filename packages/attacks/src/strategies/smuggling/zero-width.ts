import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { oddlyWritten } from '../shared/hidden.ts'
import { exceptAddresses } from '../shared/words.ts'

const SPACES = ['\u200b', '\u200c', '\u200d', '\ufeff']

export default defineStrategy({
  name: 'zero_width',
  group: 'smuggling',
  title: 'Zero-width spaces',
  description: 'Adds zero-width spaces between letters, so that keyword filters do not match.',
  isDefault: false,
  aliases: ['ZeroWidthConverter', 'zero_width_characters', 'badchars.BadCharacters'],
  isOuter: false,
  steps: 1,
  apply: framed(oddlyWritten('broken spacing'), (wish, random) => {
    const space = random.pick(SPACES)
    return exceptAddresses(wish, (part) => part.replace(/(?<=[\p{L}\p{N}])(?=[\p{L}\p{N}])/gu, space))
  }),
})
