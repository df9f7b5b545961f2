import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { withCapitals } from '../shared/noise.ts'

export default defineStrategy({
  name: 'random_capitals',
  group: 'search',
  title: 'Random capitals',
  description: 'Capitalizes letters at random, with a varying frequency. URLs stay unchanged.',
  isDefault: false,
  aliases: ['random-case', 'RandomCapitalLettersConverter'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const share = random.pick([0.2, 0.5, 0.8])
    return framed({ texts: ['{wish}'], words: {} }, (wish) => withCapitals(wish, share, random))(approach, random)
  },
})
