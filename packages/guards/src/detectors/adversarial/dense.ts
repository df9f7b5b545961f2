import { meanVector, shippedWordVectors, wordsOf } from '../../classify/word-vectors.ts'
import { DENSE_NAMES, denseOf } from './signs.ts'

/** Dimensions of the shipped word vectors. */
const DIMENSIONS = 48
/** Scales a direction of length 1 to the size of the other dense features. */
const DIRECTION_SCALE = 2
/** Length of the prefix that the word vector reads, in characters. */
const DIRECTION_CHARS_MAX = 4_000

/** Names of the dense features of the attack model: signs, measures of form, and the direction of the words, which represents the topic. */
export const ATTACK_DENSE_NAMES: readonly string[] = [
  ...DENSE_NAMES,
  ...Array.from({ length: DIMENSIONS }, (_, at) => `direction_${at}`),
]

/** Returns the dense features of a text, in the order of {@link ATTACK_DENSE_NAMES}. Takes linear time. */
export function attackDenseOf(text: string): number[] {
  const direction = meanVector(shippedWordVectors(), wordsOf(text.slice(0, DIRECTION_CHARS_MAX)))
  return [...denseOf(text), ...Array.from(direction, (value) => DIRECTION_SCALE * value)]
}
