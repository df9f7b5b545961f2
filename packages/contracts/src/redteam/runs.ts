import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { Report, ReportSummary } from './report.ts'
import { RunRequest } from './run-request.ts'
import { ATTACK_SEVERITIES, RUN_STATUSES, VERDICTS } from './words.ts'

const RUNS = ['Runs']
const count = z.int().min(0)
/** More elements than any run has. */
const SINCE_MAX = 1_000_000_000
/** Ours: runs of one answer. */
const LIMIT = 100
const LIMIT_MAX = 500
const OFFSET_MAX = 1_000_000

/** A completed attack, as progress tells of it. docs/spec/redteam.md "Status". */
export const RunProgress = z.object({
  index: count,
  attackId: z.string(),
  category: z.string(),
  strategy: z.string(),
  verdict: z.enum(VERDICTS),
  severity: z.enum(ATTACK_SEVERITIES),
  statusCode: z.int().nullable(),
  responseTimeMs: z.number(),
})
export type RunProgress = z.infer<typeof RunProgress>

/** What a run has used so far, and what is left of it. */
export const RunUsage = z.object({
  requests: count.describe('Sent to the target: retries, steps and sign-in as well as messages.'),
  requestsPlanned: count.nullable().describe('In all, as it goes now; null until that can be told.'),
  maxRequests: count.nullable().describe('The bound that was asked for.'),
  requestsPerMinute: count.nullable().describe('The rate that was asked for.'),
  secondsLeft: count.nullable().describe('As fast as it goes now; null until that can be told.'),
  model: z
    .object({
      calls: count,
      tokens: count,
      maxTokens: count,
      costUsd: z.number().min(0).nullable().describe('Null where nobody has said what the model costs.'),
      maxCostUsd: z.number().positive().nullable(),
    })
    .nullable()
    .describe('Of those that judge and write attacks; null where the run has none.'),
})
export type RunUsage = z.infer<typeof RunUsage>

/** What every answer about a run says of it. `id` and `runId` are the same. */
const RunHead = z.object({ id: z.string(), runId: z.string(), status: z.enum(RUN_STATUSES) })

/** A run in a list. */
export const RunLine = RunHead.extend({
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  targetUrl: z.string(),
  progressTotal: count.describe('Completed attacks.'),
  estimatedTotal: count,
  usage: RunUsage.optional().describe('Once it has begun.'),
  reportFile: z.string().optional().describe('Where there is a report.'),
  summary: ReportSummary.optional(),
  error: z.string().optional().describe('Why it ended where its status is `error`.'),
})
export type RunLine = z.infer<typeof RunLine>

/** docs/spec/redteam.md §2 "Run", "Status". */
export const Run = RunLine.extend({
  progress: z.array(RunProgress).describe('From the element on that `since` names.'),
  report: Report.optional().describe('Once the run is done.'),
})
export type Run = z.infer<typeof Run>

export const StartedRun = RunHead.extend({
  startedAt: z.string(),
  targetUrl: z.string(),
  estimatedTotal: count,
  message: z.string(),
})
export type StartedRun = z.infer<typeof StartedRun>

/** docs/spec/redteam.md §4, "Run", "Status". */
export const runEndpoints = {
  startRun: post('/api/run', {
    auth: 'tester',
    testerRole: 'admin',
    summary: 'Attack an agent',
    description:
      'Answers at once; the run goes on by itself and survives a restart of the service. An address that outbound calls may not ' +
      'reach is refused with `target_refused`.',
    tags: RUNS,
    body: RunRequest,
    response: StartedRun,
    status: 202,
    examples: {
      request: {
        agent: {
          value: {
            target: {
              baseUrl: 'https://agent.example.com',
              agentEndpoint: '/chat',
              customApiTemplate: { bodyTemplate: '{"message": "{{message}}"}', responsePath: 'reply' },
            },
            categories: ['prompt_injection', 'data_exfiltration'],
            attackConfig: { adaptiveRounds: 1, maxAttacksPerCategory: 10 },
          },
        },
      },
    },
  }),
  readRun: get('/api/run/{id}', {
    auth: 'tester',
    summary: 'Tell how a run stands',
    tags: RUNS,
    query: z.object({
      since: z.coerce
        .number()
        .int()
        .min(0)
        .max(SINCE_MAX)
        .default(0)
        .describe('Elements of `progress` that are left out at its beginning.'),
    }),
    response: Run,
  }),
  cancelRun: del('/api/run/{id}', {
    auth: 'tester',
    testerRole: 'admin',
    summary: 'Cancel a run, or delete it',
    description:
      'Calls in flight are aborted and the report of what was done is written. A run that has ended stays as it is.',
    tags: RUNS,
    query: z.object({
      purge: z.enum(['0', '1', 'true', 'false']).optional().describe('`1`: run and report are deleted.'),
    }),
    response: RunHead,
  }),
  listRuns: get('/api/runs', {
    auth: 'tester',
    summary: 'List runs, newest first',
    tags: RUNS,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
      offset: z.coerce.number().int().min(0).max(OFFSET_MAX).default(0),
    }),
    response: z.array(RunLine),
  }),
  followRun: get('/api/run/{id}/events', {
    auth: 'tester',
    summary: 'Follow a run',
    description:
      'Events `progress`, `status` and `end`, each with an id, and `usage` without one: what was used and what is left, whenever that ' +
      'has changed. With `Last-Event-ID` the stream goes on behind that one.',
    tags: RUNS,
    produces: 'text/event-stream; charset=utf-8',
  }),
}
