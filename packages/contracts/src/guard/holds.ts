import { z } from 'zod'
import { get, post } from '../endpoint.ts'

const PAGE_DEFAULT = 50
const PAGE_MAX = 200
const REASON_CHARS_MAX = 500

/** User with temporarily stricter limits by the guard `attack_budget`. */
export const AttackHold = z.object({
  id: z.string(),
  scope: z.enum(['session', 'user', 'agent']).describe('Session, user or agent whose tool calls are restricted.'),
  agent_key: z.string().nullable(),
  session_id: z.string().nullable(),
  user_id: z.string().nullable(),
  unnamed_only: z.boolean().describe('Only calls of the agent without session or user.'),
  guardrails: z
    .array(z.string())
    .describe(
      'Guards that blocked the last attempt; empty if texts and calls of a session reached the limit together.',
    ),
  request_id: z.string().nullable().describe('Request ID of that attempt.'),
  blocks: z.number().int().describe('Number of blocked calls that triggered the lockout.'),
  window_seconds: z.number().int(),
  since: z.string(),
  until: z.string().describe('Automatic expiry.'),
})
export type AttackHold = z.infer<typeof AttackHold>

const HoldsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  cursor: z.uuid().optional().describe('`next_cursor` of the previous page.'),
})

const HoldLift = z.object({
  reason: z
    .string()
    .trim()
    .max(REASON_CHARS_MAX)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must not contain a NUL character')
    .default(''),
})

const TAGS = ['Holds']

/** Active holds of the guard `attack_budget`, and their early end. Decision 0082. */
export const holdEndpoints = {
  listHolds: get('/v1/tenant/me/agentic/holds', {
    auth: 'config',
    summary: 'List lockouts after attacks, newest first',
    description:
      'Sessions, users and agents for which `attack_budget` counted enough blocked calls to restrict their tool calls. ' +
      'Requires a key with the admin scope, because the response identifies sessions and users.',
    tags: TAGS,
    query: HoldsQuery,
    response: z.object({
      tenant_id: z.string(),
      holds: z.array(AttackHold),
      total: z.number().int().describe('Total over all pages.'),
      complete: z.boolean().describe('False if there are too many lockouts to list the oldest.'),
      guard_enabled: z.boolean().describe('Whether `attack_budget` is enabled; if not, lockouts have no effect.'),
      next_cursor: z.string().nullable(),
    }),
  }),
  liftHold: post('/v1/tenant/me/agentic/holds/{hold_id}/lift', {
    auth: 'config',
    summary: 'Lift a lockout',
    description:
      'Resets the attempt counter. Also returns 200 with `was_held: false` if the lockout has expired or was lifted. A ' +
      'new lockout of the same session, user or agent has a new ID and is not affected.',
    tags: TAGS,
    params: z.object({ hold_id: z.uuid() }),
    body: HoldLift.default({ reason: '' }),
    response: z.object({ success: z.literal(true), was_held: z.boolean(), hold: AttackHold }),
    examples: { request: { plain: { value: { reason: 'Internal test; the customer was informed.' } } } },
  }),
} as const
