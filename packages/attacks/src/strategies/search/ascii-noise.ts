import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { withNoise } from '../shared/noise.ts'

export default defineStrategy({
  name: 'ascii_noise',
  group: 'search',
  title: 'Wrong letters',
  description:
    'Replaces single letters by their neighbours of ASCII; addresses and the words that an attack wants to hear stay.',
  isDefault: false,
  aliases: ['NoiseConverter', 'noise'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const share = random.pick([0.03, 0.06, 0.1])
    return framed({ texts: ['{wish}'], words: {} }, (wish) => withNoise(wish, share, random))(approach, random)
  },
})
