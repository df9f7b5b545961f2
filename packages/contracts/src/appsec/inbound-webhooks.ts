import { z } from 'zod'
import { post } from '../endpoint.ts'

/** Last path segments for events of git hosts: docs/spec/appsec.md "Webhooks in". */
export const WEBHOOK_PROVIDERS = ['github', 'gitlab', 'bitbucket', 'azure-devops'] as const
export type WebhookProvider = (typeof WEBHOOK_PROVIDERS)[number]

/** Why an event queued no scan. */
export const IGNORED_REASONS = {
  repository_missing: 'The payload names no repository.',
  repository_unknown: 'No project has the repository.',
  event_unsupported: 'The event is neither a push nor a pull request event.',
  action_unsupported: 'The pull request was closed, or neither its commits nor its base branch changed.',
  no_new_commits: 'The head of the pull request was already scanned.',
  duplicate_delivery: 'The delivery already queued a scan.',
  draft: 'The pull request is a draft.',
  fork: 'The pull request comes from a fork whose commits the git host does not share with the repository.',
  not_default_branch: 'The push was to another branch than the default branch of the project.',
  paths_unchanged: 'No file in `webhookPaths` of the project changed.',
  branch_deleted: 'The push deleted the branch.',
  tag: 'The push was to a tag.',
} as const
export type IgnoredReason = keyof typeof IGNORED_REASONS

const reasons = Object.keys(IGNORED_REASONS) as IgnoredReason[]

export const WebhookAnswer = z.union([
  z.object({
    scanId: z.string().describe('Scan of the oldest project with the repository.'),
    status: z.literal('QUEUED'),
    trigger: z.enum(['pull_request', 'push']),
    scanIds: z.array(z.string()).describe('Scans of all projects whose secret verifies the event.'),
  }),
  z.object({
    message: z.enum(['Event ignored', 'No matching project found']),
    reason: z.enum(reasons).describe(reasons.map((reason) => `\`${reason}\`: ${IGNORED_REASONS[reason]}`).join(' ')),
    scanId: z.string().optional().describe('Scan that the first delivery queued.'),
  }),
])
export type WebhookAnswer = z.infer<typeof WebhookAnswer>

/** Limit of GitHub payloads; the other hosts send smaller ones. */
const PAYLOAD_BYTES_MAX = 25 * 1024 * 1024

/** docs/spec/appsec.md §4. */
export const inboundWebhookEndpoints = {
  receiveWebhook: post('/api/webhooks/{provider}', {
    auth: 'none',
    summary: 'Receive a webhook event from a git host',
    description:
      `Providers: ${WEBHOOK_PROVIDERS.join(', ')}. Opened, updated and reopened pull requests queue an INCREMENTAL ` +
      'scan, and pushes to the default branch a scan of type `MAIN_BRANCH_SCAN_TYPE`; other events are ignored with ' +
      'status 200. The event must be authenticated with the webhook secret of the project: `X-Hub-Signature-256` ' +
      '(github), `X-Gitlab-Token` (gitlab), `X-Hub-Signature` (bitbucket), or the password of Basic authorization ' +
      '(azure-devops).',
    alsoRefuses: [401, 429],
    tags: ['Webhooks'],
    body: z.looseObject({}),
    bodyLimit_bytes: PAYLOAD_BYTES_MAX,
    keepsBytes: true,
    response: WebhookAnswer,
    status: 202,
    alsoStatus: [200],
  }),
}
