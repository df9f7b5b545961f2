import { defineStrategy } from '../../engine/strategy.ts'
import { obedientExchange } from '../shared/dialogues.ts'

const EXAMPLES = 3

export default defineStrategy({
  name: 'few_shot_history',
  group: 'shots',
  title: 'Few-shot history',
  description: 'Adds three fabricated turns in which the target fulfils similar objectives.',
  isDefault: false,
  aliases: ['few_shot_conversation'],
  isOuter: true,
  steps: 1,
  apply: ({ turns, history }, random) => {
    const examples = Array.from({ length: EXAMPLES }, () => obedientExchange(random))
    const messages = examples.flatMap(({ asked, said }) => [
      { role: 'user' as const, content: asked },
      { role: 'assistant' as const, content: said },
    ])
    return { turns, history: [...history, ...messages] }
  },
})
