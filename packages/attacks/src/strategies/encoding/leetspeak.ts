import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { changeLetters } from '../shared/words.ts'

const FIGURES: Readonly<Record<string, readonly string[]>> = {
  a: ['4', '@'],
  e: ['3'],
  i: ['1'],
  o: ['0'],
  s: ['5', '$'],
  t: ['7'],
}

export default defineStrategy({
  name: 'leetspeak',
  group: 'encoding',
  title: 'Leetspeak',
  description: 'Replaces letters with similar digits and symbols. URLs stay unchanged.',
  isDefault: true,
  aliases: ['leet', 'LeetspeakConverter', 'encoding.InjectLeet', 'l33t'],
  isOuter: false,
  steps: 1,
  apply: coded('leet', (wish, random) =>
    changeLetters(wish, (letter) => {
      const figures = FIGURES[letter.toLowerCase()]
      return figures === undefined ? letter : random.pick(figures)
    }),
  ),
})
