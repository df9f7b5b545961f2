import { z } from 'zod'
import { judgeSentiment } from '../detectors/sentiment/judge-sentiment.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { useModel } from '../engine/judge.ts'

/** Half of the scale: about three bad words and no good one in a short text. */
const THRESHOLD_DEFAULT = 0.5

export default defineGuard({
  name: 'sentiment',
  aliases: ['sentiment_analysis'],
  title: 'Sentiment',
  description:
    'Flags texts with a strongly negative feeling, e.g. to hand an angry customer to a person. A local method weighs words of ten languages with their negations, degrees, emoji and emphasis. It does not understand irony, and knows nothing of what is complained about.',
  stages: ['input'],
  tier: 'fast',
  backend: 'embedded',
  owasp: [],
  ignoresSystemText: true,
  views: ['normal'],
  settings: z.object({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(THRESHOLD_DEFAULT)
      .describe('How negative a text must be to be flagged: 0 a little, 1 beyond measure.'),
    use_model: useModel,
  }),
  prepare: ({ threshold }) => threshold,
  check(text, threshold) {
    const { polarity, strength } = judgeSentiment(text.views(['normal'])[0]?.text ?? text.original)
    const score = Number(Math.max(0, -polarity).toFixed(3))
    const details = { polarity: Number(polarity.toFixed(3)), strength: Number(strength.toFixed(3)) }
    if (score < threshold || score === 0) return { ...clear, score, details }
    return flag('The text is strongly negative.', { score, category: 'negative', severity: 'low', details })
  },
  judge: {
    between: [0.25, 0.75],
    question: () => 'Is the writer of the text strongly negative: angry, desperate, or deeply disappointed?',
  },
  examples: [
    {
      text: 'This is the worst service ever, I am furious and very disappointed!!',
      flags: true,
      category: 'negative',
    },
    { says: 'German', text: 'Das ist eine Katastrophe, ich bin sehr enttäuscht und wütend.', flags: true },
    { says: 'negated', text: 'Not bad at all, thank you, I am not disappointed.', flags: false },
    { text: 'Thank you, that was excellent help!', flags: false },
    { says: 'a dry question', text: 'How do I fix the error 404 in my configuration?', flags: false },
    { settings: { threshold: 0.9 }, text: 'I am disappointed and angry.', flags: false },
  ],
})
