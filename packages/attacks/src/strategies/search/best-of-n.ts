import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { withCapitals, withNoise, withSwaps } from '../shared/noise.ts'

/** Rates per letter, per word and per letter: the message stays readable to people. */
const CAPITALS = 0.6
const SWAPS = 0.3
const NOISE = 0.05

export default defineStrategy({
  name: 'best_of_n',
  group: 'search',
  title: 'Best-of-N spelling',
  description:
    'Applies random capitals, swaps and wrong letters, different in each attempt, until an attempt succeeds.',
  isDefault: true,
  aliases: ['bon', 'best_of_n_jailbreaking'],
  isOuter: true,
  steps: 1,
  apply: framed({ texts: ['{wish}'], words: {} }, (wish, random) =>
    withCapitals(withNoise(withSwaps(wish, SWAPS, random), NOISE, random), CAPITALS, random),
  ),
})
