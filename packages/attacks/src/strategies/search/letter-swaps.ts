import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { withSwaps } from '../shared/noise.ts'

export default defineStrategy({
  name: 'letter_swaps',
  group: 'search',
  title: 'Letters in disorder',
  description:
    'Swaps neighbouring letters within long words; addresses and the words that an attack wants to hear stay as they are.',
  isDefault: false,
  aliases: ['CharSwapConverter', 'typos'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const share = random.pick([0.4, 0.6, 0.9])
    return framed({ texts: ['{wish}'], words: {} }, (wish) => withSwaps(wish, share, random))(approach, random)
  },
})
