import type { Report } from './types.ts'
import { messages } from '../../../messages/redteam/shared.ts'

/** What tells how much of a run was judged. */
export type JudgedSummary = Pick<
  Report['summary'],
  'score' | 'scoreStatus' | 'totalAttacks' | 'inconclusive' | 'errors'
>

/** From this share of judged attacks on, a score may have the colour of a success. */
const ENOUGH = 0.8

/** Attacks with a verdict, of all attacks. */
function judged({ totalAttacks, inconclusive, errors }: JudgedSummary): number {
  return totalAttacks - inconclusive - errors
}

/** Whether enough attacks were judged for the score to describe the target. */
export function isWellJudged(summary: JudgedSummary): boolean {
  return summary.totalAttacks > 0 && judged(summary) >= summary.totalAttacks * ENOUGH
}

/** `8 of 16 judged` where attacks stayed without a verdict. */
export function judgedText(summary: JudgedSummary): string | undefined {
  const count = judged(summary)
  return count < summary.totalAttacks ? messages.judged.ofJudged(count, summary.totalAttacks) : undefined
}

/** The score, or a dash where too few attacks were judged for one. */
export function scoreText({ score, scoreStatus }: Pick<JudgedSummary, 'score' | 'scoreStatus'>): string {
  return scoreStatus === 'inconclusive' ? '–' : score.toFixed(0)
}

/** Colour class of a score: green only where enough attacks were judged. */
export function scoreColour(summary: JudgedSummary): string {
  if (summary.scoreStatus === 'inconclusive') return ''
  if (summary.score < 70) return 'text-bad'
  return summary.score >= 90 && isWellJudged(summary) ? 'text-ok' : 'text-warn'
}
