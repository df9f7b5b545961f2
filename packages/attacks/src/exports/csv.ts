import type { AttackRecord, Report } from '@gatehouse/contracts/reports'
import { csvLine } from '@gatehouse/formats'

/** docs/spec/redteam.md "Report", in their order. */
export const REPORT_COLUMNS = [
  'Round',
  'Verdict',
  'LLM Verdict',
  'Category',
  'Severity',
  'Attack Name',
  'Attack Description',
  'Strategy',
  'Auth Method',
  'Role',
  'Status Code',
  'Response Time (ms)',
  'Findings',
  'LLM Reasoning',
  'LLM Evidence For',
  'LLM Evidence Against',
  'Judge Confidence',
  'Policy Name',
  'Step',
  'Total Steps',
  'Step Request',
  'Step Response',
] as const

/** Evidence of a word-based judge against a success. */
const AGAINST = /^against_/

/** Yields a report as lines of CSV, the header first: one line per message of each attack, created on demand. */
export function* reportCsv(report: Report): Generator<string> {
  yield csvLine(REPORT_COLUMNS)
  const auth = textOf(report.target['auth'], 'type')
  const role = textOf(report.target, 'role')
  const policy = textOf(report.config['policy'], 'name')
  for (const { round, results } of report.rounds) {
    for (const record of results) {
      const { attack, verdict, judge, statusCode, responseTimeMs } = record
      const words = judgeComment(judge)
      const steps = stepsOf(record)
      for (const [at, { request, response }] of steps.entries()) {
        yield csvLine([
          round,
          verdict,
          words === undefined ? '' : verdict,
          attack.category,
          attack.severity,
          attack.id,
          attack.description,
          attack.strategy,
          auth,
          role,
          statusCode,
          responseTimeMs,
          judge.evidence.map(({ code, detail }) => `${code}: ${detail}`).join('; '),
          words?.reasoning,
          words?.for,
          words?.against,
          judge.confidence,
          policy,
          at + 1,
          steps.length,
          request,
          response,
        ])
      }
    }
  }
}

/** Returns the answer of a judge model; undefined for other judges. */
function judgeComment({ kind, evidence }: AttackRecord['judge']) {
  if (kind !== 'llm' && kind !== 'ensemble') return undefined
  const [against, inFavour] = [
    evidence.filter(({ code }) => AGAINST.test(code)),
    evidence.filter(({ code }) => !AGAINST.test(code)),
  ]
  const said = (some: typeof evidence): string => some.map(({ excerpt, detail }) => excerpt ?? detail).join('; ')
  return { reasoning: evidence.map(({ detail }) => detail).join(' '), for: said(inFavour), against: said(against) }
}

interface Step {
  readonly request: string
  readonly response: string
}

/** Returns messages with their answers; at least one line, so that every attack is listed. */
function stepsOf({ conversation, earlierConversation = [], request, response }: AttackRecord): readonly Step[] {
  const steps: { request: string; response: string }[] = []
  const others = earlierConversation.map(({ role, content }) => ({
    role,
    content: `(from another session) ${content}`,
  }))
  for (const { role, content } of [...others, ...conversation]) {
    const last = steps.at(-1)
    if (role === 'user' || last === undefined) steps.push({ request: content, response: '' })
    else last.response = role === 'error' ? `[${content}]` : content
  }
  return steps.length > 0 ? steps : [{ request: request ?? '', response: response ?? '' }]
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return ''
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : ''
}
