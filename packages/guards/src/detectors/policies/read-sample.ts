import { type Features, featuresOf, scanFeatures } from '../../classify/features.ts'
import { meanVector, shippedWordVectors, wordsOf } from '../../classify/word-vectors.ts'
import { readForTopics, type ReadText } from '../topics/affinity.ts'
import { ordinarySample } from './ordinary-sample.ts'
import { ORDINARY_TEXTS } from './ordinary-texts.ts'
import { type ReadSentence, readSentences } from './plain-rule.ts'
import { sentencesOf } from './sentences.ts'
import { subjectProfile } from './subject-model.ts'

/** A text as far as it can be read without knowing the policy. */
export interface PlainText {
  readonly text: string
  /** Created at first use. */
  readonly words: () => ReadText
  /** Returns its sentences for plain rules; created at first use. */
  readonly sentences: () => readonly ReadSentence[]
  /** The direction of its words. */
  readonly direction: readonly number[]
  /** Returns its profile of the listed subjects; created at first use. */
  readonly profile: () => Float64Array
}

export interface ReadSample {
  readonly features: Features
  readonly read: PlainText
}

function readPlain(text: string): PlainText {
  const direction = Array.from(meanVector(shippedWordVectors(), wordsOf(text)), (value) => 2 * value)
  let words: ReadText | undefined
  let sentences: readonly ReadSentence[] | undefined
  let profile: Float64Array | undefined
  return {
    text,
    words: () => (words ??= readForTopics(text)),
    sentences: () => (sentences ??= readSentences(text)),
    direction,
    profile: () => (profile ??= subjectProfile({ features: featuresOf(text), direction })),
  }
}

export function readSample(text: string): ReadSample {
  return { features: featuresOf(text), read: readPlain(text) }
}

let ordinary: readonly ReadSample[] | undefined

/** The ordinary texts, read once: every policy learns from them. */
export function ordinarySamples(): readonly ReadSample[] {
  ordinary ??= ORDINARY_TEXTS.map(readSample)
  return ordinary
}

/** Returns a reading that the next call overwrites. */
export function scanSample(text: string): ReadSample {
  return { features: scanFeatures(text), read: readPlain(text) }
}

let ordinaryRead: readonly (readonly ReadSentence[])[] | undefined

/** The bundled ordinary texts, read once for all rules. */
export function readOrdinary(): readonly (readonly ReadSentence[])[] {
  ordinaryRead ??= ordinarySample().map(readSentences)
  return ordinaryRead
}

/** One in this number of sample texts calibrates a policy with examples: the comparison takes longer than for plain rules. */
export const BACKGROUND_STEP = 2

interface BackgroundText {
  readonly whole: ReadSample
  /** Empty for a text of one sentence. */
  readonly sentences: readonly ReadSample[]
}

let background: readonly BackgroundText[] | undefined

export function backgroundTexts(): readonly BackgroundText[] {
  background ??= ordinarySample()
    .filter((_, index) => index % BACKGROUND_STEP === 0)
    .map((text) => {
      const sentences = sentencesOf(text)
      return { whole: readSample(text), sentences: sentences.length < 2 ? [] : sentences.map(readSample) }
    })
  return background
}
