import { z } from 'zod'
import { get, post } from '../endpoint.ts'

/** docs/spec/guard.md "Agents: approvals". */
export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'consumed', 'expired'] as const

const APPROVER_CHARS_MAX = 200
const COMMENT_CHARS_MAX = 2_000
const PAGE_DEFAULT = 50
const PAGE_MAX = 200

const storable = (chars_max: number) =>
  z
    .string()
    .trim()
    .max(chars_max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must not contain a NUL character')

/** Approver as claimed by the sender: a key identifies a team, not a person. */
export const ApprovalDecision = z.object({
  approver: storable(APPROVER_CHARS_MAX).min(1),
  comment: storable(COMMENT_CHARS_MAX).default(''),
})

export const ApprovalsQuery = z.object({
  status: z.enum(APPROVAL_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  cursor: z.uuid().optional().describe('`next_cursor` of the previous page.'),
})

/** Permits the call once, before it expires. */
export const ApprovalGrant = z.object({ grant_id: z.string(), expires_at: z.string() })

/** Call that requires approval, pending or decided. */
export const Approval = z.object({
  id: z.string(),
  request_id: z.string().describe('Same as `id`; the field name used in verdicts.'),
  status: z.enum(APPROVAL_STATUSES),
  tool_name: z.string(),
  agent_key: z.string().nullable(),
  user_role: z.string().nullable(),
  session_id: z.string().nullable(),
  reason: z.string(),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Truncated, secrets removed. Only for keys with the admin scope.'),
  arguments_truncated: z.boolean().optional(),
  arguments_hash: z.string().optional(),
  required_approvals: z.number().int(),
  approvals: z.number().int(),
  decisions: z.array(
    z.object({
      approver: z.string(),
      decision: z.enum(['approve', 'deny']),
      comment: z.string(),
      decided_at: z.string(),
    }),
  ),
  created_at: z.string(),
  expires_at: z.string(),
  decided_at: z.string().nullable(),
  consumed_at: z.string().nullable(),
  grant: ApprovalGrant.optional().describe('Only for keys with the admin scope, while the grant is valid.'),
})
export type Approval = z.infer<typeof Approval>

const Decided = z.object({
  success: z.boolean(),
  status: z.enum(APPROVAL_STATUSES),
  approval: Approval,
  /** Absent while more approvals are needed, and after a denial. */
  grant: ApprovalGrant.optional(),
})

const TAGS = ['Approvals']
const decision = {
  auth: 'config',
  tags: TAGS,
  body: ApprovalDecision,
  response: Decided,
  examples: { request: { plain: { value: { approver: 'ann@example.com', comment: 'Confirmed with the customer.' } } } },
} as const

/** Approval endpoints. docs/spec/guard.md "Agents: approvals". */
export const approvalEndpoints = {
  listApprovals: get('/v1/tenant/me/agentic/approvals', {
    auth: 'runtime',
    summary: 'List approval requests, newest first',
    description: 'Arguments and grants are only returned to keys with the admin scope.',
    tags: TAGS,
    query: ApprovalsQuery,
    response: z.object({
      tenant_id: z.string(),
      approvals: z.array(Approval),
      total: z.number().int().describe('Total over all pages.'),
      next_cursor: z.string().nullable(),
    }),
  }),
  readApproval: get('/v1/tenant/me/agentic/approvals/{approval_id}', {
    auth: 'runtime',
    summary: 'Get an approval request, e.g. to poll for the decision',
    tags: TAGS,
    response: Approval,
  }),
  approveCall: post('/v1/tenant/me/agentic/approvals/{approval_id}/approve', {
    ...decision,
    summary: 'Approve a call',
    description:
      'When the required number of approvals is reached, a grant is created for this agent, tool and arguments: valid ' +
      'for 900 s and one use. Returns 409 for a second decision by the same approver, for a second approval with the ' +
      'same key (unless `distinct_keys` of approval_workflow is false), and for requests that are decided or expired.',
  }),
  denyCall: post('/v1/tenant/me/agentic/approvals/{approval_id}/deny', {
    ...decision,
    summary: 'Deny a call',
    description:
      'A single denial closes the request, regardless of existing approvals. Returns 409 if the request is decided or ' +
      'expired.',
  }),
} as const
