import { clear, flag, type Outcome, type Span } from '../../engine/guard.ts'
import type { PiiFinding } from './detect.ts'

/** Maximum number of findings in the details of a verdict; the counts and the spans include all of them. */
export const ENTITIES_LISTED_MAX = 1_000

/** Converts findings to a guard's outcome: types, places and scores, never a value. */
export function outcomeOf(findings: readonly PiiFinding[], noun: string): Outcome {
  if (findings.length === 0) return clear
  const counts: Record<string, number> = {}
  let score = 0
  for (const finding of findings) {
    counts[finding.type] = (counts[finding.type] ?? 0) + 1
    score = Math.max(score, finding.score)
  }
  const entities = findings.slice(0, ENTITIES_LISTED_MAX).map(({ type, start, end, score: sure, kind }) => ({
    type,
    start,
    end,
    score: sure,
    ...(kind === undefined ? {} : { kind }),
  }))
  const spans: Span[] = findings.map(({ type, start, end, view }) => ({ start, end, label: type, view }))
  return flag(`${noun} ${describe(counts)}.`, {
    spans,
    score,
    category: mostFrequent(counts),
    severity: Object.keys(counts).some((type) => GRAVE.has(type)) ? 'high' : 'medium',
    details: { entities, counts, truncated: findings.length > entities.length },
  })
}

/** Types whose leak is harmful on its own: money, identity theft, access. */
const GRAVE = new Set([
  'SECRET',
  'CREDIT_CARD',
  'IBAN_CODE',
  'US_SSN',
  'US_PASSPORT',
  'PASSPORT',
  'US_BANK_NUMBER',
  'CRYPTO',
])

function describe(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([type, count]) => (count === 1 ? type : `${type} (${count})`))
    .join(', ')
}

function mostFrequent(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}
