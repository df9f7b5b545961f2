import { shippedWordVectors } from '../../classify/word-vectors.ts'
import { sigmoid } from '../../classify/linear-model.ts'
import { ACTS, ANY_MENTION, FRAMES } from './rule-acts.ts'
import { TermIndex, termWords } from './rule-terms.ts'
import { sentencesOf } from './sentences.ts'
import { ADVICE_SUBJECTS } from './subjects/advice.ts'
import { BUSINESS_SUBJECTS } from './subjects/business.ts'
import { RISK_SUBJECTS } from './subjects/risk.ts'
import type { Subject } from './subjects/subject.ts'

/** A rule in plain words, ready to judge texts without examples. */
export interface PlainRule {
  /** Listed subjects that the rule names; with none, only its own words are compared. */
  readonly subjects: readonly string[]
  /** How likely a text breaks the rule, between 0 and {@link CONFIDENCE_MAX}. */
  score(text: string): number
  /** The same of a text that was read before. */
  scoreRead(sentences: readonly ReadSentence[]): number
}

/** A text cannot show more confidence by the words of a rule alone. */
export const CONFIDENCE_MAX = 0.9

/** A sentence as far as it can be read without knowing the rule. */
export interface ReadSentence {
  readonly words: readonly string[]
  readonly acts: readonly boolean[]
  readonly frames: number
}

const SUBJECTS: readonly Subject[] = [...RISK_SUBJECTS, ...ADVICE_SUBJECTS, ...BUSINESS_SUBJECTS]

const STRONG = 0.85
const WEAK = 0.35
const NAME = 0.95
const OWN_MAX = 0.45
/** A word rarer than this says what a rule is about. */
const RARITY_OWN = 5.5
const RARITY_UNKNOWN = 8

/** Sentences that state what is forbidden; others describe the assistant or an exception. */
const PROHIBITS =
  /\b(?:block|flag|refuse|reject|decline|detect|deny|not|never|no|avoid|forbid\w*|prohibit\w*|stay|may only|stop|prevent)\b/i
/** Behind these words a rule says what it allows. */
const EXCEPTION =
  /\b(?:except|unless|they may|users may|it may|but may|(?:is|are) (?:allowed|fine|permitted)|do not (?:block|flag))\b/i

const RULE_WORDS = new Set(
  termWords(
    'flag block refuse reject detect deny forbid prohibit must should may allow user users customer customers employees employee students people person someone anybody text texts message messages prompt prompts response responses answer answers assistant model policy rule ask asks asking request requests mention discuss contain try attempt about question questions any other company companies personal private home name names public internal project projects product products what which when where whether how help make give write written using without before after under never response our their',
  ),
)

/** Compiles a rule; well below a millisecond. The same rule gives the same scores. */
export function compilePlainRule(prompt: string): PlainRule {
  const kept = prohibited(prompt)
  const index = new TermIndex()
  const subjects = subjectsOf(kept)
  for (const { strong, weak } of subjects) {
    for (const term of strong) index.add(term, STRONG)
    for (const term of weak) index.add(term, WEAK)
  }
  const names = addOwnWords(kept, index)
  const lower = kept.toLowerCase()
  const acts = ACTS.map(({ rule }) => rule.test(lower))
  const wants = acts.some(Boolean) ? acts : acts.map(() => true)
  const anyMention = names || ANY_MENTION.test(lower)
  const scoreRead = (sentences: readonly ReadSentence[]): number => {
    let most = 0
    for (const sentence of sentences) most = Math.max(most, scoreSentence(sentence, index, wants, anyMention))
    return most
  }
  return { subjects: subjects.map(({ name }) => name), scoreRead, score: (text) => scoreRead(readSentences(text)) }
}

/** Reads a text once for all rules; linear and bounded. */
export function readSentences(text: string): ReadSentence[] {
  return sentencesOf(text).map((sentence) => {
    const lower = sentence.toLowerCase().replace(/[?!.]+\s*$/, '')
    return {
      words: termWords(sentence),
      acts: ACTS.map((act) => act.text.test(lower)),
      frames: Object.values(FRAMES).filter((frame) => frame.test(lower)).length,
    }
  })
}

/** Weights of the decision, set on the development rules of `npm run eval:policies`. */
const BIAS = -2.1
const OF_TOPIC = 5
const OF_ACT = 0.6
const OF_FRAME = 1.8
/** A frame excuses less where any mention is forbidden. */
const OF_FRAME_MENTION = 1

function scoreSentence(
  { words, acts, frames }: ReadSentence,
  index: TermIndex,
  wants: readonly boolean[],
  anyMention: boolean,
): number {
  const matched = index.match(words)
  if (matched.length === 0) return 0
  const topic = 1 - matched.reduce((rest, weight) => rest * (1 - weight), 1)
  const acted = anyMention || acts.some((has, at) => has && wants[at] === true)
  const logit =
    BIAS + OF_TOPIC * topic + (acted ? OF_ACT : 0) - (frames > 0 ? (anyMention ? OF_FRAME_MENTION : OF_FRAME) : 0)
  return CONFIDENCE_MAX * sigmoid(logit)
}

function prohibited(prompt: string): string {
  const clauses = prompt.split(/[.;\n]+/).map((clause) => clause.split(EXCEPTION)[0] ?? '')
  const kept = clauses.filter((clause) => PROHIBITS.test(clause))
  return (kept.length === 0 ? clauses : kept).join('. ')
}

function subjectsOf(rule: string): readonly Subject[] {
  const words = termWords(rule)
  const scored = SUBJECTS.map((subject) => {
    const triggers = new TermIndex()
    for (const term of subject.triggers) triggers.add(term, 1)
    return { subject, count: triggers.match(words).length }
  }).filter(({ count }) => count > 0)
  const most = Math.max(...scored.map(({ count }) => count))
  return scored.filter(({ count }) => count > most / 2).map(({ subject }) => subject)
}

/** @returns whether the rule forbids names, which only it knows */
function addOwnWords(rule: string, index: TermIndex): boolean {
  const { rows, rarity } = shippedWordVectors()
  let names = false
  for (const sentence of rule.split(/[.:]/)) {
    const raw = sentence.trim().split(/\s+/)
    for (const [at, spelled] of raw.entries()) {
      const [word = ''] = termWords(spelled)
      if (word.length < 3 || RULE_WORDS.has(word)) continue
      const row = rows.get(word)
      const rare = row === undefined ? RARITY_UNKNOWN : rarity[row]!
      const isName = at > 0 && /^\p{Lu}\p{Ll}{2}/u.test(spelled)
      if (isName) names = true
      if (isName) index.add(word, NAME)
      else if (rare >= RARITY_OWN) index.add(word, Math.min(OWN_MAX, OWN_MAX * (rare / RARITY_UNKNOWN)))
    }
  }
  return names
}
