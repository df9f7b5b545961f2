import { z } from 'zod'
import { judgeTone, TONES } from '../detectors/tone/judge-tone.ts'
import { toneRanges } from '../detectors/tone/tone-places.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { useModel } from '../engine/judge.ts'
import { spanDetails } from '../text/strong-places.ts'

const THRESHOLD_DEFAULT = 0.5

export default defineGuard({
  name: 'tone_enforcement',
  title: 'Response tone',
  description:
    'Flags responses that break the required tone: insults, profanity, slang, shouting, blame, coldness, opinion, ' +
    'contractions or wordiness, depending on the tone. The local method detects signs in English, and insults in ' +
    'nine languages; irony and polite condescension are not detected.',
  stages: ['output'],
  tier: 'medium',
  backend: 'embedded',
  owasp: [],
  readsSentences: true,
  views: ['normal'],
  settings: z.object({
    tone: z.enum(TONES).default('professional').describe('Required tone of responses.'),
    threshold: z.number().min(0).max(1).default(THRESHOLD_DEFAULT).describe('Maximum deviation from the tone.'),
    use_model: useModel,
  }),
  prepare: ({ tone, threshold }) => ({ tone, threshold }),
  check(text, { tone, threshold }, { isRecord }) {
    const view = text.views(['normal'])[0]
    const toneResult = judgeTone(view?.text ?? text.original, tone)
    const score = Number(toneResult.score.toFixed(3))
    if (score < threshold || toneResult.faults.length === 0) return { ...clear, score }
    return flag(`The response is not ${tone}: ${toneResult.faults.join(', ')}.`, {
      score,
      category: toneResult.faults[0]!,
      severity: 'low',
      // The values of a record have no offsets in its text.
      details: {
        tone,
        faults: toneResult.faults,
        ...(view === undefined || isRecord === true ? {} : spanDetails(toneRanges(view, toneResult.faults))),
      },
    })
  },
  judge: {
    between: [0.2, 0.8],
    question: ({ tone }) => `Is the tone of the text clearly something else than ${tone}?`,
  },
  examples: [
    { text: 'Dude, that sucks lol, dunno what to tell you!!', flags: true },
    { text: 'You should have read the manual. Stop asking.', flags: true, category: 'blame' },
    { text: 'Thank you for your message. The refund will arrive within five days.', flags: false },
    {
      settings: { tone: 'formal' },
      text: 'We can’t find your order, it’s not here.',
      flags: true,
      category: 'contraction',
    },
    { settings: { tone: 'formal' }, text: 'We cannot find your order.', flags: false },
    {
      settings: { tone: 'friendly' },
      text: 'Your claim is denied under section four of the contract as it stands.',
      flags: true,
      category: 'coldness',
    },
    {
      says: 'plain facts',
      settings: { tone: 'friendly' },
      text: 'The store in the old town opens at nine and closes at six on weekdays.',
      flags: false,
    },
    {
      settings: { tone: 'neutral' },
      text: 'I personally think that this party is ridiculous.',
      flags: true,
      category: 'opinion',
    },
    { settings: { tone: 'neutral' }, text: 'The party won 31 percent of the votes.', flags: false },
  ],
})
