import { type LinearClass, logitOf, sigmoid } from '../../classify/linear-model.ts'
import { quantise, type Sample, trainLinear } from '../../classify/train-linear.ts'
import { cosine } from '../../classify/word-vectors.ts'
import { affinityOf, type CompiledTopic, compileTopic } from '../topics/affinity.ts'
import { ceilingOf, FALSE_BLOCKS_MAX } from './calibrate.ts'
import { learnedFrom, packLearned, type PolicySource, rememberLearned } from './learned.ts'
import { ORDINARY_TEXTS } from './ordinary-texts.ts'
import { compilePlainRule, LISTED_FRAMES, type PlainRule, type ReadSentence } from './plain-rule.ts'
import {
  BACKGROUND_STEP,
  backgroundTexts,
  ordinarySamples,
  type PlainText,
  readOrdinary,
  type ReadSample,
  readSample,
  scanSample,
} from './read-sample.ts'
import { sentencesOf } from './sentences.ts'
import { commonProfile } from './subject-model.ts'
import { Wordings } from './wordings.ts'

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
  /** The same of one reading, in logits; {@link scoresOf} makes readings for many policies at once. */
  logit(sample: ReadSample): number
  /**
   * The score of one sentence by the examples, in logits; absent without examples.
   * @param floor  a lower score may be returned as minus infinity
   */
  readonly sentenceLogit?: SentenceLogit
}

type SentenceLogit = (sample: ReadSample, floor?: number) => number

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
export function compileLocalPolicy(policySource: PolicySource): LocalPolicy {
  const source = shortened(policySource)
  const topic = topicOf(source)
  const rule = compilePlainRule(source.prompt)
  const scores = readOrdinary().map((sentences) => rule.scoreRead(sentences))
  const ofWords = wordsLogit(source, topic, rule)
  if (source.violating.length < EXAMPLES_MIN) {
    const policy: LocalPolicy = {
      method: 'prompt',
      subjects: rule.subjects,
      ceiling: ceilingOf(scores),
      logit: ofWords,
      score: (text) => scoresOf([policy], text)[0]!,
      ordinaryScores: () => scores,
    }
    return policy
  }
  const sentenceLogit = examplesLogit(
    learnedFrom(source, () => learnCalibrated(source, topic, rule)),
    source,
    topic,
    rule,
  )
  const policy: LocalPolicy = {
    method: 'examples',
    subjects: rule.subjects,
    // Learning has lowered its scores to what the rule leaves of the share that may be blocked.
    ceiling: Math.max(ceilingOf(scores), ceilingOf(scores.filter((_, index) => index % BACKGROUND_STEP === 0))),
    sentenceLogit,
    logit: (sample) => Math.max(ofWords(sample), sentenceLogit(sample)),
    score: (text) => scoresOf([policy], text)[0]!,
    ordinaryScores: () =>
      backgroundTexts().map(({ whole, sentences }) =>
        sigmoid(
          sentences.reduce((most, item) => worse(most, item, sentences.length, sentenceLogit), policy.logit(whole)),
        ),
      ),
  }
  return policy
}

/**
 * Maximum score of words similar to those of the rule: they cause a model call, and never a violation on their own. The lowest threshold
 * is 0.5.
 */
const NEAR_MAX = 0.49
/** Confidence in a text that repeats an example of a violation. */
const REPEATED = 0.95

/** The score by the words of the rule, and of texts that repeat an example. */
function wordsLogit({ violating, allowed }: PolicySource, topic: CompiledTopic, rule: PlainRule): LocalPolicy['logit'] {
  const exempt = new Wordings(allowed)
  const repeated = new Wordings(violating)
  return ({ read }) => {
    const sentences = read.sentences().filter(({ text }) => !exempt.has(text))
    if (sentences.length === 0 || exempt.has(read.text)) return Number.NEGATIVE_INFINITY
    if (repeated.has(read.text) || sentences.some(({ text }) => repeated.has(text))) return logitOfScore(REPEATED)
    return logitOfScore(Math.max(rule.scoreRead(sentences), Math.min(NEAR_MAX, affinityOf(read.words(), topic).score)))
  }
}

function logitOfScore(score: number): number {
  return Math.log(score / (1 - score))
}

/**
 * Weights of a decision by examples: a logistic regression on the development rules with three and five examples each, without the
 * classifiers of the subjects that the rules name. A calibrated bias replaces its own.
 */
const OF_LINEAR = 0.46
const OF_AFFINITY = 1.3
const OF_PROFILE = 6.1
/** Makes a decision by examples as certain as one by the words of the rule. */
const CERTAINTY = 1.5

function examplesLogit(
  learned: LinearClass,
  { violating, allowed }: PolicySource,
  topic: CompiledTopic,
  rule: PlainRule,
): SentenceLogit {
  const exempt = new Wordings(allowed)
  const profile = commonProfile(violating.map((text) => readSample(text).read.profile()))
  const ofWords = learned.dense[0] ?? 0
  return ({ features, read }, floor = Number.NEGATIVE_INFINITY) => {
    const linear = logitOf(learned, BITS, features, [0, ...read.direction])
    // The comparisons take most of the time, and most sentences are decided without them.
    const most = OF_LINEAR * (linear + Math.max(0, ofWords)) + OF_AFFINITY + OF_PROFILE
    if (CERTAINTY * most < floor) return Number.NEGATIVE_INFINITY
    const sentences = read.sentences()
    if (exempt.has(read.text) || rule.lacksTerm(sentences)) return Number.NEGATIVE_INFINITY
    const near = affinityOf(read.words(), topic).score
    return (
      CERTAINTY *
      (OF_LINEAR * (linear + ofWords * near) +
        OF_AFFINITY * near +
        OF_PROFILE * cosine(read.profile(), profile) -
        Math.min(...sentences.map(excuse)))
    )
  }
}

function excuse({ frames }: ReadSentence): number {
  return frames.reduce((sum, name) => sum + LISTED_FRAMES[name], 0)
}

/**
 * Share of the calibration texts that rule and examples together may block: half of what is allowed, since other ordinary texts are
 * blocked more often than those that set the threshold.
 */
const CALIBRATED_MAX = FALSE_BLOCKS_MAX / 2

/** Learns from the examples, and lowers every score until the calibration texts are let through at 0.5. */
function learnCalibrated(source: PolicySource, topic: CompiledTopic, rule: PlainRule): LinearClass {
  const learned = learn(samplesOf(source, topic))
  const logit = examplesLogit(learned, source, topic, rule)
  const texts = backgroundTexts()
  const others = texts.filter(({ whole }) => rule.scoreRead(whole.read.sentences()) < 0.5)
  const ceiling = ceilingOf(
    others.map(({ whole, sentences }) =>
      sentences.reduce((most, item) => worse(most, item, sentences.length, logit), logit(whole)),
    ),
    Math.max(0, Math.floor(texts.length * CALIBRATED_MAX) - (texts.length - others.length)),
  )
  return { ...learned, bias: learned.bias - ceiling / (CERTAINTY * OF_LINEAR) }
}

/**
 * Penalty for the maximum over several sentences: each may be a false positive. Measured on development data, see decision 0017; with this
 * penalty, six harmless sentences have about the false positive rate of one.
 */
const SENTENCE_DOUBT = 0.25
/** Maximum number of sentences for the penalty, otherwise a long text would hide its violations. */
const DOUBT_SENTENCES_MAX = 8

/** The higher of a score and that of one of several sentences, in logits. */
function worse(most: number, sentence: ReadSample, count: number, logit: SentenceLogit): number {
  const doubt = SENTENCE_DOUBT * Math.log(Math.min(count, DOUBT_SENTENCES_MAX))
  return Math.max(most, logit(sentence, most + doubt) - doubt)
}

/** A sentence with a lower score (0.1) has no effect: it violates no policy, and no model is called for it. */
const NOTHING_LOGIT = -2.2

/** How likely a text breaks each of several policies; it is read once for all of them. */
export function scoresOf(policies: readonly LocalPolicy[], text: string): readonly number[] {
  const whole = scanSample(text)
  const logits = policies.map((policy) => policy.logit(whole))
  // The words of a rule are compared with every sentence already.
  const sentences = policies.some(({ sentenceLogit }) => sentenceLogit !== undefined) ? sentencesOf(text) : []
  // A sentence that is the whole text is evaluated already.
  if (sentences.length < 2) return logits.map(sigmoid)
  for (const sentence of sentences) {
    const sample = scanSample(sentence)
    for (const [index, { sentenceLogit }] of policies.entries()) {
      if (sentenceLogit === undefined) continue
      const most = Math.max(logits[index]!, NOTHING_LOGIT)
      const result = worse(most, sample, sentences.length, sentenceLogit)
      if (result > most) logits[index] = result
    }
  }
  return logits.map(sigmoid)
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
    learnedFrom(source, () => learnCalibrated(source, topicOf(source), compilePlainRule(source.prompt))),
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
    ...ordinarySamples().map((ordinarySample) => sample(ordinarySample, 0, ORDINARY_WEIGHT * back)),
  ]
}

function learn(samples: readonly Sample[]): LinearClass {
  const epochs = Math.max(EPOCHS_MIN, Math.min(EPOCHS_MAX, Math.round(STEPS / samples.length)))
  return quantise('policy', trainLinear(samples, { bits: BITS, epochs, rate: RATE, l2: L2 }), 0.5)
}

/** The direction of the text's words, and how near it is to the words of the rule. */
function denseOf({ words, direction }: PlainText, topic: CompiledTopic): number[] {
  return [affinityOf(words(), topic).score, ...direction]
}
