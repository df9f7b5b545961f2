import type { Report } from '@gatehouse/contracts/reports'

/** Returns the header fields of a report for people: name and value. */
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
    ['Score', isBlind ? 'none (inconclusive run)' : `${summary.score} of 100 (95 % CI: ${low} to ${high})`],
    ['Score status', summary.scoreStatus],
    ['Attacks', `${summary.totalAttacks} in ${summary.requests} requests`],
    ['Defended', String(summary.defended)],
    ['Succeeded', `${summary.vulnerable} fully, ${summary.partial} partially`],
    ['No verdict', `${summary.inconclusive} inconclusive, ${summary.errors} errors; not counted as defended`],
    ['Benign requests refused', asked === 0 ? 'none sent' : `${refused} of ${asked}`],
    ...(models === undefined ? [] : modelRows(models)),
    ['Seed', typeof config['seed'] === 'string' ? config['seed'] : ''],
    ['Run ID', runId],
    ['Created', timestamp],
  ]
}

/** Returns the models that took part and their reliability. */
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
      ? 'accuracy not measured'
      : `sensitivity ${percent(sensitivity)}, specificity ${percent(specificity)}`
  const corrected =
    rate === null || rate.corrected === null
      ? ''
      : `; attack success rate ${percent(rate.observed)} observed, ${percent(rate.corrected)} corrected for judge errors`
  return [
    ...(used.length === 0
      ? []
      : [['Model judges', `${decided} of ${asked} by ${used.join(', ')}: ${measured}${corrected}`] as const]),
    ...judges.flatMap(({ model, problem }) =>
      problem === null ? [] : [['Rejected judge', `${model}: ${problem}`] as const],
    ),
    ...(attacker === null ? [] : [['Generated attacks', `${attacker.attacks} by ${attacker.model}`] as const]),
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
  'Defended',
  'Succeeded',
  'Partial',
  'Inconclusive',
  'Errors',
  'Success rate (95 % CI)',
] as const

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** How sure a finding is, in a sentence. */
export function surenessOf({ confidence, reproduced: { succeeded, judged, low } }: Report['findings'][number]): string {
  return `Judge confidence: ${percent(confidence)}. The attacks succeeded in ${succeeded} of ${judged} attempts (95 % CI lower bound: ${percent(low)}).`
}
