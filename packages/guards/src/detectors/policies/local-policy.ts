import { type Features, featuresOf, scanFeatures } from '../../classify/features.ts'
import { type LinearClass, logitOf, sigmoid } from '../../classify/linear-model.ts'
import { quantise, type Sample, trainLinear } from '../../classify/train-linear.ts'
import { meanVector, shippedWordVectors, wordsOf } from '../../classify/word-vectors.ts'
import { affinityOf, type CompiledTopic, compileTopic, readForTopics, type ReadText } from '../topics/affinity.ts'
import { learnedFrom, packLearned, type PolicySource, rememberLearned } from './learned.ts'
import { ceilingOf } from './calibrate.ts'
import { ordinarySample } from './ordinary-sample.ts'
import { ORDINARY_TEXTS } from './ordinary-texts.ts'
import { compilePlainRule, type PlainRule, type ReadSentence, readSentences } from './plain-rule.ts'
import { sentencesOf } from './sentences.ts'

/** A policy as a small classifier. */
export interface LocalPolicy {
  /** `examples`: learned from them; `prompt`: judged by the words of the rule alone, which is weaker. */
  readonly method: 'examples' | 'prompt'
  /** Listed subjects that a rule without examples names. */
  readonly subjects: readonly string[]
  /** The lowest threshold at which the policy blocks at most 1 % of ordinary texts. */
  readonly ceiling: number
  /** Scores of the bundled ordinary texts; those of a policy with examples are computed on a part of them. */
  ordinaryScores(): readonly number[]
  /** How likely a text breaks the policy, between 0 and 1: as a whole, or in one of its sentences. Linear and bounded. */
  score(text: string): number
  /**
   * The same of one reading, in logits; {@link scoresOf} makes readings for many policies at once.
   * @param floor  what can only be less need not be known; it is told as minus infinity
   */
  logit(sample: ReadSample, floor?: number): number
}

/** With fewer examples of a violation nothing is learned from them beyond the words of the rule. */
export const EXAMPLES_MIN = 3

const BITS = 14
/** Passes over few examples, and over many: about as many steps in all. */
const EPOCHS_MAX = 12
const EPOCHS_MIN = 3
const STEPS = 1_200
const RATE = 0.15
const L2 = 1e-3

/** Ordinary texts stand for everything that the examples do not show. */
const ORDINARY_WEIGHT = 0.5

/** Words of a rule that say nothing of what it is about. */
const RULE_WORDS =
  /\b(?:flag|block|refuse|reject|detect|deny|forbid|prohibit\w*|do not|don[’']?t|never|must|should|may|not|allow\w*|any|all|if|when|the|a|an|that|which|user|users|customer|customers|text|texts|message|messages|prompt|prompts|response|responses|answer|answers|assistant|model|policy|rule|ask\w*|request\w*|mention\w*|discuss\w*|contain\w*|violat\w*|try|tries|trying|attempt\w*|about)\b/giu

/** Characters of an example that are learned from: compiling must not hold up whoever else is served. */
const EXAMPLE_CHARS_READ = 500

/** Compiles a policy; milliseconds for two hundred examples. The same source gives the same scores. */
export function compileLocalPolicy(whole: PolicySource): LocalPolicy {
  const source = shortened(whole)
  const topic = topicOf(source)
  if (source.violating.length < EXAMPLES_MIN) return promptPolicy(topic, compilePlainRule(source.prompt))
  const learned = learnedFrom(source, () => learnCalibrated(source, topic))
  const policy: LocalPolicy = {
    method: 'examples',
    subjects: [],
    // Learning has moved the scores: 0.5 is where 1 % of ordinary texts are blocked.
    ceiling: 0,
    logit: learnedLogit(learned, topic),
    score: (text) => scoresOf([policy], text)[0]!,
    ordinaryScores: () => backgroundSamples().map((sample) => sigmoid(policy.logit(sample))),
  }
  return policy
}

function learnedLogit(learned: LinearClass, topic: CompiledTopic): LocalPolicy['logit'] {
  const ofWords = learned.dense[0] ?? 0
  return ({ features, read }, floor = Number.NEGATIVE_INFINITY) => {
    const plain = logitOf(learned, BITS, features, [0, ...read.direction])
    // To compare the words of the rule takes most of the time, and of most sentences nothing hangs on it.
    if (plain + Math.max(0, ofWords) < floor) return Number.NEGATIVE_INFINITY
    return plain + ofWords * affinityOf(read.words(), topic).score
  }
}

/** Learns from the examples, and lowers every score until at most 1 % of ordinary texts reach 0.5. */
function learnCalibrated(source: PolicySource, topic: CompiledTopic): LinearClass {
  const learned = learn(samplesOf(source, topic))
  const logit = learnedLogit(learned, topic)
  const ceiling = ceilingOf(backgroundSamples().map((sample) => logit(sample, 0)))
  return ceiling > 0 ? { ...learned, bias: learned.bias - ceiling } : learned
}

/** Every so many texts of the bundled sample calibrate a policy with examples: comparing takes longer than for plain rules. */
const BACKGROUND_STEP = 4
let background: readonly ReadSample[] | undefined

function backgroundSamples(): readonly ReadSample[] {
  background ??= ordinarySample()
    .filter((_, index) => index % BACKGROUND_STEP === 0)
    .map(readSample)
  return background
}

/**
 * What the worst of several sentences is taken for: each has its chance to be mistaken. Measured on development data, see
 * decision 0017; with this much, six harmless sentences are taken for a violation about as often as one.
 */
const SENTENCE_DOUBT = 0.25
/** A sentence that scores less (0.1) changes nothing: it breaks no policy, and no model is asked about it. */
const NOTHING_LOGIT = -2.2
/** More sentences than this make no more doubt, or a long text would hide what it says. */
const DOUBT_SENTENCES_MAX = 8

/** How likely a text breaks each of several policies; it is read once for all of them. */
export function scoresOf(policies: readonly LocalPolicy[], text: string): readonly number[] {
  const whole = scanSample(text)
  const logits = policies.map((policy) => policy.logit(whole))
  const sentences = policies.some(isLearned) ? sentencesOf(text) : []
  // A sentence that is all of the text is judged already.
  if (sentences.length < 2) return logits.map(sigmoid)
  const doubt = SENTENCE_DOUBT * Math.log(Math.min(sentences.length, DOUBT_SENTENCES_MAX))
  for (const sentence of sentences) {
    const sample = scanSample(sentence)
    for (const [index, policy] of policies.entries()) {
      if (!isLearned(policy)) continue
      const floor = Math.max(logits[index]!, NOTHING_LOGIT)
      logits[index] = Math.max(logits[index]!, policy.logit(sample, floor + doubt) - doubt)
    }
  }
  return logits.map(sigmoid)
}

/** The words of a rule alone are not watered down by other sentences, and say less of single ones. */
function isLearned({ method }: LocalPolicy): boolean {
  return method === 'examples'
}

/** A reading that the next one overwrites. */
function scanSample(text: string): ReadSample {
  return { features: scanFeatures(text), read: readPlain(text) }
}

/**
 * What a policy has learned from its examples, to be stored with it: learning takes milliseconds, and reading microseconds.
 * @returns undefined where there is nothing to learn from
 */
export function learnPolicy(whole: PolicySource): Uint8Array | undefined {
  const source = shortened(whole)
  if (source.violating.length < EXAMPLES_MIN) return undefined
  return packLearned(
    source,
    learnedFrom(source, () => learnCalibrated(source, topicOf(source))),
  )
}

/**
 * Keeps what a policy has learned for its next compilation.
 * @returns false when it was learned from something else, or in another way: learn anew
 */
export function rememberPolicy(whole: PolicySource, learned: Uint8Array): boolean {
  return rememberLearned(shortened(whole), learned, 2 ** BITS)
}

function shortened({ prompt, violating, allowed }: PolicySource): PolicySource {
  const cut = (texts: readonly string[]): string[] => texts.map((text) => text.slice(0, EXAMPLE_CHARS_READ))
  return { prompt, violating: cut(violating), allowed: cut(allowed) }
}

function topicOf({ prompt }: PolicySource): CompiledTopic {
  return compileTopic(prompt.replaceAll(RULE_WORDS, ' '))
}

/** Words near the rule's make a model judge a text, and never break a policy by themselves: the lowest threshold is 0.5. */
const NEAR_MAX = 0.49

function promptPolicy(topic: CompiledTopic, rule: PlainRule): LocalPolicy {
  const scores = readOrdinary().map((sentences) => rule.scoreRead(sentences))
  const logit: LocalPolicy['logit'] = ({ read }) => {
    const score = Math.max(rule.scoreRead(read.sentences()), Math.min(NEAR_MAX, affinityOf(read.words(), topic).score))
    return Math.log(score / (1 - score))
  }
  const policy: LocalPolicy = {
    method: 'prompt',
    subjects: rule.subjects,
    ceiling: ceilingOf(scores),
    logit,
    score: (text) => scoresOf([policy], text)[0]!,
    ordinaryScores: () => scores,
  }
  return policy
}

let ordinaryRead: readonly (readonly ReadSentence[])[] | undefined

/** The bundled ordinary texts, read once for all rules. */
function readOrdinary(): readonly (readonly ReadSentence[])[] {
  ordinaryRead ??= ordinarySample().map(readSentences)
  return ordinaryRead
}

function samplesOf({ violating, allowed }: PolicySource, topic: CompiledTopic): Sample[] {
  const positives = Math.max(1, violating.length)
  const negatives = Math.max(1, allowed.length + ORDINARY_WEIGHT * ORDINARY_TEXTS.length)
  const sample = ({ features, read }: ReadSample, label: number, weight: number): Sample => ({
    features,
    dense: denseOf(read, topic),
    label,
    weight,
  })
  // Both sides weigh the same, whatever their numbers.
  const scale = Math.max(1, negatives / positives)
  const back = Math.max(1, positives / negatives)
  return [
    ...violating.map((text) => sample(readSample(text), 1, scale)),
    ...allowed.map((text) => sample(readSample(text), 0, 2 * back)),
    ...ordinarySamples().map((one) => sample(one, 0, ORDINARY_WEIGHT * back)),
  ]
}

function learn(samples: readonly Sample[]): LinearClass {
  const epochs = Math.max(EPOCHS_MIN, Math.min(EPOCHS_MAX, Math.round(STEPS / samples.length)))
  return quantise('policy', trainLinear(samples, { bits: BITS, epochs, rate: RATE, l2: L2 }), 0.5)
}

/** A text as far as it can be read without knowing the policy. */
interface PlainText {
  /** Made when first asked for. */
  readonly words: () => ReadText
  /** Its sentences for plain rules; made when first asked for. */
  readonly sentences: () => readonly ReadSentence[]
  /** The direction of its words. */
  readonly direction: readonly number[]
}

interface ReadSample {
  readonly features: Features
  readonly read: PlainText
}

function readPlain(text: string): PlainText {
  const direction = meanVector(shippedWordVectors(), wordsOf(text))
  let words: ReadText | undefined
  let sentences: readonly ReadSentence[] | undefined
  return {
    words: () => (words ??= readForTopics(text)),
    sentences: () => (sentences ??= readSentences(text)),
    direction: Array.from(direction, (value) => 2 * value),
  }
}

function readSample(text: string): ReadSample {
  return { features: featuresOf(text), read: readPlain(text) }
}

let ordinary: readonly ReadSample[] | undefined

/** The ordinary texts, read once: every policy learns from them. */
function ordinarySamples(): readonly ReadSample[] {
  ordinary ??= ORDINARY_TEXTS.map(readSample)
  return ordinary
}

/** The direction of the text's words, and how near it is to the words of the rule. */
function denseOf({ words, direction }: PlainText, topic: CompiledTopic): number[] {
  return [affinityOf(words(), topic).score, ...direction]
}
