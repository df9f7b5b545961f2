import { defineStrategy } from '../../engine/strategy.ts'
import { obedientExchange } from '../shared/dialogues.ts'

const EXAMPLES = 40

export default defineStrategy({
  name: 'many_shot_history',
  group: 'shots',
  title: 'Many turns that never were',
  description: 'Puts forty made-up turns before the message in which the target has obeyed such wishes.',
  isDefault: false,
  aliases: ['many_shot_conversation'],
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
