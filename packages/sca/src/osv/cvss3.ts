import { weigh } from './cvss-metrics.ts'

/** Weights of CVSS versions 3.0 and 3.1; section 7.4 of https://www.first.org/cvss/v3.1/specification-document */
const WEIGHTS = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
} as const
/** The weight of privileges depends on the scope. */
const PRIVILEGES = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } } as const

/** Base score 0–10 by CVSS version 3.0 or 3.1; undefined when a base metric is missing or unknown. */
export function cvss3Base(metrics: ReadonlyMap<string, string>): number | undefined {
  const scope = metrics.get('S')
  if (scope !== 'U' && scope !== 'C') return undefined
  const weights = weigh(metrics, { ...WEIGHTS, PR: PRIVILEGES[scope] })
  if (weights === undefined) return undefined
  const lost = 1 - (1 - weights.C) * (1 - weights.I) * (1 - weights.A)
  const impact = scope === 'U' ? 6.42 * lost : 7.52 * (lost - 0.029) - 3.25 * (lost - 0.02) ** 15
  if (impact <= 0) return 0
  const exploitability = 8.22 * weights.AV * weights.AC * weights.PR * weights.UI
  return roundUp(Math.min(10, (scope === 'U' ? 1 : 1.08) * (impact + exploitability)))
}

/** The least tenth that is not less, without the errors of binary fractions; appendix A of the specification of 3.1. */
function roundUp(score: number): number {
  const hundredThousandths = Math.round(score * 100_000)
  const tenths = Math.floor(hundredThousandths / 10_000)
  return (hundredThousandths % 10_000 === 0 ? tenths : tenths + 1) / 10
}
