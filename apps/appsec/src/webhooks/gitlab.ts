import { z } from 'zod'
import {
  CommitFiles,
  CommitId,
  headerOf,
  type HostEvent,
  type HostWebhooks,
  pathsOf,
  PullRequestNumber,
  read,
  RefName,
  stringsAt,
  updatedCommit,
} from './host-event.ts'

const MergeRequest = z.object({
  object_attributes: z.object({
    action: z.string().optional(),
    iid: PullRequestNumber,
    oldrev: z.string().nullish(),
    source_branch: RefName,
    target_branch: RefName,
    source_project_id: z.int().nullable(),
    target_project_id: z.int(),
    last_commit: z.object({ id: CommitId }),
    draft: z.boolean().optional(),
    work_in_progress: z.boolean().optional(),
  }),
  changes: z
    .object({ draft: z.object({ current: z.boolean() }), target_branch: z.unknown() })
    .partial()
    .optional(),
})
const Push = z.object({
  ref: RefName,
  after: CommitId,
  // At most 20, with the number of all commits.
  commits: z.array(CommitFiles).nullish(),
  total_commits_count: z.int().nullish(),
})

/** @see https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const gitlab: HostWebhooks = {
  isAuthentic(delivery, secret) {
    const token = headerOf(delivery, 'x-gitlab-token')
    return token !== undefined && secret.matches(token)
  },
  deliveryIdOf: (delivery) => headerOf(delivery, 'x-gitlab-event-uuid'),
  addressesOf: ({ project }) => stringsAt(project, ['git_http_url', 'web_url', 'git_ssh_url']),
  eventOf(delivery) {
    switch (headerOf(delivery, 'x-gitlab-event') ?? '') {
      case 'Push Hook':
      case 'Tag Push Hook': {
        const { ref, after, commits, total_commits_count: count } = read(Push, delivery.payload)
        const isWhole = commits !== undefined && commits !== null && commits.length > 0 && commits.length === count
        const paths = isWhole ? pathsOf(commits) : undefined
        return { trigger: 'push', updates: [{ ref, commit: updatedCommit(after) }], paths }
      }
      case 'Merge Request Hook':
        return mergeRequest(read(MergeRequest, delivery.payload))
      default:
        return { ignored: 'event_unsupported' }
    }
  },
}

function mergeRequest({ object_attributes: of, changes = {} }: z.output<typeof MergeRequest>): HostEvent {
  // An update without `oldrev` has no new commits.
  const isReady = changes.draft?.current === false
  const isUpdated = of.action === 'update' && (typeof of.oldrev === 'string' || isReady || changes.target_branch)
  if (of.action !== 'open' && of.action !== 'reopen' && !isUpdated) return { ignored: 'action_unsupported' }
  if (of.draft === true || of.work_in_progress === true) return { ignored: 'draft' }
  // GitLab shares the commits of forks with the repository, at refs/merge-requests/<iid>/head.
  const isFork = of.source_project_id !== of.target_project_id
  return {
    trigger: 'pull_request',
    number: of.iid,
    branch: isFork ? `${of.source_project_id ?? 'fork'}:${of.source_branch}` : of.source_branch,
    head: { commit: of.last_commit.id },
    base: { branch: of.target_branch },
    maybeOldHead: false,
  }
}
