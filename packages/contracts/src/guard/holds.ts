import { z } from 'zod'
import { get, post } from '../endpoint.ts'

const PAGE_DEFAULT = 50
const PAGE_MAX = 200
const REASON_CHARS_MAX = 500

/** Somebody whom the guard `attack_budget` holds stricter for a while. */
export const AttackHold = z.object({
  id: z.string(),
  scope: z.enum(['session', 'user', 'agent']).describe('Whose tool calls are held.'),
  agent_key: z.string().nullable(),
  session_id: z.string().nullable(),
  user_id: z.string().nullable(),
  unnamed_only: z.boolean().describe('Calls of the agent alone that name neither session nor user.'),
  guardrails: z
    .array(z.string())
    .describe('Guards that refused the last attempt; none where texts and calls of a session were enough together.'),
  request_id: z.string().nullable().describe('The request of that attempt.'),
  blocks: z.number().int().describe('Blocked calls that were enough.'),
  window_seconds: z.number().int(),
  since: z.string(),
  until: z.string().describe('It ends then by itself.'),
})
export type AttackHold = z.infer<typeof AttackHold>

const HoldsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  cursor: z.uuid().optional().describe('`next_cursor` of the page before.'),
})

const HoldLift = z.object({
  reason: z
    .string()
    .trim()
    .max(REASON_CHARS_MAX)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must not contain a zero character')
    .default(''),
})

const TAGS = ['Holds']

/** Whom the guard `attack_budget` holds, and how that ends early. Decision 0082. */
export const holdEndpoints = {
  listHolds: get('/v1/tenant/me/agentic/holds', {
    auth: 'config',
    summary: 'List whose tool calls are held stricter after attacks, newest first',
    description:
      'Sessions, users and agents of which `attack_budget` has counted enough blocked calls. For keys of scope admin: it names ' +
      'sessions and users of everybody.',
    tags: TAGS,
    query: HoldsQuery,
    response: z.object({
      tenant_id: z.string(),
      holds: z.array(AttackHold),
      total: z.number().int().describe('On all pages.'),
      complete: z.boolean().describe('False where so many were held that the oldest are not listed.'),
      guard_enabled: z.boolean().describe('Whether `attack_budget` is on: while it is off, holds stop nothing.'),
      next_cursor: z.string().nullable(),
    }),
  }),
  liftHold: post('/v1/tenant/me/agentic/holds/{hold_id}/lift', {
    auth: 'config',
    summary: 'End a hold early',
    description:
      'Attempts are counted anew from then on. Answers 200 as well, with `was_held: false`, for a hold that has ended or was lifted ' +
      'already; a new hold of the same session, user or agent has an id of its own and stays.',
    tags: TAGS,
    params: z.object({ hold_id: z.uuid() }),
    body: HoldLift.default({ reason: '' }),
    response: z.object({ success: z.literal(true), was_held: z.boolean(), hold: AttackHold }),
    examples: { request: { plain: { value: { reason: 'A test of our own; the customer was told.' } } } },
  }),
} as const
