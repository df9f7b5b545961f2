import { gradeText, judgedText, SCORING, SCORING_GUIDE, scoreText, withoutFindings } from '@gatehouse/attacks/reports'
import type { JudgeSetting } from '@gatehouse/contracts/redteam'
import type { Report, ReportFinding, VerdictCounts } from '@gatehouse/contracts/reports'
import { counted, shown } from '../terminal.ts'

/** Own limit for a terminal; the other formats contain all. */
const FINDINGS_SHOWN = 10
const NOT_TESTED_SHOWN = 12
const TEXT_CHARS_SHOWN = 400
const TURNS_SHOWN = 4
const CATEGORIES_SHOWN = 3
const INDENT = ' '.repeat(10)
const LINE_CHARS = 110

export interface SummaryAbout {
  /** Report file, for follow-up commands. */
  readonly file?: string
}

/** Formats a report for a terminal: score with interval, categories, weaknesses with proofs, and next steps. */
export function summaryText(report: Report, { file }: SummaryAbout = {}): string {
  const { targetUrl, findings, notTested } = report
  const lines = [
    `Red-team report for ${shown(targetUrl)}`,
    '',
    ...headLines(report),
    '',
    ...wrapped(`${SCORING} Guide: ${SCORING_GUIDE}`),
    '',
    ...categoryLines(report),
    '',
    ...declareLines(report),
  ]
  if (findings.length === 0) lines.push(withoutFindings(report))
  else lines.push(`Weaknesses (${findings.length}), most severe first:`, '')
  for (const finding of findings.slice(0, FINDINGS_SHOWN)) lines.push(...findingLines(finding, file), '')
  const more = findings.length - FINDINGS_SHOWN
  if (more > 0) lines.push(`… and ${more} more; use --format html to show all.`, '')
  if (notTested.length > 0) lines.push(...notTestedLines(report))
  return `${lines.join('\n').trimEnd()}\n`
}

function headLines({ summary, config, models }: Report): string[] {
  const { scoreStatus, overRefusal, requests } = summary
  const seed = typeof config['seed'] === 'string' ? config['seed'] : ''
  return [
    `Grade     ${gradeText(summary)}`,
    `Score     ${scoreText(summary)}${scoreStatus === 'partial' ? ' (incomplete run)' : ''}`,
    `Judged    ${judgedText(summary)}`,
    `Attacks   ${summary.totalAttacks} in ${counted(requests, 'request')}: ${countsText(summary)}`,
    ...(overRefusal.asked === 0
      ? []
      : [
          `Refusals  ${overRefusal.refused} of ${counted(overRefusal.asked, 'benign request', 'benign requests')} refused`,
        ]),
    ...(models === undefined ? [] : [`Models    ${modelsText(models)}`]),
    ...(seed === '' ? [] : [`Seed      ${shown(seed)}`]),
  ]
}

/** Describes the use of models, or why there was none. */
function modelsText({ judges, asked, decided, attacker, tokens }: NonNullable<Report['models']>): string {
  const useless = judges.flatMap(({ model, problem }) =>
    problem === null ? [] : [`${shown(model)}: ${shown(problem)}`],
  )
  const wrote = attacker === null ? [] : [`${counted(attacker.attacks, 'attack')} written`]
  return [
    `${decided} of ${counted(asked, 'undecided reply', 'undecided replies')} judged`,
    ...wrote,
    `${tokens} tokens`,
    ...useless,
  ].join(', ')
}

function countsText({ defended, vulnerable, partial, inconclusive, errors }: Omit<VerdictCounts, 'total'>): string {
  const parts = [`${defended} defended`, `${vulnerable} succeeded`]
  if (partial > 0) parts.push(`${partial} partial`)
  if (inconclusive > 0) parts.push(`${inconclusive} inconclusive`)
  if (errors > 0) parts.push(counted(errors, 'error'))
  return parts.join(', ')
}

/** Where each setting is made. */
const SETTINGS: Readonly<Record<JudgeSetting, string>> = {
  canaries: '--canary',
  systemPrompt: '--system-prompt',
  toolCallsPath: '--tool-calls-path',
  allowedTools: '--allowed-tools',
  stateProbe: 'target.stateProbe (--config)',
  serveUrl: '--serve-url',
  judgeConfidenceThreshold: 'attackConfig.judgeConfidenceThreshold (--config)',
  models: 'MODEL_BASE_URL, MODEL_NAME',
}

/** Lists the settings that would let judges decide inconclusive attacks. */
function declareLines({ summary }: Report): string[] {
  const rows = summary.coverage?.toDeclare ?? []
  if (rows.length === 0) return []
  const wide = Math.max(...rows.map(({ setting }) => SETTINGS[setting].length)) + 2
  const most = Math.max(...rows.map(({ attacks }) => counted(attacks, 'attack').length)) + 2
  return [
    'To judge more attacks, set:',
    ...rows.map(
      ({ setting, attacks, advice }) =>
        `  ${SETTINGS[setting].padEnd(wide)}${counted(attacks, 'attack').padEnd(most)}${advice}`,
    ),
    '',
  ]
}

/** Own limit: a category without successful attacks counts as held only if its upper bound is at most this. */
const HELD_SHARE_MAX = 0.25

/** Formats one line per category: number and rate of successful attacks. */
function categoryLines({ summary }: Report): string[] {
  const cells = Object.entries(summary.byCategory)
  if (cells.length === 0) return ['No attacks were sent.']
  const wide = Math.max(...cells.map(([name]) => shown(name).length)) + 2
  return cells.map(([name, cell]) => {
    const { total, interval, vulnerable, partial } = cell
    const mark = vulnerable + partial > 0 ? '✗' : interval === null || interval.high > HELD_SHARE_MAX ? '?' : '✓'
    const share = interval === null ? 'not judged' : `${percent(interval.low)} to ${percent(interval.high)} succeed`
    return `  ${mark} ${shown(name).padEnd(wide)}${share.padEnd(24)}${countsText(cell)} of ${total}`
  })
}

function findingLines(finding: ReportFinding, file: string | undefined): string[] {
  const { id, severity, title, remediation, confidence, reproduced, proof, guardPolicy, categories = [] } = finding
  const often = `${reproduced.succeeded} of ${counted(reproduced.judged, 'attempt', 'attempts')}`
  const turns = proof.turns.slice(0, TURNS_SHOWN)
  const more = proof.turns.length - turns.length
  const said = turns.flatMap((turn) => entry('prompt', turn))
  if (more > 0) said.push(...entry('', `… and ${counted(more, 'message')} more`))
  return [
    `${severity.toUpperCase().padEnd(INDENT.length)}${shown(title)}`,
    ...entry('', `succeeded in ${often}; judge confidence ${percent(confidence)}`),
    ...(categories.length < 2
      ? []
      : entry('', `proven by attacks of ${categories.length} categories: ${categoryNames(categories)}`)),
    ...said,
    ...entry('response', proof.reply),
    ...(remediation === '' ? [] : entry('fix', remediation)),
    ...(guardPolicy === null
      ? []
      : entry('guard', `suggested guard policies (included in the report): ${policyNames(guardPolicy)}`)),
    ...entry('replay', `gatehouse redteam replay ${quoted(file ?? '<report.json>')} --finding ${shown(id)}`),
  ]
}

/** Names the first categories on one line; the report names all. */
function categoryNames(categories: readonly string[]): string {
  const some = categories.slice(0, CATEGORIES_SHOWN).join(', ')
  return categories.length > CATEGORIES_SHOWN ? `${some}, …` : some
}

/** Formats a label and its text, wrapped. */
function entry(word: string, text: string): string[] {
  const whole = shown(text.replaceAll(/\s+/g, ' ').trim(), TEXT_CHARS_SHOWN)
  return wrapped(whole).map((line, at) => `${(at === 0 ? word : '').padStart(INDENT.length - 2)}  ${line}`)
}

function wrapped(text: string): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!
    if (last !== '' && last.length + word.length >= LINE_CHARS) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

function policyNames(policy: Readonly<Record<string, unknown>>): string {
  const names = Object.values(policy).flatMap((part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.keys(part) : [],
  )
  // A guard for both input and output is listed once.
  return [...new Set(names)].map((name) => shown(name)).join(', ')
}

function notTestedLines({ notTested }: Report): string[] {
  const lines = notTested
    .slice(0, NOT_TESTED_SHOWN)
    .map(({ category, reason }) => `  ${shown(category)}: ${shown(reason)}`)
  const more = notTested.length - NOT_TESTED_SHOWN
  return [
    `Not tested (${notTested.length}):`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more; see the report for all.`] : []),
  ]
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** Describes the next steps; empty if there are none. */
export function nextText({ findings, config }: Report, file: string | undefined): string {
  const seed = typeof config['seed'] === 'string' ? ` --seed ${quoted(config['seed'])}` : ''
  const [first] = findings
  if (first === undefined) return ''
  if (file === undefined) {
    return `Next: rerun with${seed} --report report.json to save a report for replays and comparisons.\n`
  }
  const name = quoted(file)
  return [
    `Next: gatehouse redteam replay ${name} --finding ${shown(first.id)}`,
    `      after the fix, rerun with${seed} --report after.json, then`,
    `      gatehouse redteam compare ${name} after.json`,
    '',
  ].join('\n')
}

/** Quotes a word for a shell. */
export function quoted(word: string): string {
  const safe = shown(word)
  return /^[\w./<>-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`
}
