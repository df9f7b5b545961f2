import { scanFeatures } from '../../classify/features.ts'
import { logitOf, sigmoid } from '../../classify/linear-model.ts'
import { shippedModel } from '../../classify/model-file.ts'
import { hasDirectThreat } from './direct-threats.ts'
import { isHarmlessByForm } from './harmless-forms.ts'
import { signsOf, type ToxicCategory } from './signs.ts'

/** How toxic a rendering of a text is, and in which ways. */
export interface ToxicJudgement {
  /** Between 0 and 1. */
  readonly score: number
  /** Categories of the text, the gravest first; empty without a signal. */
  readonly categories: readonly ToxicCategory[]
}

/** Statements that are toxic by content, regardless of the classifier. */
const RULED: readonly (readonly [sign: string, category: ToxicCategory, score: number])[] = [
  ['wish_of_death', 'harassment', 0.9],
  ['call_to_harm', 'violence', 0.85],
  ['self_harm', 'self_harm', 0.9],
  ['self_harm_abroad', 'self_harm', 0.9],
  ['violence', 'violence', 0.8],
]

/** A direct threat counts regardless of the other sentences. */
const THREAT_SCORE = 0.9

/** Words that mark a text as discussion: then a statement alone proves nothing. */
const SPOKEN_ABOUT = ['reported', 'condemned', 'prevents'] as const
/** Weight of a statement in such a text. */
const SPOKEN_ABOUT_SHARE = 0.5

/** Weight in a question or a task, which may mention such a statement without making it; a confession of self-harm always counts. */
const ASKED_SHARE = 0.6

const TEXT_CHARS_MIN = 3

/** Maximum classifier score of a text that is harmless by its form. */
const HARMLESS_SCORE_MAX = 0.3

/** Evaluates one rendering of a text. Linear and bounded. */
export function judgeToxicity(text: string): ToxicJudgement {
  if (text.length < TEXT_CHARS_MIN) return { score: 0, categories: [] }
  const { dense, present } = signsOf(text)
  const model = shippedModel('toxicity')
  const probability = sigmoid(logitOf(model.classes[0]!, model.bits, scanFeatures(text), dense))
  const learned = isHarmlessByForm(text, present) ? Math.min(probability, HARMLESS_SCORE_MAX) : probability
  const isAbout = SPOKEN_ABOUT.some((name) => present.has(name))
  const ruled = RULED.filter(([name]) => present.has(name)).map(([name, category, score]) => {
    const about = isAbout ? SPOKEN_ABOUT_SHARE : 1
    return { category, score: score * Math.min(about, present.has('asks') && name !== 'self_harm' ? ASKED_SHARE : 1) }
  })
  if (hasDirectThreat(text)) ruled.push({ category: 'threat', score: THREAT_SCORE })
  const statement = ruled.toSorted((left, right) => right.score - left.score)[0]
  const score = Math.max(learned, statement?.score ?? 0)
  return { score, categories: categoriesOf(present, statement?.category) }
}

function categoriesOf(present: ReadonlySet<string>, first: ToxicCategory | undefined): ToxicCategory[] {
  const has = (...names: readonly string[]): boolean => names.some((name) => present.has(name))
  const found: ToxicCategory[] = first === undefined ? [] : [first]
  if (has('slurs', 'send_back', 'all_of_them') || (has('groups') && has('insults', 'not_human', 'i_hate')))
    found.push('hate')
  if (has('insults', 'shut_up') && has('second', 'you_are', 'shut_up')) found.push('harassment')
  if (has('sexual') && !has('insults') && !has('shut_up')) found.push('sexual')
  if (has('profanity')) found.push('profanity')
  // Without a listed word, the classifier detects abuse: hate where a group is named, otherwise harassment.
  if (found.length === 0) found.push(has('groups') ? 'hate' : 'harassment')
  return [...new Set(found)]
}
