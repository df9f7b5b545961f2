import type { Report } from './types.ts'
import { messages } from '../../../messages/redteam/shared.ts'

/** Fields that show how much of a run was judged, and its rating. */
export type JudgedSummary = Pick<
  Report['summary'],
  'score' | 'scoreStatus' | 'grade' | 'totalAttacks' | 'inconclusive' | 'errors'
>
export type GradeTone = 'ok' | 'warn' | 'bad' | 'plain'

/** Section of the guide about scores. */
export const SCORING_GUIDE = '/docs/guide/red-team-your-agent#score-grade-and-coverage'

const TEXT: Readonly<Record<GradeTone, string>> = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad', plain: '' }
const TONES = { A: 'ok', B: 'ok', C: 'warn', D: 'bad', F: 'bad' } as const

/** Returns the number of attacks with a verdict. */
export function judgedCount({
  totalAttacks,
  inconclusive,
  errors,
}: Pick<JudgedSummary, 'totalAttacks' | 'inconclusive' | 'errors'>): number {
  return totalAttacks - inconclusive - errors
}

/** Returns whether at least half of the attacks were judged; reports of earlier versions may have a score without. */
export function isJudged(judged: number, total: number): boolean {
  return total > 0 && judged * 2 >= total
}

/** Returns `8 of 16 judged` for runs with unjudged attacks. */
export function judgedText(summary: JudgedSummary): string | undefined {
  const count = judgedCount(summary)
  return count < summary.totalAttacks ? messages.judged.ofJudged(count, summary.totalAttacks) : undefined
}

/** Returns whether a run has a score. */
export function hasScore(summary: JudgedSummary): boolean {
  return summary.scoreStatus !== 'inconclusive' && isJudged(judgedCount(summary), summary.totalAttacks)
}

/** Returns the score, rounded down, so that it never shows 100 or the next grade; a dash for an inconclusive run. */
export function scoreText(summary: JudgedSummary): string {
  return hasScore(summary) ? String(Math.floor(summary.score)) : '–'
}

/** Returns `A: strong`; undefined for an inconclusive run and for reports of earlier versions. */
export function gradeText(summary: JudgedSummary): string | undefined {
  const { grade } = summary
  if (grade === null || grade === undefined || !hasScore(summary)) return undefined
  return messages.judged.grade(grade, messages.judged.grades[grade])
}

/** Returns the tone of a run: its grade decides; without a grade it is plain. */
export function gradeTone(summary: JudgedSummary): GradeTone {
  const { grade } = summary
  return grade === null || grade === undefined || !hasScore(summary) ? 'plain' : TONES[grade]
}

/** Returns the color class of a score. */
export function scoreColour(summary: JudgedSummary): string {
  return TEXT[gradeTone(summary)]
}

/** Returns the number of inconclusive attacks of a list entry; `failed` includes attacks that succeeded in part. */
export function undecided(meta: {
  readonly totalAttacks: number
  readonly passed: number
  readonly failed: number
  readonly errors: number
}): number {
  return Math.max(0, meta.totalAttacks - meta.passed - meta.failed - meta.errors)
}
