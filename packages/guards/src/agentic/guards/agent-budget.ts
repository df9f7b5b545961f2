import type { BudgetRemaining, BudgetUsage } from '@gatehouse/contracts/agents'
import { z } from 'zod'
import { effectiveRole } from '../authorize.ts'
import { type Amounts, type BudgetCall, microUsd } from '../budget/call.ts'
import { charge, COUNT_MAX, type Limits, type Span, type Spending } from '../budget/counters.ts'
import { findLoop } from '../budget/loops.ts'
import { stops } from '../engine/stops.ts'
import { type AgenticContext, defineAgenticGuard, refuse } from '../engine/guard.ts'

const DAY_MS = 86_400_000
/** A session ends a day after its start; a day's counter is kept for two days because of clock differences. */
const SESSION_S_DEFAULT = 86_400
const SESSION_S_MAX = 30 * 86_400
const DAY_TTL_MS = 2 * DAY_MS
const LOOP_WINDOW_S_DEFAULT = 300
const AGENTS_MAX = 1_000
/** Own limit: exact range of an integer counter of millionths, with a reserve for concurrent requests. */
const TOKENS_MAX = COUNT_MAX / 4
const USD_MAX = 1_000_000_000

const count = z.number().int().min(0).max(TOKENS_MAX)
const usd = z.number().min(0).max(USD_MAX)
const limits = {
  max_tokens_per_session: count.optional(),
  max_cost_usd_per_session: usd.optional(),
  max_tool_calls_per_session: count.optional(),
  max_tokens_per_day: count.optional(),
  max_cost_usd_per_day: usd.optional(),
  max_tool_calls_per_day: count.optional(),
}
type BudgetLimits = z.infer<z.ZodObject<typeof limits>>

const settings = z.object({
  ...limits,
  agents: z
    .record(z.string().min(1).max(128), z.object(limits).strict())
    .refine((agents) => Object.keys(agents).length <= AGENTS_MAX, `at most ${AGENTS_MAX} agents`)
    .default({})
    .describe('Limits per agent; an omitted limit falls back to the limit for all agents.'),
  session_seconds: z
    .number()
    .int()
    .min(60)
    .max(SESSION_S_MAX)
    .default(SESSION_S_DEFAULT)
    .describe('Session length after its first report; then a new session starts.'),
  loop_detection: z.boolean().default(true),
  loop_repeats: z
    .number()
    .int()
    .min(2)
    .max(100)
    .default(5)
    .describe(
      'Consecutive repetitions of the same call, or of the same sequence of up to four calls, that count as a loop.',
    ),
  loop_calls_max: z
    .number()
    .int()
    .min(2)
    .max(500)
    .default(50)
    .describe('Maximum number of identical calls within the window, consecutive or not.'),
  loop_window_seconds: z.number().int().min(1).max(86_400).default(LOOP_WINDOW_S_DEFAULT),
})
type Settings = z.infer<typeof settings>

export default defineAgenticGuard({
  name: 'agent_budget',
  title: 'Agent budgets',
  description:
    'Counts tokens, cost and tool calls per session and per day (UTC) of an agent, exactly over all instances. ' +
    'A report that would exceed a limit is denied and not counted. The guard also denies requests over the ' +
    'tokens per request of the role, and loops: the same call, or the same two to four calls, repeated. It ' +
    'counts only reported usage, so agents that do not report are not limited. Calls are equal only if their ' +
    'arguments are equal.',
  owasp: ['LLM10:2025', 'ASI08:2026'],
  defaults: { enabled: true, action: 'block' },
  settings,
  async check(call: BudgetCall, set, context) {
    const { ports, clock, monitored, action } = context
    const spans = spansOf(call, set, context)
    const isRefusing = !monitored && stops(action)
    const early = roleProblem(call, context) ?? (await loopProblem(call, set, context))
    if (early !== undefined) {
      // A call that runs despite a finding is counted too.
      const { usage, remaining } = await charge(ports.state, spans, isRefusing ? NOTHING : call, isRefusing)
      return refuse(early.message, { ...early, ...shownAs(usage, remaining, early.details) })
    }
    const { over, usage, remaining } = await charge(ports.state, spans, call, isRefusing)
    const shown = shownAs(usage, remaining, { limited: isLimited(call.agentKey, set) })
    if (over === undefined) return { flagged: false, ...shown }
    const now = clock.now()
    const retryAfter_s = over.span === 'day' ? (DAY_MS - (now % DAY_MS)) / 1_000 : set.session_seconds
    return refuse(
      `The budget for ${WORDS[over.what]} of the ${over.span === 'day' ? 'agent for today' : 'session'} is exhausted.`,
      {
        category: 'budget_exceeded',
        severity: 'medium',
        retryAfter_s,
        ...shownAs(usage, remaining, { span: over.span, limit: LIMIT_NAMES[over.span][over.what] }),
      },
    )
  },
})

const NOTHING: Amounts = { tokens: 0, microUsd: 0, toolCalls: 0 }

const WORDS: Readonly<Record<keyof Amounts, string>> = {
  tokens: 'tokens',
  microUsd: 'costs',
  toolCalls: 'tool calls',
}

const LIMIT_NAMES: Readonly<Record<Span, Readonly<Record<keyof Amounts, keyof BudgetLimits>>>> = {
  session: {
    tokens: 'max_tokens_per_session',
    microUsd: 'max_cost_usd_per_session',
    toolCalls: 'max_tool_calls_per_session',
  },
  day: {
    tokens: 'max_tokens_per_day',
    microUsd: 'max_cost_usd_per_day',
    toolCalls: 'max_tool_calls_per_day',
  },
}

/** In the verdict and in the step's details, because a monitored step adds nothing to a verdict. */
function shownAs(usage: BudgetUsage, remaining: BudgetRemaining, details: Readonly<Record<string, unknown>> = {}) {
  return { extra: { usage, remaining }, details: { ...details, usage, remaining } }
}

function budgetLimits(agentKey: string | undefined, set: Settings): BudgetLimits {
  const own = agentKey !== undefined && Object.hasOwn(set.agents, agentKey) ? set.agents[agentKey] : undefined
  return { ...set, ...own }
}

function isLimited(agentKey: string | undefined, set: Settings): boolean {
  const value = budgetLimits(agentKey, set)
  return Object.values(LIMIT_NAMES).some((names) => Object.values(names).some((name) => value[name] !== undefined))
}

function limitsOf(span: Span, value: BudgetLimits): Limits {
  const names = LIMIT_NAMES[span]
  const cost = value[names.microUsd]
  return {
    tokens: value[names.tokens],
    microUsd: cost === undefined ? undefined : microUsd(cost),
    toolCalls: value[names.toolCalls],
  }
}

/** Calls without a session share one, so that omitting the session has no advantage. */
function spansOf(call: BudgetCall, set: Settings, { config, clock }: AgenticContext): Readonly<Record<Span, Spending>> {
  const value = budgetLimits(call.agentKey, set)
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  return {
    session: {
      key: keyOf(config.tenantId, 'session', [call.agentKey, call.sessionId]),
      limits: limitsOf('session', value),
      ttl_ms: set.session_seconds * 1_000,
    },
    day: {
      key: keyOf(config.tenantId, 'day', [call.agentKey, day]),
      limits: limitsOf('day', value),
      ttl_ms: DAY_TTL_MS,
    },
  }
}

/** Returns a counter key. Names are untrusted and may contain colons: as JSON, different lists have different keys. */
function keyOf(tenantId: string, kind: string, names: readonly (string | undefined)[]): string {
  return `${tenantId}:budget:${kind}:${JSON.stringify(names.map((name) => name ?? null))}`
}

interface Problem {
  readonly message: string
  readonly category: string
  readonly severity: 'medium'
  readonly details: Readonly<Record<string, unknown>>
}

/** docs/spec/guard.md §8: `max_tokens_per_request` of the role. */
function roleProblem(call: BudgetCall, { config }: AgenticContext): Problem | undefined {
  const role = effectiveRole(config, call)
  const record = role !== undefined && Object.hasOwn(config.rbac.roles, role) ? config.rbac.roles[role] : undefined
  const max = record?.max_tokens_per_request
  if (max === undefined || call.tokens <= max) return undefined
  return {
    message: `The request has ${call.tokens} tokens and exceeds the limit of ${max} tokens per request for its role.`,
    category: 'request_tokens',
    severity: 'medium',
    details: { tokens: call.tokens, max_tokens_per_request: max },
  }
}

async function loopProblem(
  call: BudgetCall,
  set: Settings,
  { config, ports, clock }: AgenticContext,
): Promise<Problem | undefined> {
  if (!set.loop_detection) return undefined
  const loop = await findLoop(
    ports.state,
    keyOf(config.tenantId, 'loop', [call.agentKey, call.sessionId]),
    call.signatures,
    clock.now(),
    { repeats: set.loop_repeats, calls_max: set.loop_calls_max, window_ms: set.loop_window_seconds * 1_000 },
  )
  if (loop === undefined) return undefined
  const subject =
    loop.period === 0
      ? `The same call was made ${loop.times} times in ${set.loop_window_seconds} s.`
      : loop.period === 1
        ? `The same call was made ${loop.times} times in a row.`
        : `The same ${loop.period} calls were made ${loop.times} times in a row.`
  return { message: `Agent loop detected: ${subject}`, category: 'loop', severity: 'medium', details: { loop } }
}
