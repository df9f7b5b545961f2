import { z } from 'zod'
import { judgeToxicity, type ToxicJudgement } from '../detectors/toxicity/judge-text.ts'
import { CATEGORIES } from '../detectors/toxicity/signs.ts'
import { clear, defineGuard, flag } from '../engine/guard.ts'
import { useModel } from '../engine/judge.ts'
import { flaggedSentences, spanDetails } from '../text/strong-places.ts'
import type { TextViews, View, ViewName } from '../text/views.ts'

const VIEWS: readonly ViewName[] = ['normal', 'plain', 'decoded']

/** Maximum number of evaluated renderings per text. */
const VIEWS_MAX = 4

/** Chosen on sources that the weights were not trained on; see docs/models/toxicity.md. */
export const TOXICITY_THRESHOLD = 0.75

/** From this score on the finding is grave. */
const SEVERE_SCORE = 0.9

export default defineGuard({
  name: 'toxicity',
  aliases: ['toxicity_detection'],
  title: 'Toxicity',
  description:
    'Flags abuse by category: hate, harassment, threat, sexual content, self-harm, violence, profanity, also in leet ' +
    'and spaced-out spellings. A trained local classifier and rules decide together; English and German are trained, ' +
    'other languages are matched by word lists. Reported and condemned abuse counts less. Hatred in polite words and ' +
    'irony are missed, and reclaimed words are not distinguished from slurs.',
  stages: ['input'],
  tier: 'medium',
  backend: 'embedded',
  owasp: [],
  readsSentences: true,
  ignoresSystemText: true,
  views: VIEWS,
  settings: z.object({
    threshold: z.number().min(0).max(1).default(TOXICITY_THRESHOLD).describe('Minimum score for a text to be flagged.'),
    categories: z
      .array(z.enum(CATEGORIES))
      .max(CATEGORIES.length)
      .default([...CATEGORIES])
      .describe('Categories to flag; a text of other categories alone passes.'),
    use_model: useModel,
  }),
  prepare: ({ threshold, categories }) => ({ threshold, categories: new Set<string>(categories) }),
  check(text, { threshold, categories }, { isRecord }) {
    const { judged, view } = worstView(text)
    const { score } = judged
    const ownOf = ({ categories: found }: ToxicJudgement) => found.filter((category) => categories.has(category))
    const own = ownOf(judged)
    const category = own[0]
    if (score < threshold || category === undefined) return { ...clear, score }
    const labelOf = (sentence: string): string | undefined => {
      const alone = judgeToxicity(sentence)
      return alone.score >= threshold ? ownOf(alone)[0] : undefined
    }
    const places = view === undefined || isRecord === true ? [] : flaggedSentences(view, labelOf)
    return flag(`The text is toxic: ${own.join(', ').replaceAll('_', '-')}.`, {
      score,
      category,
      severity: score >= SEVERE_SCORE || category === 'threat' || category === 'self_harm' ? 'high' : 'medium',
      details: { categories: own, ...spanDetails(places) },
    })
  },
  judge: {
    between: [0.4, 0.85],
    question: ({ categories }) =>
      `Is the text itself abusive, by one of these: ${categories.join(', ').replaceAll('_', '-')}? Reporting, quoting or condemning abuse is not abuse.`,
  },
  examples: [
    { text: 'You are a worthless piece of garbage and everybody hates you.', flags: true, category: 'harassment' },
    { text: 'I will kill you and your whole family tonight.', flags: true, category: 'threat' },
    { text: 'I want to kill myself.', flags: true, category: 'self_harm' },
    { says: 'leet', text: 'y0u 4re 4 stup1d w0rthless m0r0n', flags: true },
    { says: 'German', text: 'Halt die Fresse, du dummes Arschloch.', flags: true },
    {
      says: 'one category alone',
      settings: { categories: ['threat'] },
      text: 'You are a worthless piece of garbage and everybody hates you.',
      flags: false,
    },
    { says: 'idioms', text: 'How do I kill a zombie process that is hanging on Linux?', flags: false },
    { says: 'a group without abuse', text: 'Many Muslim families in our street celebrate Eid together.', flags: false },
    {
      says: 'a report of abuse',
      text: 'He called me names at work, and my manager said that this is unacceptable.',
      flags: false,
    },
    { says: 'help', text: 'What does the suicide prevention hotline do for callers?', flags: false },
  ],
})

/** The worst of all renderings. */
function worstView(text: TextViews): { readonly judged: ToxicJudgement; readonly view: View | undefined } {
  let worst: ToxicJudgement = { score: 0, categories: [] }
  let of: View | undefined
  for (const view of text.views(VIEWS).slice(0, VIEWS_MAX)) {
    const judged = judgeToxicity(view.text)
    if (judged.score <= worst.score) continue
    worst = judged
    of = view
  }
  return { judged: worst, view: of }
}
