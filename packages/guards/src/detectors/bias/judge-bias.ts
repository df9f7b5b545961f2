import { biasSigns } from './signs.ts'

export interface BiasJudgement {
  /** Between 0 and 1. */
  readonly score: number
  /** Category of the named groups, such as `gender`; `other` without one. */
  readonly category: string
}

/**
 * Biased statements with their scores. Rules only: a classifier trained on the labeled data had no predictive value for unseen sources
 * (ROC-AUC 0.37 to 0.50), and is not included.
 */
const RULED: readonly (readonly [sign: string, score: number])[] = [
  ['trait', 0.85],
  ['compare', 0.5],
  ['because', 0.7],
  ['role', 0.75],
  // Each of these also expresses medical and legal facts; two together are sufficient.
  ['cannot', 0.5],
  ['belong', 0.5],
  ['all', 0.2],
]

/** Weight of a statement in a discussion of bias. */
const SPOKEN_ABOUT_SHARE = 0.5

/** Evaluates a sentence in linear, bounded time. */
export function judgeBias(text: string): BiasJudgement {
  const { present, kinds } = biasSigns(text)
  const share = present.has('against') || present.has('unknown') ? SPOKEN_ABOUT_SHARE : 1
  const remaining = RULED.filter(([name]) => present.has(name)).reduce(
    (rest, [, score]) => rest * (1 - score * share),
    1,
  )
  return { score: 1 - remaining, category: kinds[0] ?? 'other' }
}
