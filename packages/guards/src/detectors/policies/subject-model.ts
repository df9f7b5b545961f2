import { type Features, featuresOf } from '../../classify/features.ts'
import { type LinearClass, logitOf, sigmoid } from '../../classify/linear-model.ts'
import { shippedModel } from '../../classify/model-file.ts'
import { meanVector, shippedWordVectors, toUnit, wordsOf } from '../../classify/word-vectors.ts'

/** A sentence as the subject classifiers read it. */
export interface SubjectReading {
  readonly features: Features
  /** The direction of its words. */
  readonly direction: readonly number[]
}

/** The direction counts twice against the words of a short sentence. */
const DIRECTION_WEIGHT = 2

/** Reads a sentence once for all subjects. */
export function readForSubjects(sentence: string): SubjectReading {
  const direction = meanVector(shippedWordVectors(), wordsOf(sentence))
  return {
    features: featuresOf(sentence),
    direction: Array.from(direction, (value) => DIRECTION_WEIGHT * value),
  }
}

/** Log odds that a sentence violates a rule on a subject. */
export type SubjectScore = (reading: SubjectReading) => number

/** @returns undefined for a subject without a classifier */
export function subjectScore(name: string): SubjectScore | undefined {
  const model = shippedModel('policies')
  const found: LinearClass | undefined = model.classes.find((item) => item.name === name)
  if (found === undefined) return undefined
  return ({ features, direction }) => logitOf(found, model.bits, features, direction)
}

/** How much a text resembles the violations of each listed subject, as a vector of length 1. */
export function subjectProfile({ features, direction }: SubjectReading): Float64Array {
  const { classes, bits } = shippedModel('policies')
  return toUnit(Float64Array.from(classes, (linearClass) => sigmoid(logitOf(linearClass, bits, features, direction))))
}

/** The direction that several profiles share. */
export function commonProfile(profiles: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(profiles[0]?.length ?? 0)
  for (const profile of profiles) for (const [at, value] of profile.entries()) sum[at]! += value
  return toUnit(sum)
}
