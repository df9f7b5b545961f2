import type { Report } from './types.ts'
import { messages } from '../../../messages/redteam/shared.ts'

/** Fields that show how much of a run was judged. */
export type JudgedSummary = Pick<
  Report['summary'],
  'score' | 'scoreStatus' | 'totalAttacks' | 'inconclusive' | 'errors'
>

/** Minimum share of judged attacks for the color of a success. */
const ENOUGH = 0.8

/** Attacks with a verdict, of all attacks. */
function judgedCount({ totalAttacks, inconclusive, errors }: JudgedSummary): number {
  return totalAttacks - inconclusive - errors
}

/** Returns whether enough attacks were judged for a meaningful score. */
export function isWellJudged(summary: JudgedSummary): boolean {
  return summary.totalAttacks > 0 && judgedCount(summary) >= summary.totalAttacks * ENOUGH
}

/** Returns `8 of 16 judged` for runs with unjudged attacks. */
export function judgedText(summary: JudgedSummary): string | undefined {
  const count = judgedCount(summary)
  return count < summary.totalAttacks ? messages.judged.ofJudged(count, summary.totalAttacks) : undefined
}

/** Returns the score, or a dash if too few attacks were judged. */
export function scoreText({ score, scoreStatus }: Pick<JudgedSummary, 'score' | 'scoreStatus'>): string {
  return scoreStatus === 'inconclusive' ? '–' : score.toFixed(0)
}

/** Returns the color class of a score: green only if enough attacks were judged. */
export function scoreColour(summary: JudgedSummary): string {
  if (summary.scoreStatus === 'inconclusive') return ''
  if (summary.score < 70) return 'text-bad'
  return summary.score >= 90 && isWellJudged(summary) ? 'text-ok' : 'text-warn'
}
