import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { withSwaps } from '../shared/noise.ts'

export default defineStrategy({
  name: 'letter_swaps',
  group: 'search',
  title: 'Swapped letters',
  description: 'Swaps neighbouring letters in long words. URLs and expected marker words stay unchanged.',
  isDefault: false,
  aliases: ['CharSwapConverter', 'typos'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const share = random.pick([0.4, 0.6, 0.9])
    return framed({ texts: ['{wish}'], words: {} }, (wish) => withSwaps(wish, share, random))(approach, random)
  },
})
