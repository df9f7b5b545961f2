import { z } from 'zod'
import {
  CommitFiles,
  CommitId,
  headerOf,
  type HostEvent,
  type HostWebhooks,
  isSigned,
  pathsOf,
  PullRequestNumber,
  read,
  RefName,
  stringsAt,
  updatedCommit,
} from './host-event.ts'

const Repository = z.object({ full_name: z.string() })
const PullRequest = z.object({
  action: z.string(),
  number: PullRequestNumber,
  pull_request: z.object({
    draft: z.boolean().optional(),
    // The repository of a deleted fork is null.
    head: z.object({ ref: RefName, label: RefName, sha: CommitId, repo: Repository.nullable() }),
    base: z.object({ sha: CommitId, repo: Repository }),
  }),
  changes: z.object({ base: z.unknown() }).partial().optional(),
})
const Push = z.object({
  ref: RefName,
  after: CommitId,
  forced: z.boolean().default(false),
  commits: z.array(CommitFiles).default([]),
})
/** GitHub lists at most this number of commits. */
const COMMITS_MAX = 2_048

const NEW_COMMITS = new Set(['opened', 'synchronize', 'reopened', 'ready_for_review'])

/** @see https://docs.github.com/en/webhooks/webhook-events-and-payloads */
export const github: HostWebhooks = {
  isAuthentic: (delivery, secret) => isSigned(headerOf(delivery, 'x-hub-signature-256'), delivery, secret),
  deliveryIdOf: (delivery) => headerOf(delivery, 'x-github-delivery'),
  addressesOf: ({ repository }) => stringsAt(repository, ['clone_url', 'html_url', 'ssh_url']),
  eventOf(delivery) {
    switch (headerOf(delivery, 'x-github-event') ?? '') {
      case 'push': {
        const { ref, after, forced, commits } = read(Push, delivery.payload)
        const isWhole = !forced && commits.length > 0 && commits.length < COMMITS_MAX
        const paths = isWhole ? pathsOf(commits) : undefined
        return { trigger: 'push', updates: [{ ref, commit: updatedCommit(after) }], paths }
      }
      case 'pull_request':
        return pullRequest(read(PullRequest, delivery.payload))
      default:
        return { ignored: 'event_unsupported' }
    }
  },
}

function pullRequest({ action, number, pull_request, changes }: z.output<typeof PullRequest>): HostEvent {
  const hasNewBase = action === 'edited' && changes?.base !== undefined
  if (!NEW_COMMITS.has(action) && !hasNewBase) return { ignored: 'action_unsupported' }
  const { draft, head, base } = pull_request
  if (draft === true) return { ignored: 'draft' }
  // GitHub shares the commits of forks with the repository, at refs/pull/<number>/head.
  const isFork = head.repo?.full_name !== base.repo.full_name
  return {
    trigger: 'pull_request',
    number,
    branch: isFork ? head.label : head.ref,
    head: { commit: head.sha },
    base: { commit: base.sha },
    maybeOldHead: false,
  }
}
