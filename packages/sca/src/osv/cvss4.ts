import { weigh } from './cvss-metrics.ts'

/**
 * CVSS 4.0, as far as base scores require it: threat and environmental metrics count as the worst, as the specification requires. A vector
 * belongs to one of a few classes with published scores; within its class the score decreases with the distance from the worst vector of
 * the class, in proportion to the step to the next lower class. All values are in tenths. CVSS is owned by FIRST.Org, Inc. and used with
 * attribution.
 * @see https://www.first.org/cvss/v4-0/specification-document section 8
 */

/** Scores in tenths by the levels of exploitability, complexity and subsequent impact (EQ1, EQ2, EQ4), and by own impact. */
const SCORES: Readonly<Record<string, readonly number[]>> = {
  '001': [100, 96, 93, 92, 79],
  '002': [93, 90, 88, 80, 69],
  '011': [95, 91, 92, 82, 71],
  '012': [92, 81, 84, 70, 63],
  '101': [94, 89, 86, 76, 65],
  '102': [87, 75, 72, 57, 53],
  '111': [90, 77, 74, 59, 58],
  '112': [77, 66, 61, 52, 23],
  '201': [86, 74, 72, 57, 47],
  '202': [70, 54, 53, 36, 24],
  '211': [73, 55, 61, 51, 24],
  '212': [54, 43, 46, 18, 10],
}

/** Columns of {@link SCORES}: levels of EQ3 and EQ6 together. Base vectors are in columns 0, 2 and 4. */
const OWN_BOTH_HIGH = 0
const OWN_SOME_HIGH = 2
const OWN_NONE_HIGH = 4
/** Next lower columns of each; of two, the one with the higher score is used. */
const LOWER_COLUMNS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2], 2: [3], 4: [] }

/** How bad each value is: tenths below the worst. */
const STEPS = {
  AV: { N: 0, A: 1, L: 2, P: 3 },
  PR: { N: 0, L: 1, H: 2 },
  UI: { N: 0, P: 1, A: 2 },
  AC: { L: 0, H: 1 },
  AT: { N: 0, P: 1 },
  VC: { H: 0, L: 1, N: 2 },
  VI: { H: 0, L: 1, N: 2 },
  VA: { H: 0, L: 1, N: 2 },
  SC: { H: 0, L: 1, N: 2 },
  SI: { H: 0, L: 1, N: 2 },
  SA: { H: 0, L: 1, N: 2 },
} as const
type Metric = keyof typeof STEPS
type Steps = Readonly<Record<Metric, number>>

/** A group of metrics that is classed together: its level, how far from the worst of that level, and how deep the level is. */
interface Group {
  readonly level: number
  readonly distance: number
  readonly depth: number
}

/** Base score 0–10 by CVSS version 4.0; undefined when a base metric is missing or unknown. */
export function cvss4Base(metrics: ReadonlyMap<string, string>): number | undefined {
  const steps = weigh(metrics, STEPS)
  if (steps === undefined) return undefined
  if (IMPACTS.every((metric) => steps[metric] === 2)) return 0

  const reach = equivalenceClass1(steps)
  const effort = effortOf(steps)
  const own = ownImpactOf(steps)
  const subsequent = subsequentOf(steps)
  const score = lookUp(reach.level, effort.level, subsequent.level, own.level) ?? 0
  const lowerOwn = (LOWER_COLUMNS[own.level] ?? []).map((column) =>
    lookUp(reach.level, effort.level, subsequent.level, column),
  )
  const stepsToLower: readonly (readonly [Group, number | undefined])[] = [
    [reach, lookUp(reach.level + 1, effort.level, subsequent.level, own.level)],
    [effort, lookUp(reach.level, effort.level + 1, subsequent.level, own.level)],
    [own, lowerOwn.length === 0 ? undefined : Math.max(...lowerOwn.map((lower) => lower ?? 0))],
    [subsequent, lookUp(reach.level, effort.level, subsequent.level + 1, own.level)],
  ]
  return rounded(score, stepsToLower)
}

/** Metrics of impact: without any the score is nought. */
const IMPACTS = ['VC', 'VI', 'VA', 'SC', 'SI', 'SA'] as const

/** A multiple of all depths, so that proportions are whole numbers. */
const WHOLE = 280

/** Subtracts the mean distance from the score and rounds to the nearest tenth, halves up. */
function rounded(score: number, stepsToLower: readonly (readonly [Group, number | undefined])[]): number {
  // The exploit maturity is always at its worst: it loses nothing and counts as a step all the same.
  let count = 1
  let lost = 0
  for (const [{ distance, depth }, lower] of stepsToLower) {
    if (lower === undefined) continue
    count += 1
    lost += (score - lower) * distance * (WHOLE / depth)
  }
  const unit = WHOLE * count
  const tenths = Math.floor((2 * (score * unit - lost) + unit) / (2 * unit))
  return Math.max(0, Math.min(100, tenths)) / 10
}

function lookUp(reach: number, effort: number, subsequent: number, column: number): number | undefined {
  return SCORES[`${reach}${effort}${subsequent}`]?.[column]
}

/** EQ1: attack vector, privileges, interaction. */
function equivalenceClass1({ AV, PR, UI }: Steps): Group {
  const sum = AV + PR + UI
  if (sum === 0) return { level: 0, distance: 0, depth: 1 }
  const isNear = AV === 0 || PR === 0 || UI === 0
  // The worst vector of the middle level differs by one step in one metric.
  if (isNear && AV !== 3) return { level: 1, distance: sum - 1, depth: 4 }
  // The worst of the lowest: from the device itself and nothing else, or adjacent with privileges and interaction.
  return { level: 2, distance: sum - 3, depth: 5 }
}

/** EQ2: complexity and requirements. */
function effortOf({ AC, AT }: Steps): Group {
  const sum = AC + AT
  return sum === 0 ? { level: 0, distance: 0, depth: 1 } : { level: 1, distance: sum - 1, depth: 2 }
}

/** EQ3 with EQ6: impact on the vulnerable system. */
function ownImpactOf({ VC, VI, VA }: Steps): Group {
  const sum = VC + VI + VA
  if (VC === 0 && VI === 0) return { level: OWN_BOTH_HIGH, distance: sum, depth: 7 }
  if (VC === 0 || VI === 0 || VA === 0) return { level: OWN_SOME_HIGH, distance: sum - 1, depth: 8 }
  return { level: OWN_NONE_HIGH, distance: sum - 3, depth: 10 }
}

/** EQ4: impact on other systems. */
function subsequentOf({ SC, SI, SA }: Steps): Group {
  const sum = SC + SI + SA
  return SC === 0 || SI === 0 || SA === 0
    ? { level: 1, distance: sum, depth: 5 }
    : { level: 2, distance: sum - 3, depth: 4 }
}
