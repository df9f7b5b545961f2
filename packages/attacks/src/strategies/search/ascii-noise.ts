import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { withNoise } from '../shared/noise.ts'

export default defineStrategy({
  name: 'ascii_noise',
  group: 'search',
  title: 'ASCII noise',
  description: 'Replaces single letters with their ASCII neighbours. URLs and expected marker words stay unchanged.',
  isDefault: false,
  aliases: ['NoiseConverter', 'noise'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const share = random.pick([0.03, 0.06, 0.1])
    return framed({ texts: ['{wish}'], words: {} }, (wish) => withNoise(wish, share, random))(approach, random)
  },
})
