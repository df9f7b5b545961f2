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
  /** `examples`: trained on them; `prompt`: evaluated by the words of the rule only, which is less accurate. */
  readonly method: 'examples' | 'prompt'
  /** Listed subjects that a rule without examples names. */
  readonly subjects: readonly string[]
  /** The lowest threshold at which the policy blocks at most 1 % of ordinary texts. */
  readonly ceiling: number
  /** Returns scores of the bundled ordinary texts; those of a policy with examples are computed for a part of them. */
  ordinaryScores(): readonly number[]
  /**
   * Returns the probability that a text violates the policy, between 0 and 1: as a whole, or in one of its sentences. Linear and bounded.
   */
  score(text: string): number
  /**
   * Returns the same for one reading, in logits; {@link scoresOf} shares readings between policies.
   * @param floor a lower result need not be exact; it is returned as minus infinity
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

/** Weight of ordinary texts, which cover everything that the examples do not show. */
const ORDINARY_WEIGHT = 0.5

/** Words of a rule without information about its subject. */
const RULE_WORDS =
  /\b(?:flag|block|refuse|reject|detect|deny|forbid|prohibit\w*|do not|don[’']?t|never|must|should|may|not|allow\w*|any|all|if|when|the|a|an|that|which|user|users|customer|customers|text|texts|message|messages|prompt|prompts|response|responses|answer|answers|assistant|model|policy|rule|ask\w*|request\w*|mention\w*|discuss\w*|contain\w*|violat\w*|try|tries|trying|attempt\w*|about)\b/giu

/** Maximum number of trained characters of an example: compilation must not delay other requests. */
const EXAMPLE_CHARS_READ = 500

/** Compiles a policy; takes milliseconds for two hundred examples. The same source produces the same scores. */
export function compileLocalPolicy(whole: PolicySource): LocalPolicy {
  const source = shortened(whole)
  const topic = topicOf(source)
  if (source.violating.length < EXAMPLES_MIN) return promptPolicy(topic, compilePlainRule(source.prompt))
  const learned = learnedFrom(source, () => learnCalibrated(source, topic))
  const policy: LocalPolicy = {
    method: 'examples',
    subjects: [],
    // Calibration has shifted the scores: 0.5 is where 1 % of ordinary texts are blocked.
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
    // The comparison with the rule's words takes most of the time, and does not matter for most sentences.
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

/** One in this number of sample texts calibrates a policy with examples: the comparison takes longer than for plain rules. */
const BACKGROUND_STEP = 4
let background: readonly ReadSample[] | undefined

function backgroundSamples(): readonly ReadSample[] {
  background ??= ordinarySample()
    .filter((_, index) => index % BACKGROUND_STEP === 0)
    .map(readSample)
  return background
}

/**
 * Penalty for the maximum over several sentences: each may be a false positive. Measured on development data, see decision 0017; with this
 * penalty, six harmless sentences have about the false positive rate of one.
 */
const SENTENCE_DOUBT = 0.25
/** A sentence with a lower score (0.1) has no effect: it violates no policy, and no model is called for it. */
const NOTHING_LOGIT = -2.2
/** Maximum number of sentences for the penalty, otherwise a long text would hide its violations. */
const DOUBT_SENTENCES_MAX = 8

/** How likely a text breaks each of several policies; it is read once for all of them. */
export function scoresOf(policies: readonly LocalPolicy[], text: string): readonly number[] {
  const whole = scanSample(text)
  const logits = policies.map((policy) => policy.logit(whole))
  const sentences = policies.some(isLearned) ? sentencesOf(text) : []
  // A sentence that is the whole text is evaluated already.
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

/** Whether a policy is trained: the words of a rule alone are not diluted by other sentences, and are less reliable for single ones. */
function isLearned({ method }: LocalPolicy): boolean {
  return method === 'examples'
}

/** Returns a reading that the next call overwrites. */
function scanSample(text: string): ReadSample {
  return { features: scanFeatures(text), read: readPlain(text) }
}

/**
 * Returns the trained weights of a policy for storage: training takes milliseconds, and loading microseconds.
 * @returns undefined without examples
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
 * Caches the trained weights of a policy for its next compilation.
 * @returns false for weights of another source or training version: train again
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

/**
 * Maximum score of words similar to those of the rule: they cause a model call, and never a violation by themselves. The lowest threshold
 * is 0.5.
 */
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
  // Both classes have the same total weight, whatever their numbers.
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
  /** Created at first use. */
  readonly words: () => ReadText
  /** Returns its sentences for plain rules; created at first use. */
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
