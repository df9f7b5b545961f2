import { biasSigns } from './signs.ts'

export interface BiasJudgement {
  /** Between 0 and 1. */
  readonly score: number
  /** What the groups named have in common, e.g. `gender`; `other` where none is named. */
  readonly category: string
}

/**
 * Statements that are biased by what they say, with what each is worth. Rules alone: a classifier trained on the labelled
 * data told nothing about sources that it had not seen (ROC-AUC 0.37 to 0.50), so none is shipped.
 */
const RULED: readonly (readonly [sign: string, score: number])[] = [
  ['trait', 0.85],
  ['compare', 0.5],
  ['because', 0.7],
  ['role', 0.75],
  // Each of these says medical and legal facts too; with another it is enough.
  ['cannot', 0.5],
  ['belong', 0.5],
  ['all', 0.2],
]

/** Where bias is spoken of, a statement counts by this share. */
const SPOKEN_ABOUT_SHARE = 0.5

/** Judges a sentence. Linear and bounded. */
export function judgeBias(text: string): BiasJudgement {
  const { present, kinds } = biasSigns(text)
  const share = present.has('against') || present.has('unknown') ? SPOKEN_ABOUT_SHARE : 1
  const kept = RULED.filter(([name]) => present.has(name)).reduce((rest, [, score]) => rest * (1 - score * share), 1)
  return { score: 1 - kept, category: kinds[0] ?? 'other' }
}
