import { z } from 'zod'
import { post } from '../endpoint.ts'
import { agreeing } from './agreeing.ts'
import { SESSION_ID_CHARS_MAX } from './content.ts'
import { CheckVerdict, MODES } from './verdict.ts'

/** Own limit for the names of agents, roles, actions and resources, which are used as keys. */
const NAME_CHARS_MAX = 128
const ACTION_CHARS_MAX = 200
const RESOURCE_CHARS_MAX = 1_024
const CLASSIFICATION_CHARS_MAX = 64
const GRANT_CHARS_MAX = 128

/** Own limit for one report. Higher values are a mistake or an attack on a counter. */
const TOKENS_PER_REPORT_MAX = 100_000_000
const COST_USD_PER_REPORT_MAX = 100_000_000
const CALLS_PER_REPORT_MAX = 100_000
/** Own limits for the calls in one report, and for the length of a name. */
const CALLS_LISTED_MAX = 100
const SIGNATURE_CHARS_MAX = 512

/** Characters that are invalid in names and databases. */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/u

/** Returns the schema of a name with a maximum length. */
export function nameOf(chars_max: number) {
  return z
    .string()
    .min(1)
    .max(chars_max)
    .refine((name) => !UNWRITABLE.test(name), 'must not contain control characters')
}

const Name = nameOf(NAME_CHARS_MAX)

/** Makes optional fields nullable: some clients write null for missing values. */
export function orNull<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, schema.nullable()] as const)
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> }
}

/** Caller fields in the body of every agent check. */
export const checkCaller = {
  agent_key: Name.optional(),
  agent_id: Name.optional(),
  user_role: Name.optional(),
  /** User of the agent; the guard `attack_budget` applies stricter limits to frequently blocked users. */
  user_id: Name.optional(),
  session_id: z.string().min(1).max(SESSION_ID_CHARS_MAX).optional(),
}

/** Agent on whose behalf `agent_key` acts, or origin of its input. */
export const SourceAgent = Name.nullish()

/** Sensitivity of data; an unknown word counts as the highest. */
export const Classification = z.string().min(1).max(CLASSIFICATION_CHARS_MAX).nullish()

/** Grant from approvers, under each of its names. docs/spec/guard.md "Agents". */
export const grantFields = {
  grant_id: z.string().min(1).max(GRANT_CHARS_MAX).optional(),
  execution_grant_id: z.string().min(1).max(GRANT_CHARS_MAX).optional(),
  approval_grant: z.string().min(1).max(GRANT_CHARS_MAX).optional(),
  approval_request_id: z.string().min(1).max(GRANT_CHARS_MAX).optional(),
}

/** Body of `POST /v1/shield/agent/check`. */
export const AgentCheck = z
  .object({
    ...orNull(checkCaller),
    action: z.string().min(1).max(ACTION_CHARS_MAX),
    resource: z.string().min(1).max(RESOURCE_CHARS_MAX),
    source_agent: SourceAgent,
    data_classification: Classification,
  })
  .superRefine(agreeing())
export type AgentCheck = z.infer<typeof AgentCheck>

const Params = z.record(z.string(), z.unknown())

/** Body of `POST /v1/shield/action/check`. */
export const ActionCheck = z
  .object({
    ...orNull(checkCaller),
    ...orNull(grantFields),
    action: z.string().min(1).max(ACTION_CHARS_MAX),
    resource: z.string().min(1).max(RESOURCE_CHARS_MAX).nullish(),
    params: Params.nullish(),
    action_params: Params.nullish(),
    tool_params: Params.nullish(),
    arguments: Params.nullish(),
    /** Risk estimate of the caller: a word, or a number from 0 to 1. It can make a verdict stricter, never more lenient. */
    risk: z.union([z.enum(['low', 'medium', 'high', 'critical']), z.number().min(0).max(1)]).nullish(),
    /** Token from an earlier response, sent with the repeated call. */
    confirmation_token: z.string().min(1).max(GRANT_CHARS_MAX).nullish(),
  })
  .superRefine(
    agreeing(
      ['params', 'action_params', 'tool_params', 'arguments'],
      ['grant_id', 'execution_grant_id', 'approval_grant'],
    ),
  )
export type ActionCheck = z.infer<typeof ActionCheck>

const ListedCall = z.looseObject({
  tool_name: z.string().max(SIGNATURE_CHARS_MAX).optional(),
  name: z.string().max(SIGNATURE_CHARS_MAX).optional(),
  function: z.looseObject({ name: z.string().max(SIGNATURE_CHARS_MAX), arguments: z.unknown().optional() }).optional(),
})

/** Body of `POST /v1/shield/agent/budget`. */
export const AgentBudget = z
  .object({
    ...orNull(checkCaller),
    tokens: z.number().int().min(0).max(TOKENS_PER_REPORT_MAX).nullish(),
    cost_usd: z.number().min(0).max(COST_USD_PER_REPORT_MAX).nullish(),
    /** Number of calls, or the calls in the format of chat messages. */
    tool_calls: z
      .union([z.number().int().min(0).max(CALLS_PER_REPORT_MAX), z.array(ListedCall).max(CALLS_LISTED_MAX)])
      .nullish(),
    /** Identifies the call for loop detection: a name chosen by the caller, or tool and arguments. */
    call_signature: z.string().min(1).max(SIGNATURE_CHARS_MAX).nullish(),
    tool_name: z.string().min(1).max(SIGNATURE_CHARS_MAX).nullish(),
    tool_params: Params.nullish(),
    tool_args: Params.nullish(),
    tool_input: Params.nullish(),
    arguments: Params.nullish(),
  })
  .superRefine(agreeing(['tool_params', 'tool_args', 'arguments', 'tool_input']))
export type AgentBudget = z.infer<typeof AgentBudget>

/** Response of every agent check. */
export const AgentVerdict = CheckVerdict.extend({ mode: z.enum(MODES) })

const amounts = { tokens: z.number(), cost_usd: z.number(), tool_calls: z.number() }
const left = { tokens: z.number().nullable(), cost_usd: z.number().nullable(), tool_calls: z.number().nullable() }

/** Amounts of the session, and of the agent's day. */
export const BudgetUsage = z.object({ ...amounts, day: z.object(amounts) })
export type BudgetUsage = z.infer<typeof BudgetUsage>
/** Remaining amounts before a limit denies; null without a limit. */
export const BudgetRemaining = z.object({ ...left, session: z.object(left), day: z.object(left) })
export type BudgetRemaining = z.infer<typeof BudgetRemaining>

const TAGS = ['Agent guards']

/** Checks of agent actions. docs/spec/guard.md §4 "Tool and agent guards". */
export const agentCheckEndpoints = {
  checkAgent: post('/v1/shield/agent/check', {
    auth: 'runtime',
    strictNames: true,
    summary: 'Check whether an agent may perform an action on a resource',
    description:
      'Checks the identity of the agent, whether agent and role permit the action, and whether the role has clearance ' +
      'for the classification of the resource. With `source_agent`, also checks whether that agent may delegate to ' +
      'this one.',
    tags: TAGS,
    body: AgentCheck,
    response: AgentVerdict,
    alsoStatus: [429],
    examples: {
      request: {
        read: {
          summary: 'Read access by an agent',
          value: { agent_key: 'support-bot', action: 'read', resource: 'customers/42' },
        },
      },
    },
  }),
  checkAction: post('/v1/shield/action/check', {
    auth: 'runtime',
    strictNames: true,
    summary: 'Check whether an action may run or needs approval',
    description:
      "Evaluates the action against the tenant's lists and limits and by risk type. Destructive actions, payments, " +
      'permission grants and disabling of security controls are detected from the action name and arguments. With the ' +
      '`grant_id` of an approval, the action is allowed once.',
    tags: TAGS,
    body: ActionCheck,
    response: AgentVerdict.extend({
      request_id: z.string().optional(),
      expires_at: z.string().optional(),
      required_approvals: z.number().int().optional(),
      confirmation_token: z.string().optional(),
    }),
    alsoStatus: [429],
    examples: {
      request: {
        delete: {
          summary: 'Irreversible action',
          value: { agent_key: 'ops-bot', action: 'delete_database', resource: 'orders', params: { force: true } },
        },
      },
    },
  }),
  checkAgentBudget: post('/v1/shield/agent/budget', {
    auth: 'runtime',
    summary: 'Charge or query the budget of an agent',
    description:
      "Adds tokens, cost and tool calls to the usage of the session and of the agent's day. A request that would " +
      'exceed a limit is denied and not charged. If the calls are named, repeated identical calls are denied as a loop.',
    tags: TAGS,
    body: AgentBudget,
    response: AgentVerdict.extend({ usage: BudgetUsage.optional(), remaining: BudgetRemaining.optional() }),
    alsoStatus: [429],
    examples: {
      request: {
        step: {
          summary: 'One agent step',
          value: { agent_key: 'planner', session_id: 's-1', tokens: 1200, cost_usd: 0.018, tool_calls: 1 },
        },
      },
    },
  }),
} as const
