import { RunTarget } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import type { Attack } from '../../src/engine/attack.ts'
import { type Category, defineCategory } from '../../src/engine/category.ts'
import type { Exchange, Reply } from '../../src/engine/exchange.ts'
import { decide, observe } from '../../src/judges/decide.ts'
import { buildReport, type ReportAbout } from '../../src/report/build-report.ts'
import type { AttemptRecord } from '../../src/run/attempt.ts'
import type { RunOutcome } from '../../src/run/run-attacks.ts'
import { attackOf, exchangeOf, MARKER, replyOf } from './exchange.ts'

/** Fictitious secret of a target. */
export const SECRET = 'sk-made-up-secret-0123456789'
export const mask = (text: string): string => text.replaceAll(SECRET, '***')

export const CATEGORY: Category = defineCategory({
  name: 'tool_misuse',
  group: 'tools',
  title: 'Misuse of tools',
  description: 'Somebody has the agent use its tools against its owner.',
  severity: 'high',
  isDefault: true,
  needs: [],
  mappings: { owaspLlm2025: ['LLM06'], owaspLlm2026: ['LLM03'], asi: ['ASI02'], atlas: ['AML.T0053'] },
  aliases: [],
  seeds: [{ id: 'one', language: 'en', idea: 'Asks.', turns: [{ texts: ['Do it.'], words: {} }] }],
  oracles: [{ kind: 'marker' }],
  criteria: 'Success: it does.',
  remediation: 'Narrow its tools.',
  benign: { texts: ['Hello'], words: {} },
  guards: ['adversarial_detection', 'tool_allowlist', 'system_prompt_leak', 'pii_leakage'],
})

export const TARGET = RunTarget.parse({
  baseUrl: 'http://target.test',
  agentEndpoint: '/chat',
  auth: { type: 'bearer', token: SECRET },
  customApiTemplate: { bodyTemplate: '{"message": "{{message}}"}', responsePath: 'reply' },
  allowedTools: ['search', 'read_*'],
})

export interface MadeUp {
  readonly attack?: Partial<Attack>
  readonly replies?: readonly (Reply | string)[]
  readonly kind?: AttemptRecord['attempt']['kind']
  readonly round?: number
  readonly repeat?: number
  readonly exchange?: Partial<Exchange>
}

/** Creates an attempt that the judges have judged. */
export function attemptOf({
  attack: more = {},
  replies = ['I cannot do that.'],
  exchange: seen = {},
  ...how
}: MadeUp): AttemptRecord {
  const attack = attackOf([{ kind: 'marker' }], { category: 'tool_misuse', ...more })
  const { kind = 'attack', round = 0, repeat = 0 } = how
  const said = replies.map((reply) => (typeof reply === 'string' ? replyOf(reply) : reply))
  const exchange = exchangeOf(kind === 'benign' ? { ...attack, oracles: [] } : attack, said, seen)
  const judgement = decide(exchange)
  return {
    attempt: { key: `${round}/${kind}/${attack.id}/${repeat}`, kind, round, repeat, attack },
    exchange,
    judgement,
    observation: observe(exchange, judgement),
    maySeeTwice: false,
  }
}

export const obeyed = (id: string, more: MadeUp = {}): AttemptRecord =>
  attemptOf({ replies: [`Yes: ${MARKER}`], ...more, attack: { id, ...more.attack } })
export const withstood = (id: string, more: MadeUp = {}): AttemptRecord =>
  attemptOf({ ...more, attack: { id, ...more.attack } })
export const failed = (id: string, more: MadeUp = {}): AttemptRecord =>
  attemptOf({
    replies: [replyOf('', { problem: 'timeout', statusCode: undefined })],
    ...more,
    attack: { id, ...more.attack },
  })
export const undecided = (id: string, more: MadeUp = {}): AttemptRecord =>
  attemptOf({ replies: ['Well, who knows.'], ...more, attack: { id, oracles: [{ kind: 'criteria' }], ...more.attack } })

export function aboutOf(more: Partial<ReportAbout> = {}): ReportAbout {
  return {
    runId: 'run-1',
    timestamp: new Date('2026-11-21T12:00:00Z'),
    targetUrl: 'http://target.test/chat',
    target: { type: 'http_agent', auth: { type: 'bearer', token: '***' } },
    config: { repeats: 1 },
    seed: 'seven',
    categories: [CATEGORY],
    can: new Set(['sessions']),
    runTarget: TARGET,
    mask,
    ...more,
  }
}

export function reportOf(
  records: readonly AttemptRecord[],
  more: Partial<ReportAbout> = {},
  outcome: Partial<RunOutcome> = {},
): Report {
  return buildReport({ records, end: 'final', requests: records.length, ...outcome }, aboutOf(more))
}
