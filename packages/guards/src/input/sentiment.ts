import { z } from 'zod'
import { judgeSentiment } from '../detectors/sentiment/judge-sentiment.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { useModel } from '../engine/judge.ts'
import { flaggedSentences, spanDetails } from '../text/strong-places.ts'

/** For texts with only unknown words; their emoji still count. */
const UNJUDGED = { judged: false, reason: 'unsupported_language' }

/** Half of the scale: about three negative words and no positive one in a short text. */
const THRESHOLD_DEFAULT = 0.5

export default defineGuard({
  name: 'sentiment',
  aliases: ['sentiment_analysis'],
  title: 'Sentiment',
  description:
    'Flags texts with strongly negative sentiment, e.g. to route an angry customer to a human agent. A local method ' +
    'weighs words of ten languages with their negations, degrees, emoji and emphasis, and ignores text written by ' +
    'programs. Irony and the subject of a complaint are not understood. Text in a script other than Latin or ' +
    'Cyrillic is not judged; the details then report this.',
  stages: ['input'],
  tier: 'fast',
  backend: 'embedded',
  owasp: [],
  readsSentences: true,
  ignoresSystemText: true,
  views: ['normal'],
  settings: z.object({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(THRESHOLD_DEFAULT)
      .describe('Minimum negativity for a text to be flagged, from 0 (slight) to 1 (extreme).'),
    use_model: useModel,
  }),
  prepare: ({ threshold }) => threshold,
  stream: { reads: 'whole' },
  check(text, threshold, { isRecord }) {
    const view = text.views(['normal'])[0]
    const { polarity, strength, isForeign, logLines } = judgeSentiment(view?.text ?? text.original)
    const score = Number(Math.max(0, -polarity).toFixed(3))
    const details = {
      polarity: Number(polarity.toFixed(3)),
      strength: Number(strength.toFixed(3)),
      ...(isForeign ? UNJUDGED : {}),
      ...(logLines === 0 ? {} : { log_lines: logLines }),
    }
    if (score < threshold || score === 0) return { ...clear, score, details }
    const isNegative = (sentence: string): boolean => -judgeSentiment(sentence).polarity >= threshold
    const places =
      view === undefined || isRecord === true
        ? []
        : flaggedSentences(view, (sentence) => (isNegative(sentence) ? 'negative' : undefined))
    return flag('The text is strongly negative.', {
      score,
      category: 'negative',
      severity: 'low',
      details: { ...details, ...spanDetails(places) },
    })
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
    {
      says: 'a log of errors',
      text: '2026-03-01 12:00:01 ERROR worker failed: connection refused\n2026-03-01 12:00:02 FATAL retries exhausted, job lost\n    at Worker.run (worker.js:12:5)',
      flags: false,
    },
    {
      says: 'a report of a machine',
      text: 'Build failed: 3 tests failing, connection refused, file missing, process crashed.',
      flags: false,
    },
    {
      says: 'a log, and who is angry about it',
      text: 'I am furious, this is the worst release ever and completely useless!\nERROR failed to start',
      flags: true,
    },
    {
      says: 'a script of which no word is known: not judged, and the details say so',
      text: '这是最糟糕的服务，我非常生气。',
      flags: false,
    },
    { says: 'a dry question', text: 'How do I fix the error 404 in my configuration?', flags: false },
    { settings: { threshold: 0.9 }, text: 'I am disappointed and angry.', flags: false },
  ],
})
