import { type Features, featuresOf, scanFeatures } from '../../classify/features.ts'
import { type LinearClass, logitOf, sigmoid } from '../../classify/linear-model.ts'
import { quantise, type Sample, trainLinear } from '../../classify/train-linear.ts'
import { seededRandom, shuffle } from '../../classify/seeded.ts'
import { meanVector, shippedWordVectors, wordsOf } from '../../classify/word-vectors.ts'
import { affinityOf, type CompiledTopic, compileTopic, readForTopics, type ReadText } from '../topics/affinity.ts'
import { learnedFrom, packLearned, type PolicySource, rememberLearned } from './learned.ts'
import { ORDINARY_TEXTS } from './ordinary-texts.ts'

/** A policy as a small classifier. */
export interface LocalPolicy {
  /** `examples`: learned from them; `prompt`: compared with the words of the rule alone, which is weaker. */
  readonly method: 'examples' | 'prompt'
  /** How likely a text breaks the policy, between 0 and 1. Linear and bounded. */
  score(text: string): number
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
  if (source.violating.length < EXAMPLES_MIN) return promptPolicy(topic)
  const learned = learnedFrom(source, () => learn(samplesOf(source, topic)))
  const scoreOf = (features: Features, dense: readonly number[]): number =>
    sigmoid(logitOf(learned, BITS, features, dense))
  return { method: 'examples', score: (text) => scoreOf(scanFeatures(text), denseOf(readPlain(text), topic)) }
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
    learnedFrom(source, () => learn(samplesOf(source, topicOf(source)))),
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

function promptPolicy(topic: CompiledTopic): LocalPolicy {
  return { method: 'prompt', score: (text) => affinityOf(readForTopics(text), topic).score }
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
  readonly words: ReadText
  /** The direction of its words. */
  readonly direction: readonly number[]
}

interface ReadSample {
  readonly features: Features
  readonly read: PlainText
}

function readPlain(text: string): PlainText {
  const direction = meanVector(shippedWordVectors(), wordsOf(text))
  return { words: readForTopics(text), direction: Array.from(direction, (value) => 2 * value) }
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
  return [affinityOf(words, topic).score, ...direction]
}

/** What a policy's examples say of its quality: each fold is judged by a policy that has not seen it. */
export interface PolicyMeasure {
  readonly precision: number
  readonly recall: number
  /** Texts measured on: the examples on both sides. */
  readonly violating: number
  readonly allowed: number
}

const FOLDS = 5
/** With fewer on either side a share says nothing. */
export const MEASURED_MIN = 5

/**
 * Cross-validated precision and recall over a policy's own examples.
 * @returns undefined with too few examples to tell
 */
export function measurePolicy(source: PolicySource, threshold: number): PolicyMeasure | undefined {
  const { violating, allowed } = source
  if (violating.length < MEASURED_MIN || allowed.length < MEASURED_MIN) return undefined
  const random = seededRandom(3)
  const yes = shuffle([...violating], random)
  const no = shuffle([...allowed], random)
  let hits = 0
  let wrong = 0
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const inFold = (_: string, index: number): boolean => index % FOLDS === fold
    const rest = (_: string, index: number): boolean => index % FOLDS !== fold
    const policy = compileLocalPolicy({ prompt: source.prompt, violating: yes.filter(rest), allowed: no.filter(rest) })
    hits += yes.filter(inFold).filter((text) => policy.score(text) >= threshold).length
    wrong += no.filter(inFold).filter((text) => policy.score(text) >= threshold).length
  }
  const flagged = hits + wrong
  return {
    precision: flagged === 0 ? 0 : hits / flagged,
    recall: hits / violating.length,
    violating: violating.length,
    allowed: allowed.length,
  }
}
