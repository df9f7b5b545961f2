import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { Report, ReportSummary } from './report.ts'
import { RunRequest } from './run-request.ts'
import { ATTACK_SEVERITIES, RUN_STATUSES, VERDICTS } from './words.ts'

const RUNS = ['Runs']
const count = z.int().min(0)
/** Own limit, above the elements of any run. */
const SINCE_MAX = 1_000_000_000
/** Own limit for the runs in one answer. */
const LIMIT = 100
const LIMIT_MAX = 500
const OFFSET_MAX = 1_000_000

/** Completed attack in the progress of a run. docs/spec/redteam.md "Status". */
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

/** Current usage of a run, and the remaining budget. */
export const RunUsage = z.object({
  requests: count.describe('Requests sent to the target, including retries, steps and sign-in.'),
  requestsPlanned: count.nullable().describe('Estimated total; null until known.'),
  maxRequests: count.nullable().describe('Requested limit.'),
  requestsPerMinute: count.nullable().describe('Requested rate.'),
  secondsLeft: count.nullable().describe('Estimate at the current rate; null until known.'),
  model: z
    .object({
      calls: count,
      tokens: count,
      maxTokens: count,
      costUsd: z.number().min(0).nullable().describe('Null if no model price is configured.'),
      maxCostUsd: z.number().positive().nullable(),
    })
    .nullable()
    .describe('Usage of models that judge and write attacks; null if the run uses none.'),
})
export type RunUsage = z.infer<typeof RunUsage>

/** Common fields of all answers about a run. `id` and `runId` are equal. */
const RunHead = z.object({ id: z.string(), runId: z.string(), status: z.enum(RUN_STATUSES) })

/** A run in a list. */
export const RunLine = RunHead.extend({
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  targetUrl: z.string(),
  progressTotal: count.describe('Completed attacks.'),
  estimatedTotal: count,
  usage: RunUsage.optional().describe('Present once the run has started.'),
  reportFile: z.string().optional().describe('Present if there is a report.'),
  summary: ReportSummary.optional(),
  error: z.string().optional().describe('Reason, if the status is `error`.'),
})
export type RunLine = z.infer<typeof RunLine>

/** docs/spec/redteam.md §2 "Run", "Status". */
export const Run = RunLine.extend({
  progress: z.array(RunProgress).describe('Starts at the element given by `since`.'),
  report: Report.optional().describe('Present when the run has finished.'),
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
    summary: 'Start a red-team run',
    description:
      'Returns immediately; the run continues in the background and survives a service restart. A target that the ' +
      'egress policy blocks is rejected with `target_refused`.',
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
    summary: 'Get the status of a run',
    tags: RUNS,
    query: z.object({
      since: z.coerce
        .number()
        .int()
        .min(0)
        .max(SINCE_MAX)
        .default(0)
        .describe('Number of `progress` elements to skip.'),
    }),
    response: Run,
  }),
  cancelRun: del('/api/run/{id}', {
    auth: 'tester',
    testerRole: 'admin',
    summary: 'Cancel or delete a run',
    description: 'Aborts open requests and writes a report of the results so far. A finished run is unchanged.',
    tags: RUNS,
    query: z.object({
      purge: z.enum(['0', '1', 'true', 'false']).optional().describe('`1`: deletes the run and its report.'),
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
    summary: 'Stream the progress of a run',
    description:
      'Sends `progress`, `status` and `end` events with IDs, and `usage` events without an ID whenever usage or ' +
      'remaining budget change. With `Last-Event-ID`, the stream resumes after that event.',
    tags: RUNS,
    produces: 'text/event-stream; charset=utf-8',
  }),
}
