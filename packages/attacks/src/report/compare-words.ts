import type { Report } from '@gatehouse/contracts/reports'
import type { ComparisonCell } from './compare.ts'

/** As {@link import('./compare.ts').SIGNIFICANT_BELOW}; stated in the sentences. */
const LEVEL = 0.05

/** Summarizes the comparison of two runs in sentences, most important first. */
export function comparisonSentences(
  a: Report,
  b: Report,
  all: ComparisonCell,
  byCategory: Readonly<Record<string, ComparisonCell>>,
): readonly string[] {
  const worse = Object.entries(byCategory).filter(([, cell]) => cell.regressed > cell.fixed)
  const better = Object.entries(byCategory).filter(([, cell]) => cell.fixed > cell.regressed)
  return [
    ...caveats(a, b),
    verdictOf(all),
    ...(worse.length === 0 ? [] : [`Worse: ${worse.map(([name, cell]) => changeText(name, cell)).join(', ')}.`]),
    ...(better.length === 0 ? [] : [`Better: ${better.map(([name, cell]) => changeText(name, cell)).join(', ')}.`]),
    ...(all.flaky === 0
      ? []
      : [
          `${attacks(all.flaky)} succeeded in only some repeats, and ${all.flaky === 1 ? 'counts' : 'count'} neither as fixed nor as regressed.`,
        ]),
    ...(all.undecided === 0 ? [] : [`${attacks(all.undecided)} had no verdict in at least one of the runs.`]),
    ...(all.new + all.gone === 0
      ? []
      : [
          `Only in the later run: ${attacks(all.new)}; only in the earlier run: ${all.gone}. These attacks are not compared.`,
        ]),
  ]
}

function verdictOf({ fixed, regressed, paired, pValue }: ComparisonCell): string {
  if (paired === 0) return 'The runs have no judged attacks in common, so they cannot be compared.'
  const counted = `Of ${attacks(paired)} judged in both runs, ${fixed} were fixed and ${regressed} regressed`
  if (fixed === regressed) return `${counted}.`
  const p = pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`
  if (pValue >= LEVEL) return `${counted}. The difference is not statistically significant (McNemar, ${p}).`
  return `${counted}. The target is significantly ${fixed > regressed ? 'better' : 'worse'} (McNemar, ${p}).`
}

function caveats(a: Report, b: Report): readonly string[] {
  const said: string[] = []
  if (a.targetUrl !== b.targetUrl) said.push('The runs had different targets.')
  if (a.config['seed'] !== b.config['seed']) {
    said.push('The runs had different seeds and have few attacks in common. Use the same seed for both.')
  }
  for (const [which, { summary }] of [
    ['earlier', a],
    ['later', b],
  ] as const) {
    if (summary.scoreStatus !== 'final') said.push(`The ${which} run is ${summary.scoreStatus}.`)
  }
  return said
}

function changeText(name: string, { fixed, regressed }: ComparisonCell): string {
  return `${name} (${regressed} regressed, ${fixed} fixed)`
}

function attacks(count: number): string {
  return count === 1 ? '1 attack' : `${count} attacks`
}
