import type { ToolWorkflow } from '@gatehouse/contracts/policies'
import { z } from 'zod'
import { type AgenticContext, type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { enter, type CallPosition } from '../session/history.ts'
import { SESSION_TTL_MS, sessionKey } from '../session/keys.ts'
import { addTotals, refundTotals, type Totals } from '../session/totals.ts'
import { isOrderRestricted, isOrdered, matchesState, rememberedFor, transitionProblem } from '../session/workflow.ts'
import { shown } from '../shown.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolPolicyFor } from '../tool-policy.ts'

const COUNT_MAX = 1_000_000_000

const Settings = z.object({
  max_tool_calls: z
    .number()
    .int()
    .min(1)
    .max(COUNT_MAX)
    .optional()
    .describe('Maximum number of calls of all tools in one session.'),
  max_cost_usd: z
    .number()
    .min(0)
    .max(COUNT_MAX)
    .optional()
    .describe('Maximum sum of `estimated_cost_usd` in one session.'),
  max_tokens: z
    .number()
    .int()
    .min(1)
    .max(COUNT_MAX)
    .optional()
    .describe('Maximum sum of `estimated_tokens` in one session.'),
})
type Limits = z.infer<typeof Settings>

/** Step 7 of a tool check. */
export default defineAgenticGuard({
  name: 'tool_use_control',
  title: 'Tool call order',
  description:
    'Enforces the `workflow` of the tool policies in a session: which tool may follow which, which calls must ' +
    'precede a call, and how many calls, how much money and how many tokens a session may use. A call reserves ' +
    'its usage before the decision and releases it if it may not run, so concurrent calls cannot exceed a ' +
    'limit together. A tool with such rules requires a `session_id`. Callers report costs and tokens.',
  owasp: ['LLM06:2025', 'ASI01:2026', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: Settings,
  async check(call: ToolCall, settings, context): Promise<AgenticOutcome> {
    const { config } = context
    const { hasOrder, required, hasTotals } = rememberedFor(config)
    const workflow = toolPolicyFor(config, call.tool)?.policy.workflow
    const limits = strictest(settings, workflow)
    const countsTotals = hasTotals || isLimited(settings)
    if (call.sessionId === undefined) {
      const isBound =
        isLimited(limits) || (workflow?.require_before.length ?? 0) > 0 || isOrderRestricted(config, call.tool)
      return isBound ? noSession(call.tool) : fine
    }
    if (!hasOrder && required.size === 0 && !countsTotals) return fine
    const session = { ...context, call, sessionId: call.sessionId }
    const place = hasOrder ? await sessionPosition(session) : undefined
    let before: Problem | undefined
    let totals: Totals | undefined
    try {
      ;[before, totals] = await Promise.all([
        missingBefore(session, workflow?.require_before ?? []),
        countsTotals ? addTotals(context.ports.state, config.tenantId, call.sessionId, useOf(call)) : undefined,
      ])
    } catch (thrown) {
      // No other code releases the slot: a failed guard has no outcome to settle.
      await place?.leave(false)
      throw thrown
    }
    const order = place && orderProblem(session, place)
    const problem = order ?? before ?? (totals === undefined ? undefined : overLimit(totals, limits))
    const settle = (mayRun: boolean): Promise<void> => settled(session, mayRun, place, countsTotals)
    const details = totals === undefined ? {} : { session: { ...totals } }
    if (problem === undefined) return { flagged: false, details, settle }
    return refuse(problem.message, { category: problem.category, severity: 'high', details, settle })
  },
})

interface Session extends AgenticContext {
  readonly call: ToolCall
  readonly sessionId: string
}

interface Problem {
  readonly category: 'workflow_order' | 'workflow_limit'
  readonly message: string
}

function sessionPosition({ config, ports, call, sessionId }: Session): Promise<CallPosition> {
  const key = sessionKey(config.tenantId, sessionId, 'order')
  return enter(ports.state, key, call.tool, isOrdered(config, call.tool))
}

function orderProblem({ config, call }: Session, { previous, isKnown }: CallPosition): Problem | undefined {
  if (!isKnown) return { category: 'workflow_order', message: 'Too many concurrent calls in the session.' }
  for (const tool of previous) {
    const message = transitionProblem(config, tool, call.tool)
    if (message !== undefined) return { category: 'workflow_order', message }
  }
  return undefined
}

async function missingBefore(
  { config, ports, call, sessionId }: Session,
  required: readonly string[],
): Promise<Problem | undefined> {
  const called = await Promise.all(
    required.map((pattern) =>
      ports.state.increment(patternKey(config.tenantId, sessionId, pattern), 0, SESSION_TTL_MS),
    ),
  )
  const missing = required.find((_pattern, index) => called[index]! < 1)
  if (missing === undefined) return undefined
  return {
    category: 'workflow_order',
    message: `Tool "${shown(call.tool)}" can be called only after "${missing}" in the same session.`,
  }
}

function overLimit(totals: Totals, { max_tool_calls, max_cost_usd, max_tokens }: Limits): Problem | undefined {
  const over = (subject: string): Problem => ({
    category: 'workflow_limit',
    message: `The session would exceed ${subject}.`,
  })
  if (max_tool_calls !== undefined && totals.tool_calls > max_tool_calls) return over(`${max_tool_calls} tool calls`)
  if (max_cost_usd !== undefined && totals.cost_usd > max_cost_usd) return over(`${max_cost_usd} USD`)
  if (max_tokens !== undefined && totals.tokens > max_tokens) return over(`${max_tokens} tokens`)
  return undefined
}

async function settled(
  { config, ports: { state }, call, sessionId }: Session,
  mayRun: boolean,
  place: CallPosition | undefined,
  countsTotals: boolean,
): Promise<void> {
  const { tenantId } = config
  const marks = mayRun ? [...rememberedFor(config).required].filter((pattern) => matchesState(pattern, call.tool)) : []
  await Promise.all([
    place?.leave(mayRun),
    countsTotals && !mayRun ? refundTotals(state, tenantId, sessionId, useOf(call)) : undefined,
    ...marks.map((pattern) => state.increment(patternKey(tenantId, sessionId, pattern), 1, SESSION_TTL_MS)),
  ])
}

function patternKey(tenantId: string, sessionId: string, pattern: string): string {
  return sessionKey(tenantId, sessionId, 'called', pattern)
}

function useOf({ estimatedCostUsd = 0, estimatedTokens = 0 }: ToolCall): Totals {
  return { tool_calls: 1, cost_usd: estimatedCostUsd, tokens: Math.ceil(estimatedTokens) }
}

function isLimited({ max_tool_calls, max_cost_usd, max_tokens }: Limits): boolean {
  return (max_tool_calls ?? max_cost_usd ?? max_tokens) !== undefined
}

function strictest(settings: Limits, workflow: ToolWorkflow | undefined): Limits {
  const lower = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
  return {
    max_tool_calls: lower(settings.max_tool_calls, workflow?.max_tool_calls),
    max_cost_usd: lower(settings.max_cost_usd, workflow?.max_cost_usd),
    max_tokens: lower(settings.max_tokens, workflow?.max_tokens),
  }
}

function noSession(tool: string): AgenticOutcome {
  return refuse(`Tool "${shown(tool)}" has session rules. Send session_id.`, {
    category: 'no_session',
    severity: 'high',
  })
}
