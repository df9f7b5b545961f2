import { featuresOf } from '../../classify/features.ts'
import { logitOf, sigmoid } from '../../classify/linear-model.ts'
import { shippedModel } from '../../classify/model-file.ts'
import { denseOf, QUOTATION, SIGNS } from './signs.ts'

/** What a text looks like as an attack on a model. */
export interface Judgement {
  /** Between 0 and 1. */
  readonly score: number
  readonly category: 'injection' | 'jailbreak' | 'obfuscation'
  /** Names of the signs of attack that are there. */
  readonly signs: readonly string[]
}

/** A text of a few letters says nothing: "ok", "y". */
const LETTERS_MIN = 6

/** Signs that somebody talks about attacks, or about his own words: then a sign of attack alone proves nothing. */
const MENTIONS: ReadonlySet<string> = new Set(['talks_about', 'my_words', 'code'])

/** Signs that an ordinary text may hold. */
const WEAK: ReadonlySet<string> = new Set([...MENTIONS, 'hypothesis', 'harm', 'forced_start', 'shell', 'end_of_prompt'])

/** Each of these alone is an attack unless it is mentioned. */
const STRONG: ReadonlySet<string> = new Set(['drop_rules', 'drop_all', 'decode_obey'])

/** Two of these together are an attack: no ordinary text of the development data held any such pair. */
const PAIRED: ReadonlySet<string> = new Set([
  'drop_rules',
  'drop_all',
  'free_role',
  'free_word',
  'special_mode',
  'new_role',
  'stay_in_role',
  'no_refusal',
  'two_answers',
  'frame',
  'secrets',
  'penalty',
  'comply',
  'authority',
])

const PAIR_SCORE = 0.97
const STRONG_SCORE = 0.92

const JAILBREAK: ReadonlySet<string> = new Set([
  'free_role',
  'free_word',
  'special_mode',
  'stay_in_role',
  'no_refusal',
  'two_answers',
  'penalty',
  'comply',
  'you_are_now',
  'new_role',
])

/** A name of a file, a heading, a search term: so few words may be about attacks and are none, unless a rule says so. */
const FEW_WORDS = /^[\u0000-\u024f]{1,48}$/u
const FEW_WORDS_MAX = 2
const FEW_WORDS_SCORE_MAX = 0.3

const QUOTED = SIGNS.length + 3

/** The sign that somebody talks about attacks. */
const TALK = SIGNS.find(({ name }) => name === 'talks_about')!.pattern

/** Every quotation of a text. */
const QUOTATIONS = new RegExp(QUOTATION.source, 'gu')

/**
 * Judges one rendering of a text. Where somebody talks about a quoted text, what counts is what he says himself: quoting an
 * attack is not one. Linear, and bounded by what the classifier reads of a long text.
 */
export function judgeText(text: string): Judgement {
  const whole = judgeWords(text)
  if (whole.score === 0 || !QUOTATION.test(text)) return whole
  const own = text.replaceAll(QUOTATIONS, ' ')
  if (!TALK.test(own.toLowerCase())) return whole
  const rest = judgeWords(own)
  return rest.score < whole.score ? rest : whole
}

function judgeWords(text: string): Judgement {
  if (text.length < LETTERS_MIN) return { score: 0, category: 'injection', signs: [] }
  const dense = denseOf(text)
  const present = SIGNS.filter((_, index) => dense[index] === 1).map(({ name }) => name)
  const signs = present.filter((name) => !WEAK.has(name))
  const model = shippedModel('injection')
  const probability = sigmoid(logitOf(model.classes[0]!, model.bits, featuresOf(text), dense))
  const learned = hasFewWords(text) ? Math.min(probability, FEW_WORDS_SCORE_MAX) : probability
  const mentioned = dense[QUOTED] === 1 || present.some((name) => MENTIONS.has(name))
  const score = Math.max(learned, ruled(signs, mentioned))
  const isJailbreak = signs.filter((name) => JAILBREAK.has(name)).length * 2 > signs.length
  return { score, category: isJailbreak ? 'jailbreak' : 'injection', signs }
}

function hasFewWords(text: string): boolean {
  return FEW_WORDS.test(text) && text.trim().split(/\s+/).length <= FEW_WORDS_MAX
}

function ruled(signs: readonly string[], mentioned: boolean): number {
  if (mentioned) return 0
  if (signs.filter((name) => PAIRED.has(name)).length >= 2) return PAIR_SCORE
  return signs.some((name) => STRONG.has(name)) ? STRONG_SCORE : 0
}
