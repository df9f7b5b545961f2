import { z } from 'zod'
import { requestApproval, type ApprovableCall, policyReason } from '../approval/ask.ts'
import { type AgenticOutcome, defineAgenticGuard, fine } from '../engine/guard.ts'

/** Step 8 of a tool check. */
export default defineAgenticGuard({
  name: 'approval_workflow',
  title: 'Approvals',
  description:
    'Requires an approval if the tool policy requires one: `approval.required`, or all conditions of ' +
    '`approval.when` on the arguments. The response is `require_approval` with the `request_id` of a request. ' +
    'After approval, the call passes once with the `grant_id`, or with the request id as ' +
    '`approval_request_id`, for the same agent, tool and arguments. A grant that does not match blocks the ' +
    'call.',
  owasp: ['LLM06:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'require_approval' },
  settings: z.object({
    distinct_keys: z
      .boolean()
      .default(true)
      .describe(
        'Whether the `min_approvals` of a request must come from that many API keys as well as from that many names. ' +
          'Applies where keys are required.',
      ),
  }),
  async check(call: ApprovableCall, _settings, context): Promise<AgenticOutcome> {
    const reason = policyReason(call, context)
    if (reason !== undefined) return requestApproval(call, context, reason)
    // docs/spec/guard.md §3: a check with a grant spends it or is blocked, whether or not it needed one.
    if (call.grantId !== undefined) return requestApproval(call, context, 'The call includes a grant.')
    return fine
  },
})
