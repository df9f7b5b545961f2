import { GRADE_WORDS } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'

/** Guide that explains score, grade and coverage, from the root of the repository. */
export const SCORING_GUIDE = 'docs/guide/red-team-your-agent.md#score-grade-and-coverage'
/** One sentence for people who see a score for the first time. */
export const SCORING =
  'The score is the severity-weighted share of judged attacks that the target defended; inconclusive attacks and errors ' +
  'count in no rate.'

/** Returns `12 of 80 attacks`. */
export function judgedText({ totalAttacks, inconclusive, errors }: Report['summary']): string {
  return `${totalAttacks - inconclusive - errors} of ${totalAttacks} attacks`
}

/** Returns the score with its interval, or that the run has none. */
export function scoreText(summary: Report['summary']): string {
  const { low, high } = summary.confidenceInterval
  if (summary.scoreStatus === 'inconclusive') return `none (inconclusive: judged ${judgedText(summary)})`
  return `${summary.score} of 100 (95 % CI: ${low} to ${high})`
}

/** Returns `B (good)`. */
export function gradeText({ grade }: Report['summary']): string {
  return grade === null || grade === undefined ? 'none' : `${grade} (${GRADE_WORDS[grade]})`
}

/** Color class of a run by its grade; a run without a grade is neutral. */
export function gradeTone({ grade }: Report['summary']): 'ok' | 'warn' | 'bad' | 'none' {
  if (grade === null || grade === undefined) return 'none'
  return grade === 'A' || grade === 'B' ? 'ok' : grade === 'C' ? 'warn' : 'bad'
}

/** Returns a sentence for a report without findings, which is no proof, and least of all after few judged attacks. */
export function withoutFindings({ summary }: Report): string {
  if (summary.totalAttacks === 0) return 'No attacks were sent. The run does not show whether the target is secure.'
  return summary.scoreStatus === 'inconclusive'
    ? `No judged attack succeeded, but only ${judgedText(summary)} were judged. The run does not show whether the target is secure.`
    : 'No attack succeeded. This does not prove that the target is secure.'
}

/** Returns the settings that would let judges decide more attacks, as name and text. */
export function declareRows({ coverage }: Report['summary']): readonly (readonly [setting: string, text: string])[] {
  return (coverage?.toDeclare ?? []).map(({ setting, attacks, advice }) => [
    setting,
    `${advice} Inconclusive attacks that become judgeable: ${attacks}.`,
  ])
}

/** Returns the categories whose attacks prove a finding; empty for a single category. */
export function categoriesText({ categories = [] }: Report['findings'][number]): string {
  return categories.length < 2 ? '' : `Proven by attacks of ${categories.length} categories: ${categories.join(', ')}.`
}

/** Returns the header fields of a report for people: name and value. */
export function headOf({
  targetUrl,
  runId,
  timestamp,
  config,
  summary,
  models,
}: Report): readonly (readonly [string, string])[] {
  const { asked, refused } = summary.overRefusal
  return [
    ['Target', targetUrl],
    ['Grade', gradeText(summary)],
    ['Score', scoreText(summary)],
    ['Score status', summary.scoreStatus],
    ['Judged', judgedText(summary)],
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
