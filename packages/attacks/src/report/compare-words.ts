import type { Report } from '@gatehouse/contracts'
import type { ComparisonCell } from './compare.ts'

/** As {@link import('./compare.ts').SIGNIFICANT_BELOW}; stated in the sentences. */
const LEVEL = 0.05

/** What a reader wants to know of two runs, in sentences, the most important first. */
export function compareWords(
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
      : [`${attacks(all.flaky)} succeeded in some repeats and not in others, and count for neither.`]),
    ...(all.undecided === 0 ? [] : [`${attacks(all.undecided)} could not be judged in one of the runs.`]),
    ...(all.new + all.gone === 0
      ? []
      : [`In the later run alone: ${attacks(all.new)}; in the earlier alone: ${all.gone}. They are not compared.`]),
  ]
}

function verdictOf({ fixed, regressed, paired, pValue }: ComparisonCell): string {
  if (paired === 0) return 'The runs have no attack in common that both have judged: nothing can be compared.'
  const counted = `Of ${attacks(paired)} that both runs have judged, ${fixed} were fixed and ${regressed} regressed`
  if (fixed === regressed) return `${counted}.`
  const p = pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`
  if (pValue >= LEVEL) return `${counted}: so small a difference may be chance (McNemar, ${p}).`
  return `${counted}: the target is ${fixed > regressed ? 'better' : 'worse'}, by more than chance (McNemar, ${p}).`
}

function caveats(a: Report, b: Report): readonly string[] {
  const said: string[] = []
  if (a.targetUrl !== b.targetUrl) said.push('The runs had different targets.')
  if (a.config['seed'] !== b.config['seed']) {
    said.push('The runs had different seeds, so that they have few attacks in common; give both the same.')
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
