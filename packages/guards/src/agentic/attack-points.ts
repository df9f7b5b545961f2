import type { GuardrailResult } from '@gatehouse/contracts/verdicts'
import { z } from 'zod'
import type { CompiledAgentic } from './engine/compile.ts'
import type { AgentCall } from './engine/guard.ts'
import { ATTACK_SCOPES, type AttackScope } from './attack-scopes.ts'
import type { SharedState } from './engine/ports.ts'
import { attempts, lockedOutUntil_ms, lockOut, HOLD_SECONDS_MAX, type NewLockout } from './holds.ts'

const SECONDS_MAX = HOLD_SECONDS_MAX
const BLOCKS_MAX = 10_000
/** Own value: factor for the threshold of an agent that serves many sessions. */
const AGENT_FACTOR = 4

/** Number of attempts for a lockout, its scope and its duration; settings of the guard `attack_budget`. */
export const AttackRules = z.object({
  blocks: z
    .number()
    .int()
    .min(1)
    .max(BLOCKS_MAX)
    .default(5)
    .describe('Number of blocked calls within the window that triggers the restriction.'),
  near_miss_weight: z
    .number()
    .min(0)
    .max(1)
    .default(0.25)
    .describe(
      'Weight of a call that was flagged but not blocked, as a fraction of a blocked call; 0 ignores flagged calls.',
    ),
  window_seconds: z
    .number()
    .int()
    .min(1)
    .max(SECONDS_MAX)
    .default(300)
    .describe('Length of the window, starting at the first attempt.'),
  hold_seconds: z.number().int().min(1).max(SECONDS_MAX).default(600).describe('Duration of the restriction.'),
  scopes: z
    .array(z.enum(ATTACK_SCOPES))
    .min(1)
    .max(ATTACK_SCOPES.length)
    .default(['session', 'user'])
    .describe(
      'Scopes to which `blocks` applies. With `agent`, a single attacker can restrict all calls of an agent; without ' +
        'it, `agent_blocks` applies. Calls with neither session nor user share one counter per agent.',
    ),
  agent_blocks: z
    .number()
    .int()
    .min(0)
    .max(BLOCKS_MAX)
    .optional()
    .describe(
      'Number of blocked calls of one agent, across all sessions and users, that triggers the restriction, so that a ' +
        'new session per attempt does not evade it. Default: four times `blocks`; 0 disables this limit.',
    ),
  count_content: z.boolean().default(true).describe('Whether blocked prompts and responses also count.'),
  response: z
    .enum(['require_approval', 'block'])
    .default('require_approval')
    .describe('Response to tool calls during the restriction.'),
})
export type AttackRules = z.infer<typeof AttackRules>

/** Actor with counted attempts. */
export type Attacker = Pick<AgentCall, 'agentKey' | 'headerAgentKey' | 'sessionId' | 'userId'>

/** An actor above the threshold. */
export interface Strictness {
  readonly scope: AttackScope
  /** Milliseconds since the Unix epoch. */
  readonly until_ms: number
}

/** Denials that are not evidence of an attack: limits and switches. */
const NO_ATTACK: ReadonlySet<string> = new Set([
  'tool_killswitch',
  'circuit_breaker',
  'tool_call_rate_limiting',
  'agent_budget',
  'capability_issuance',
  'attack_budget',
  'rate_limiter',
  'length_limit',
  'language_detection',
  'file_extraction',
])

/** Guard that verifies an agent's identity. */
const IDENTITY = 'cert_identity'

/** Denials that a model's mistake can cause too. They always count as near misses. */
const MISTAKES: ReadonlySet<string> = new Set(['tool_call_validation', 'tool_use_control'])

/** Own limit: guards that a lockout names. */
const NAMES_MAX = 5

/** A blocked call; counters are integers. */
const POINTS_PER_BLOCK = 100

/**
 * Returns the points of a verdict. A finding of a monitored guard with action block is a near miss. A call with a pending approval has no
 * points, because it is repeated until the decision. An invented grant counts as a block. A failed guard has no points.
 */
export function attackPoints(results: readonly GuardrailResult[], { near_miss_weight }: AttackRules): number {
  const nearMiss = Math.round(near_miss_weight * POINTS_PER_BLOCK)
  return results.filter(isAttempt).reduce((points, { guardrail, action }) => {
    const isBlock = action === 'block' && !MISTAKES.has(guardrail)
    return Math.max(points, isBlock ? POINTS_PER_BLOCK : nearMiss)
  }, 0)
}

function isAttempt({ guardrail, passed, action, would_action, details }: GuardrailResult): boolean {
  if (passed || NO_ATTACK.has(guardrail) || details['error'] !== undefined) return false
  return (would_action ?? action) !== 'require_approval'
}

/**
 * Counts a verdict. Without points, or with a disabled guard, nothing is read or written. Otherwise there is one write per scope, and two
 * more when the threshold is reached.
 * @throws {Failure} `unavailable` if it cannot be counted
 */
export async function noteAttack(
  {
    tenantId,
    entries,
    state,
    now_ms,
    requestId,
  }: {
    readonly tenantId: string
    readonly entries: CompiledAgentic
    readonly state: SharedState
    readonly now_ms: number
    /** Request of the verdict, for review of a lockout. */
    readonly requestId?: string
  },
  attacker: Attacker,
  results: readonly GuardrailResult[],
  isContent = false,
): Promise<void> {
  const entry = entries.get('attack_budget')
  if (entry?.enabled !== true) return
  // Settings of this guard, parsed by it.
  const rules = entry.settings as AttackRules
  // Text without an identified actor is not evidence about any actor's tool calls.
  const isNobody = (attacker.sessionId ?? attacker.userId ?? attacker.agentKey ?? attacker.headerAgentKey) === undefined
  if (isContent && (isNobody || !rules.count_content)) return
  const points = attackPoints(results, rules)
  if (points === 0) return
  // An impostor must not cause a lockout of the named agent.
  const isImpostor = results.some(({ guardrail, passed }) => guardrail === IDENTITY && !passed)
  const by = isImpostor ? { ...attacker, agentKey: undefined, headerAgentKey: undefined } : attacker
  const guardrails = [...new Set(results.filter(isAttempt).map(({ guardrail }) => guardrail))].slice(0, NAMES_MAX)
  await Promise.all(
    countedFor(by, rules, isContent).map(async (place) => {
      const enough = place.blocks * POINTS_PER_BLOCK
      const total = await attempts(state, tenantId, place.key, rules.window_seconds * 1_000, points)
      if (total < enough || total - points >= enough) return
      await lockOut(state, tenantId, {
        ...newLockout(place, by, rules, now_ms),
        guardrails,
        ...(requestId === undefined ? {} : { requestId }),
      })
    }),
  )
}

/** Returns the scope in which the actor exceeded the threshold, or undefined. Needs a few reads per scope. */
export async function strictnessOf(
  { state, tenantId, now_ms }: { readonly state: SharedState; readonly tenantId: string; readonly now_ms: number },
  attacker: Attacker,
  rules: AttackRules,
): Promise<Strictness | undefined> {
  const places = countedFor(attacker, rules, false)
  const texts = textsOf(attacker, rules)
  const found = await Promise.all(
    [...places, ...texts].map(async ({ scope, key }): Promise<Strictness | undefined> => {
      const until_ms = await lockedOutUntil_ms(state, tenantId, key)
      return until_ms === undefined ? undefined : { scope, until_ms }
    }),
  )
  const known = found.find((item) => item !== undefined)
  const session = places.find(({ scope }) => scope === 'session')
  if (known !== undefined || session === undefined) return known
  // Both together may exceed the threshold.
  const counts = await Promise.all(
    [session, ...texts].map(({ key }) => attempts(state, tenantId, key, rules.window_seconds * 1_000)),
  )
  const enough = rules.blocks * POINTS_PER_BLOCK
  if (counts.some((count) => count >= enough) || counts.reduce((sum, count) => sum + count, 0) < enough)
    return undefined
  const lockout = newLockout(session, attacker, rules, now_ms)
  await lockOut(state, tenantId, lockout)
  return { scope: 'session', until_ms: lockout.until_ms }
}

/** Returns the listed data of a lockout. */
function newLockout({ scope, key, blocks }: Place, attacker: Attacker, rules: AttackRules, now_ms: number): NewLockout {
  const agentKey = attacker.agentKey ?? attacker.headerAgentKey
  const isOfTexts = key.startsWith('texts:')
  return {
    scope,
    key,
    // Texts without an agent and calls of an agent count together: both counters are reset when the lockout is lifted.
    counts: scope === 'session' ? [key, ...textsOf(attacker, rules).map((texts) => texts.key)] : [key],
    ...(agentKey === undefined || scope === 'user' || isOfTexts ? {} : { agentKey }),
    ...(attacker.sessionId === undefined || scope !== 'session' ? {} : { sessionId: attacker.sessionId }),
    ...(attacker.userId === undefined || scope !== 'user' ? {} : { userId: attacker.userId }),
    unnamedOnly: key.startsWith('unnamed:'),
    guardrails: [],
    blocks,
    window_seconds: rules.window_seconds,
    since_ms: now_ms,
    until_ms: now_ms + rules.hold_seconds * 1_000,
  }
}

/** A counter of attempts. */
interface Place {
  readonly scope: AttackScope
  readonly key: string
  /** Number of blocked calls for a lockout. */
  readonly blocks: number
}

/**
 * Returns an actor's counters. A session belongs to one agent, so that another agent with its id does not affect it. A user is counted
 * across agents and sessions, and an agent across its sessions.
 */
function countedFor(attacker: Attacker, rules: AttackRules, isContent: boolean): readonly Place[] {
  const { sessionId, userId } = attacker
  const { scopes, blocks, agent_blocks } = rules
  const agent = attacker.agentKey ?? attacker.headerAgentKey ?? ''
  const places: Place[] = []
  if (isContent && agent === '' && sessionId !== undefined) places.push(...textsOf(attacker, rules))
  else if (scopes.includes('session') && sessionId !== undefined) {
    places.push({ scope: 'session', key: `session:${agent.length}:${agent}:${sessionId}`, blocks })
  }
  if (scopes.includes('user') && userId !== undefined) places.push({ scope: 'user', key: `user:${userId}`, blocks })
  if (scopes.includes('agent')) return [...places, { scope: 'agent', key: `agent:${agent}`, blocks }]
  if (places.length === 0) places.push({ scope: 'agent', key: `unnamed:${agent}`, blocks })
  const ofAgent = agent_blocks ?? blocks * AGENT_FACTOR
  return ofAgent === 0 ? places : [...places, { scope: 'agent', key: `agent:${agent}`, blocks: ofAgent }]
}

/** Returns the counters of session texts without an agent, which count for any agent in the session. */
function textsOf({ sessionId }: Attacker, { scopes, blocks }: AttackRules): readonly Place[] {
  if (sessionId === undefined || !scopes.includes('session')) return []
  return [{ scope: 'session', key: `texts:${sessionId}`, blocks }]
}
