import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'
import { NewCustomPolicy } from './custom-policy.ts'
import { GuardBlock } from './policy.ts'
import { ACTIONS, MODES } from './verdict.ts'

/** Own limit: content is a tenant's most sensitive data and is stored only briefly. */
const DAYS_MAX = 30
const CHARS_MAX = 20_000

/** Content retention settings of a tenant. */
export const Retention = z.object({
  enabled: z.boolean(),
  days: z.number().int().min(1).max(DAYS_MAX).default(7),
  max_chars: z
    .number()
    .int()
    .min(100)
    .max(CHARS_MAX)
    .default(4_000)
    .describe('Longer texts are not retained, because a part could get a different verdict.'),
})
export type Retention = z.infer<typeof Retention>

const RetentionView = Retention.extend({
  tenant_id: z.string(),
  /** Number of currently stored requests. */
  kept: z.number().int(),
  oldest: z.string().nullable(),
})

export const REPLAY_LIMIT_MAX = 1_000
export const REPLAY_BASELINES = ['current_policy', 'recorded'] as const

/** Body of a replay. Missing stages are unchanged. */
export const ReplayRequest = z.object({
  policy: z.object({
    input_guardrails: GuardBlock.optional(),
    output_guardrails: GuardBlock.optional(),
    custom_policies: z
      .array(NewCustomPolicy)
      .max(100)
      .optional()
      .describe('Replaces the complete configuration of the tenant.'),
    mode: z.enum(MODES).optional(),
  }),
  limit: z.number().int().min(1).max(REPLAY_LIMIT_MAX).default(200),
  since: z.iso.datetime({ offset: true }).optional(),
  compare_with: z
    .enum(REPLAY_BASELINES)
    .default('current_policy')
    .describe(
      'Baseline of the comparison: the verdict of the current policy, or the recorded verdict, which may come from an ' +
        'earlier policy.',
    ),
  use_model: z
    .boolean()
    .default(false)
    .describe('Whether guards may call the configured model. This can cost one model call per request.'),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

/** Short verdict: decision independent of the mode, and the deciding guards. */
export const ReplayedVerdict = z.object({
  action: z.enum(ACTIONS),
  guardrails: z.array(z.object({ guardrail: z.string(), action: z.enum(ACTIONS) })),
})
export type ReplayedVerdict = z.infer<typeof ReplayedVerdict>

export const REPLAY_KINDS = ['newly_refused', 'no_longer_refused', 'action', 'guardrails'] as const

export const ReplayChange = z.object({
  request_id: z.string(),
  timestamp: z.string(),
  stage: z.enum(['input', 'output']),
  kind: z.enum(REPLAY_KINDS),
  before: ReplayedVerdict,
  after: ReplayedVerdict,
})
export type ReplayChange = z.infer<typeof ReplayChange>

export const ReplayAnswer = z.object({
  tenant_id: z.string(),
  /** Number of replayed requests. */
  replayed: z.number().int(),
  changed: z.number().int(),
  /** Changes by kind. */
  counts: z.record(z.enum(REPLAY_KINDS), z.number().int()),
  /** Stored requests that could not be decrypted. */
  unreadable: z.number().int(),
  /** Whether the replay stopped at its time limit. */
  truncated: z.boolean(),
  retention_enabled: z.boolean(),
  /** Duration of the draft per request. */
  latency_ms: z.object({ p50: z.number(), p95: z.number(), max: z.number() }),
  /** Newest first. */
  changes: z.array(ReplayChange),
})
export type ReplayAnswer = z.infer<typeof ReplayAnswer>

const TAGS = ['Policies']

/** Replay of real requests with a draft. Issue of the guard service, §1 "Replay". */
export const replayEndpoints = {
  readRetention: get('/v1/tenant/me/retention', {
    auth: 'config',
    summary: 'Get the content retention settings and the number of retained requests',
    tags: TAGS,
    response: RetentionView,
  }),
  changeRetention: put('/v1/tenant/me/retention', {
    auth: 'config',
    summary: 'Enable retention of request content for replays',
    description:
      'Disabled by default. Content is encrypted with a tenant key and kept for the given number of days, at most the ' +
      '5,000 newest requests. Disabling retention deletes the content and the key.',
    tags: TAGS,
    body: Retention,
    response: RetentionView,
  }),
  dropRetention: del('/v1/tenant/me/retention', {
    auth: 'config',
    summary: 'Disable content retention and delete retained content',
    tags: TAGS,
    response: z.object({ status: z.literal('deleted'), tenant_id: z.string(), erased: z.number().int() }),
  }),
  replayPolicies: post('/v1/tenant/me/policies/replay', {
    auth: 'config',
    summary: 'Replay recent requests with a draft policy and list changed verdicts',
    description:
      'Runs retained requests with the draft and with the current policy and compares the verdicts, regardless of the ' +
      'mode. A replay has no side effects: it stores no verdicts and changes no counters. Stateful guards are excluded ' +
      'from the comparison.',
    tags: TAGS,
    body: ReplayRequest,
    response: ReplayAnswer,
    examples: {
      request: {
        stricter: {
          summary: 'Effect of blocking toxic prompts',
          value: { policy: { input_guardrails: { toxicity: { action: 'block' } } }, limit: 500 },
        },
      },
    },
  }),
} as const
