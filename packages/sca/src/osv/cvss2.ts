import { weigh } from './cvss-metrics.ts'

/** Weights of CVSS version 2; section 3.2.1 of https://www.first.org/cvss/v2/guide */
const WEIGHTS = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  C: { N: 0, P: 0.275, C: 0.66 },
  I: { N: 0, P: 0.275, C: 0.66 },
  A: { N: 0, P: 0.275, C: 0.66 },
} as const

/** Base score 0–10 by CVSS version 2; undefined when a base metric is missing or unknown. */
export function cvss2Base(metrics: ReadonlyMap<string, string>): number | undefined {
  const weights = weigh(metrics, WEIGHTS)
  if (weights === undefined) return undefined
  const impact = 10.41 * (1 - (1 - weights.C) * (1 - weights.I) * (1 - weights.A))
  const exploitability = 20 * weights.AV * weights.AC * weights.Au
  const score = (0.6 * impact + 0.4 * exploitability - 1.5) * (impact === 0 ? 0 : 1.176)
  return Math.round(score * 10) / 10
}
