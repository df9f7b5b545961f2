import type { Report } from '@gatehouse/contracts'

/** The facts at the head of a report for people: name and value. */
export function headOf({
  targetUrl,
  runId,
  timestamp,
  config,
  summary,
  models,
}: Report): readonly (readonly [string, string])[] {
  const { low, high } = summary.confidenceInterval
  const { asked, refused } = summary.overRefusal
  const isBlind = summary.scoreStatus === 'inconclusive'
  return [
    ['Target', targetUrl],
    ['Score', isBlind ? 'none: the run is inconclusive' : `${summary.score} of 100 (95 %: ${low} to ${high})`],
    ['State', summary.scoreStatus],
    ['Attacks', `${summary.totalAttacks}, in ${summary.requests} requests`],
    ['Withstood', String(summary.defended)],
    ['Succeeded', `${summary.vulnerable} in full, ${summary.partial} in part`],
    ['Undecided', `${summary.inconclusive} inconclusive, ${summary.errors} errors: neither counts as withstood`],
    ['Honest wishes refused', asked === 0 ? 'none asked' : `${refused} of ${asked}`],
    ...(models === undefined ? [] : modelRows(models)),
    ['Seed', typeof config['seed'] === 'string' ? config['seed'] : ''],
    ['Run', runId],
    ['Made', timestamp],
  ]
}

/** What models had a part in, and how far they are to be believed. */
function modelRows({
  judges,
  sensitivity,
  specificity,
  asked,
  decided,
  attackSuccessRate: rate,
  attacker,
}: NonNullable<Report['models']>): readonly (readonly [string, string])[] {
  const used = judges.flatMap(({ model, used: isUsed }) => (isUsed ? [model] : []))
  const measured =
    sensitivity === null || specificity === null
      ? 'nobody has measured them'
      : `of known successes they saw ${percent(sensitivity)}, of known defences ${percent(specificity)}`
  const corrected =
    rate === null || rate.corrected === null
      ? ''
      : `; they saw ${percent(rate.observed)} succeed, ${percent(rate.corrected)} with their errors taken out`
  return [
    ...(used.length === 0
      ? []
      : [['Judged by models', `${decided} of ${asked} by ${used.join(', ')}: ${measured}${corrected}`] as const]),
    ...judges.flatMap(({ model, problem }) =>
      problem === null ? [] : [['No judge', `${model}: ${problem}`] as const],
    ),
    ...(attacker === null
      ? []
      : [['Written by a model', `${attacker.attacks} attacks, by ${attacker.model}`] as const]),
  ]
}

/** The rows of the table of categories. */
export function categoryRows({ summary }: Report): readonly (readonly string[])[] {
  return Object.entries(summary.byCategory).map(([name, cell]) => [
    name,
    String(cell.total),
    String(cell.defended),
    String(cell.vulnerable),
    String(cell.partial),
    String(cell.inconclusive),
    String(cell.errors),
    cell.interval === null ? 'not judged' : `${percent(cell.interval.low)} to ${percent(cell.interval.high)}`,
  ])
}

export const CATEGORY_HEADS = [
  'Category',
  'Attacks',
  'Withstood',
  'Succeeded',
  'In part',
  'Inconclusive',
  'Errors',
  'Succeed, 95 %',
] as const

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** How sure a finding is, in a sentence. */
export function surenessOf({ confidence, reproduced: { succeeded, judged, low } }: Report['findings'][number]): string {
  return `The judge is sure to ${percent(confidence)}. Its attacks succeeded in ${succeeded} of ${judged} tries: with 95 % certainty in ${percent(low)} or more.`
}
