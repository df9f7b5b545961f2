import { z } from 'zod'

/** Body of every error. docs/spec/common.md: `error` is a code in snake_case, `detail` one sentence. */
export const Problem = z
  .looseObject({
    error: z.string().meta({ description: 'Error code in snake_case.', examples: ['not_found'] }),
    detail: z.string().meta({ description: 'One sentence that describes the error.' }),
    request_id: z.string().optional().meta({ description: 'Request ID, as used in the log.' }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/** Violation in the guard's format. `loc` is the path, such as `["body", "message"]`. */
export const GuardViolation = z
  .object({
    loc: z.array(z.union([z.string(), z.number()])),
    msg: z.string(),
    type: z.string(),
  })
  .meta({ id: 'GuardViolation' })
export type GuardViolation = z.infer<typeof GuardViolation>

/** 422 of the guard service: a schema violation. */
export const GuardValidationProblem = z
  .object({ error: z.literal('invalid_request'), detail: z.array(GuardViolation), request_id: z.string().optional() })
  .meta({ id: 'GuardValidationProblem' })
export type GuardValidationProblem = z.infer<typeof GuardValidationProblem>

/** 400 of appsec and red team: a schema violation. */
export const AppsecValidationProblem = z
  .object({
    error: z.literal('invalid_request'),
    detail: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })),
    request_id: z.string().optional(),
  })
  .meta({ id: 'AppsecValidationProblem' })
export type AppsecValidationProblem = z.infer<typeof AppsecValidationProblem>
