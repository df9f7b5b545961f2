import { shippedWordVectors } from '../../classify/word-vectors.ts'
import { sigmoid } from '../../classify/linear-model.ts'
import { ACTS, ANY_MENTION, type Frame, FRAME_NAMES, FRAMES } from './rule-acts.ts'
import { TermIndex, termWords } from './rule-terms.ts'
import { sentencesOf } from './sentences.ts'
import { ADVICE_SUBJECTS } from './subjects/advice.ts'
import { BUSINESS_SUBJECTS } from './subjects/business.ts'
import { EVERYDAY_SUBJECTS } from './subjects/everyday.ts'
import { REGULATED_SUBJECTS } from './subjects/regulated.ts'
import { RISK_SUBJECTS } from './subjects/risk.ts'
import type { Subject } from './subjects/subject.ts'
import { readForSubjects, type SubjectReading, type SubjectScore, subjectScore } from './subject-model.ts'

/** A rule in plain words, compiled to evaluate texts without examples. */
export interface PlainRule {
  /** Listed subjects that the rule names; with none, only its own words are compared. */
  readonly subjects: readonly string[]
  /** How likely a text breaks the rule, between 0 and {@link CONFIDENCE_MAX}. */
  score(text: string): number
  /** The same of a text that was read before. */
  scoreRead(sentences: readonly ReadSentence[]): number
  /** Whether a text is too short for anything but the terms of the rule, and has none. */
  lacksTerm(sentences: readonly ReadSentence[]): boolean
}

/** A text cannot show more confidence by the words of a rule alone. */
export const CONFIDENCE_MAX = 0.9

/** A sentence as far as it can be read without knowing the rule. */
export interface ReadSentence {
  readonly text: string
  readonly words: readonly string[]
  readonly acts: readonly boolean[]
  /** The frames of `FRAMES` that the sentence shows. */
  readonly frames: readonly Frame[]
  /** For the classifiers of subjects; computed at the first call. */
  readonly reading: () => SubjectReading
}

/** The subjects that a rule can name. */
export const SUBJECTS: readonly Subject[] = [
  ...RISK_SUBJECTS,
  ...ADVICE_SUBJECTS,
  ...BUSINESS_SUBJECTS,
  ...REGULATED_SUBJECTS,
  ...EVERYDAY_SUBJECTS,
]

const STRONG = 0.85
const WEAK = 0.35
const NAME = 0.95
const OWN_MAX = 0.45
/** Minimum rarity of a word that indicates the subject of a rule. */
const RARITY_OWN = 5.5
const RARITY_UNKNOWN = 8

/** Sentences with a prohibition; other sentences describe the assistant or an exception. */
const PROHIBITS =
  /\b(?:block|flag|refuse|reject|decline|detect|deny|not|never|no|avoid|forbid\w*|prohibit\w*|stay|may only|stop|prevent)\b/i
/** Words that introduce an exception of a rule. */
const EXCEPTION =
  /\b(?:except|unless|they may|users may|it may|but may|(?:is|are) (?:allowed|fine|permitted)|do not (?:block|flag))\b/i

const RULE_WORDS = new Set(
  termWords(
    'flag block refuse reject detect deny forbid prohibit must should may allow user users customer customers employees employee students people person someone anybody text texts message messages prompt prompts response responses answer answers assistant model policy rule ask asks asking request requests mention discuss contain try attempt about question questions any other company companies personal private home name names public internal project projects product products what which when where whether how help make give write written using without before after under never response our their',
  ),
)

/** Compiled terms of a rule, for comparison with a sentence. */
interface CompiledRule {
  readonly index: TermIndex
  /** Names that only this rule contains; absent without such names. */
  readonly names: TermIndex | undefined
  readonly classifiers: readonly SubjectScore[]
  /** The acts that the rule forbids, parallel to `ACTS`. */
  readonly acts: readonly boolean[]
  readonly anyMention: boolean
}

/** Compiles a rule; takes well below a millisecond. The same rule produces the same scores. */
export function compilePlainRule(prompt: string): PlainRule {
  const stored = prohibited(prompt)
  const index = new TermIndex()
  const subjects = subjectsOf(stored)
  for (const { strong, weak } of subjects) {
    for (const term of strong) index.add(term, STRONG)
    for (const term of weak) index.add(term, WEAK)
  }
  const names = addOwnWords(stored, index)
  const lower = stored.toLowerCase()
  const acts = ACTS.map(({ rule }) => rule.test(lower))
  const rule: CompiledRule = {
    index,
    names,
    classifiers: subjects.map(({ name }) => subjectScore(name)).filter((score) => score !== undefined),
    acts: acts.some(Boolean) ? acts : acts.map(() => true),
    anyMention: names !== undefined || ANY_MENTION.test(lower),
  }
  const scoreRead = (sentences: readonly ReadSentence[]): number =>
    sentences.reduce((most, sentence) => Math.max(most, scoreSentence(sentence, rule)), 0)
  return {
    subjects: subjects.map(({ name }) => name),
    scoreRead,
    score: (text) => scoreRead(readSentences(text)),
    lacksTerm: (sentences) => sentences.every((sentence) => lacksTerm(sentence, index)),
  }
}

/** Reads a text once for all rules; linear and bounded. */
export function readSentences(text: string): ReadSentence[] {
  return sentencesOf(text).map((sentence) => {
    const lower = sentence
      .toLowerCase()
      .replace(/['’]/g, ' ')
      .replace(/[?!.]+\s*$/, '')
    let reading: SubjectReading | undefined
    return {
      text: sentence,
      words: termWords(sentence),
      acts: ACTS.map((act) => act.text.test(lower)),
      frames: FRAME_NAMES.filter((name) => FRAMES[name].test(lower)),
      reading: () => (reading ??= readForSubjects(sentence)),
    }
  })
}

/** Weights of a decision by the words of the rule alone, set on the development rules of `npm run eval:policies`. */
const BIAS = -2.1
const OF_TOPIC = 5
const OF_ACT = 0.6
const OF_FRAME = 1.8
/** A frame reduces the score less where any mention is forbidden. */
const OF_FRAME_MENTION = 1

/** The same with the classifiers of the rule's subjects: a logistic regression on the development rules. */
const LISTED = { bias: 1.6, classifier: 1.1, topic: 4.3, act: 1.05, mention: 0.3 }
export const LISTED_FRAMES: Readonly<Record<Frame, number>> = {
  definition: 2.2,
  culture: 0.5,
  protection: 2.1,
  service: 2.3,
  denial: 2.4,
}
/** Classifiers are less certain than their extremes. */
const CLASSIFIER_MIN = -5
const CLASSIFIER_MAX = 3

function scoreSentence(sentence: ReadSentence, rule: CompiledRule): number {
  const { index, names, classifiers } = rule
  if (classifiers.length === 0) return scoreTerms(sentence, index, rule)
  if (lacksTerm(sentence, index)) return 0
  const reading = sentence.reading()
  const classified = classifiers.reduce((most, score) => Math.max(most, score(reading)), CLASSIFIER_MIN)
  const named = names === undefined ? 0 : scoreTerms(sentence, names, rule)
  const acted = rule.anyMention ? LISTED.mention : isActed(sentence, rule) ? LISTED.act : 0
  const logit =
    LISTED.bias +
    LISTED.classifier * Math.min(CLASSIFIER_MAX, classified) +
    LISTED.topic * topicOf(sentence, index) +
    acted -
    sentence.frames.reduce((sum, name) => sum + LISTED_FRAMES[name], 0)
  return Math.max(named, CONFIDENCE_MAX * sigmoid(logit))
}

/** A shorter sentence shows a subject only by a term. */
const WORDS_MIN = 3
/** Scripts without spaces: so many characters are a sentence. */
const UNSPACED = /[\u3040-\u9fff\u0e00-\u0eff]{6}/

function lacksTerm(sentence: ReadSentence, index: TermIndex): boolean {
  return sentence.words.length < WORDS_MIN && !UNSPACED.test(sentence.text) && topicOf(sentence, index) === 0
}

function scoreTerms(sentence: ReadSentence, index: TermIndex, rule: CompiledRule): number {
  const topic = topicOf(sentence, index)
  if (topic === 0) return 0
  const excuse = rule.anyMention ? OF_FRAME_MENTION : OF_FRAME
  const acted = rule.anyMention || isActed(sentence, rule)
  return (
    CONFIDENCE_MAX * sigmoid(BIAS + OF_TOPIC * topic + (acted ? OF_ACT : 0) - (sentence.frames.length > 0 ? excuse : 0))
  )
}

/** How much the terms of a sentence show the topic, between 0 and 1. */
function topicOf({ words }: ReadSentence, index: TermIndex): number {
  return 1 - index.match(words).reduce((rest, weight) => rest * (1 - weight), 1)
}

function isActed({ acts }: ReadSentence, rule: CompiledRule): boolean {
  return acts.some((has, at) => has && rule.acts[at] === true)
}

function prohibited(prompt: string): string {
  const clauses = prompt.split(/[.;\n]+/).map((clause) => clause.split(EXCEPTION)[0] ?? '')
  const remaining = clauses.filter((clause) => PROHIBITS.test(clause))
  return (remaining.length === 0 ? clauses : remaining).join('. ')
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

/** @returns the names that the rule forbids and that are in no bundled subject */
function addOwnWords(rule: string, index: TermIndex): TermIndex | undefined {
  const { rows, rarity } = shippedWordVectors()
  let names: TermIndex | undefined
  for (const sentence of rule.split(/[.:]/)) {
    const raw = sentence.trim().split(/\s+/)
    for (const [at, spelled] of raw.entries()) {
      const [word = ''] = termWords(spelled)
      if (word.length < 3 || RULE_WORDS.has(word)) continue
      const row = rows.get(word)
      const rare = row === undefined ? RARITY_UNKNOWN : rarity[row]!
      const isName = at > 0 && /^\p{Lu}\p{Ll}{2}/u.test(spelled)
      if (isName) {
        names ??= new TermIndex()
        names.add(word, NAME)
        index.add(word, NAME)
      } else if (rare >= RARITY_OWN) index.add(word, Math.min(OWN_MAX, OWN_MAX * (rare / RARITY_UNKNOWN)))
    }
  }
  return names
}
