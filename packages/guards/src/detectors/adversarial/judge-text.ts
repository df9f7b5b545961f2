import { logitOf, sigmoid } from '../../classify/linear-model.ts'
import { shippedModel } from '../../classify/model-file.ts'
import { scanWithStarts } from '../../classify/starts.ts'
import { withoutOwnMessages } from '../own-messages/without-own.ts'
import { isTopicQuestion } from '../prompt-leak/topic-question.ts'
import { withoutPromises } from './advertising.ts'
import { attackDenseOf } from './dense.ts'
import { isEverydayForm, withoutFormats } from './everyday-forms.ts'
import { withoutMarkupTalk } from './markup-talk.ts'
import { withoutOtherObjects } from './other-objects.ts'
import { isPlainShell, isProgram, isProgramWithoutProse } from './program-text.ts'
import { executesQuotation, withoutQuotations } from './quotations.ts'
import { isPlainRole } from './role-play.ts'
import { SIGNS } from './signs.ts'

/** Result of the attack detection for a text. */
export interface Judgement {
  /** Between 0 and 1. */
  readonly score: number
  readonly category: 'injection' | 'jailbreak' | 'obfuscation'
  /** Names of the attack signs present. */
  readonly signs: readonly string[]
}

/** Minimum number of letters: "ok" and "y" are not evaluated. */
const LETTERS_MIN = 6

/** Signs of a discussion about attacks, or of references to the user's own words. An attack sign alone then proves nothing. */
const MENTIONS: ReadonlySet<string> = new Set(['talks_about', 'my_words', 'code'])

/** Signs that also occur in ordinary texts. */
const WEAK: ReadonlySet<string> = new Set([...MENTIONS, 'hypothesis', 'harm', 'forced_start', 'shell', 'end_of_prompt'])

/** Signs that indicate an attack on their own, unless they are mentions. */
const STRONG: ReadonlySet<string> = new Set(['drop_rules', 'drop_rules_abroad', 'drop_all', 'decode_obey'])

/** Signs that indicate an attack in pairs. No ordinary text of the development data contains such a pair. */
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

/** A file name, a heading, a search term: a short text may mention attacks without being one, unless a rule matches. */
const FEW_WORDS = /^[\u0000-\u024f]{1,48}$/u
const FEW_WORDS_MAX = 3
const FEW_WORDS_SCORE_MAX = 0.3

const QUOTED = SIGNS.length + 3

/** Longer texts are also evaluated in parts, so that surrounding text does not hide an attack. */
const WHOLE_CHARS_MAX = 1_800
const PIECE_CHARS = 600
const PIECE_OVERLAP = 150
/** Minimum score of a piece by the classifier alone: a long text has many pieces, and each may be a false positive. */
const PIECE_SCORE_MIN = 0.82

/**
 * Evaluates one rendering of a text, as a whole and in parts. Ignores discussed quotations, because quoting an attack is not an attack,
 * and complete sentences of Gatehouse's own messages. Takes linear time.
 */
export function judgeText(input: string): Judgement {
  const text = withoutOwnMessages(input)
  let worst = judgePiece(text)
  if (text.length <= WHOLE_CHARS_MAX) return worst
  for (let from = 0; from < text.length; from += PIECE_CHARS - PIECE_OVERLAP) {
    const judged = judgePiece(text.slice(from, from + PIECE_CHARS))
    const counts = judged.signs.length > 0 || judged.score >= PIECE_SCORE_MIN
    if (counts && judged.score > worst.score) worst = judged
  }
  return worst
}

function judgePiece(text: string): Judgement {
  const whole = judgeWords(text)
  if (whole.score < HARMLESS_SCORE_MAX) return whole
  const own = withoutQuotations(text)
  const judged = own === text ? whole : lower(whole, judgeWords(own))
  const rest = withoutHarmless(withoutOtherObjects(own))
  if (rest === own) return judged
  // The rest must be harmless on its own, because the phrase could be the first half of an attack.
  const left = judgeWords(rest)
  return left.score < REST_SCORE_MAX ? lower(judged, left) : judged
}

const HARM = SIGNS.find(({ name }) => name === 'harm')!.pattern

/** Returns the text without discussion of markup, product promises and format requests; unchanged with a harmful word. */
function withoutHarmless(text: string): string {
  return HARM.test(text.toLowerCase()) ? text : withoutFormats(withoutPromises(withoutMarkupTalk(text)))
}

/** Maximum score of a harmless text: no sensible threshold is lower. */
const HARMLESS_SCORE_MAX = 0.2
/** Maximum score of the rest of a text that sets aside something other than the model's instructions. */
const REST_SCORE_MAX = 0.4

function lower(judgement: Judgement, other: Judgement): Judgement {
  return other.score < judgement.score ? other : judgement
}

/**
 * Logit penalty without any attack sign: the classifier then decides alone and must be more certain. Most of its false positives have no
 * sign. The recall on held-out attack sources limits the value; see docs/benchmarks.md.
 */
const SIGNLESS_LOGIT = 0.12

function judgeWords(text: string): Judgement {
  if (text.length < LETTERS_MIN) return { score: 0, category: 'injection', signs: [] }
  const dense = attackDenseOf(text)
  const present = SIGNS.filter((_, index) => dense[index] === 1).map(({ name }) => name)
  const signs = present.filter((name) => !WEAK.has(name))
  const model = shippedModel('injection')
  const logit = logitOf(model.classes[0]!, model.bits, scanWithStarts(text), dense)
  const probability = sigmoid(signs.length === 0 ? logit - SIGNLESS_LOGIT : logit)
  const learned =
    probability > FEW_WORDS_SCORE_MAX && isHarmlessForm(text, signs, present, probability)
      ? FEW_WORDS_SCORE_MAX
      : probability
  const mentioned = (dense[QUOTED] === 1 || present.some((name) => MENTIONS.has(name))) && !executesQuotation(text)
  const score = Math.max(learned, ruled(signs, mentioned, ADDRESSED.test(text)))
  const isJailbreak = signs.filter((name) => JAILBREAK.has(name)).length * 2 > signs.length
  return { score, category: isJailbreak ? 'jailbreak' : 'injection', signs }
}

/** Signs that also occur in games and requests for a tone. */
const SIGNS_OF_ROLES: ReadonlySet<string> = new Set(['stay_in_role', 'no_refusal'])

/** Returns whether a text has a form with little training data. The rules evaluate these forms. */
function isHarmlessForm(
  text: string,
  signs: readonly string[],
  present: readonly string[],
  probability: number,
): boolean {
  if (hasFewWords(text) || isTopicQuestion(text) || isEverydayForm(text)) return true
  if (signs.length === 0 && !present.includes('shell') && isProgramWithoutProse(text)) return true
  if (signs.length === 0 && isPlainShell(text)) return true
  // Sentences in the strings of a program are data; a classifier that is sure still counts.
  if (signs.length === 0 && probability < ROLE_SCORE_MAX && isBlockOfProgram(text)) return true
  const isDoubtful =
    probability < (signs.includes('no_refusal') ? TONE_SCORE_MAX : ROLE_SCORE_MAX) && !present.includes('harm')
  return isDoubtful && signs.every((name) => SIGNS_OF_ROLES.has(name)) && isPlainRole(text)
}

function isBlockOfProgram(text: string): boolean {
  return text.includes('\n') && isProgram(text)
}

/** Minimum classifier score that is decisive for every form. */
const ROLE_SCORE_MAX = 0.6
const TONE_SCORE_MAX = 0.66

function hasFewWords(text: string): boolean {
  return FEW_WORDS.test(text) && text.trim().split(/\s+/).length <= FEW_WORDS_MAX
}

/** The text addresses a reader, or mentions a model: "in free mode the arm moves without limits" does neither. */
const ADDRESSED =
  /\b(?:you\w*|u|ur|ai|a\.i|llm|model|assistant|\w*bot|gpt\w*|chatgpt|dan|system|prompt|i|me|my|we|us|answer\w*|respon\w*|repl\w+|refus\w*|act|pretend|play|say|tell|give|ignore|forget|disregard|bypass|enable|activate|enter|write|output|print|reveal|show|simulat\w*|character)\b|[|{}<>[\]#*]|[^\u0000-\u024f]/iu

function ruled(signs: readonly string[], mentioned: boolean, addressed: boolean): number {
  if (mentioned) return 0
  if (addressed && signs.filter((name) => PAIRED.has(name)).length >= 2) return PAIR_SCORE
  return signs.some((name) => STRONG.has(name)) ? STRONG_SCORE : 0
}
