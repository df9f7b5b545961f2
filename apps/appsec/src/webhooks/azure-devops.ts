import { z } from 'zod'
import {
  branchOf,
  CommitId,
  headerOf,
  type HostEvent,
  type HostWebhooks,
  objectAt,
  PullRequestNumber,
  read,
  RefName,
  type Revision,
  stringsAt,
  updatedCommit,
} from './host-event.ts'

/** Absent until the service has merged the branches. */
const Commit = z.object({ commitId: CommitId }).nullish()
const PullRequest = z.object({
  resource: z.object({
    pullRequestId: PullRequestNumber,
    status: z.string(),
    isDraft: z.boolean().optional(),
    sourceRefName: RefName,
    targetRefName: RefName,
    lastMergeSourceCommit: Commit,
    lastMergeTargetCommit: Commit,
    forkSource: z.unknown().optional(),
  }),
})
const Push = z.object({
  resource: z.object({ refUpdates: z.array(z.object({ name: RefName, newObjectId: CommitId })) }),
})

/** @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events */
export const azureDevops: HostWebhooks = {
  isAuthentic(delivery, secret) {
    const [, encoded] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(headerOf(delivery, 'authorization') ?? '') ?? []
    if (encoded === undefined) return false
    const credentials = Buffer.from(encoded, 'base64').toString()
    const colon = credentials.indexOf(':')
    return colon >= 0 && secret.matches(credentials.slice(colon + 1))
  },
  deliveryIdOf: ({ payload }) => stringsAt(payload, ['id'])[0],
  addressesOf({ resource }) {
    return stringsAt(objectAt(resource, 'repository'), ['remoteUrl', 'webUrl', 'sshUrl'])
  },
  eventOf({ payload }) {
    switch (payload['eventType']) {
      case 'git.push': {
        const { refUpdates } = read(Push, payload).resource
        const updates = refUpdates.map(({ name, newObjectId }) => ({ ref: name, commit: updatedCommit(newObjectId) }))
        return { trigger: 'push', updates }
      }
      case 'git.pullrequest.created':
        return pullRequest(read(PullRequest, payload).resource, false)
      case 'git.pullrequest.updated':
        return pullRequest(read(PullRequest, payload).resource, true)
      default:
        return { ignored: 'event_unsupported' }
    }
  },
}

function pullRequest(resource: z.output<typeof PullRequest>['resource'], maybeOldHead: boolean): HostEvent {
  if (resource.status !== 'active') return { ignored: 'action_unsupported' }
  if (resource.isDraft === true) return { ignored: 'draft' }
  if (resource.forkSource !== undefined && resource.forkSource !== null) return { ignored: 'fork' }
  return {
    trigger: 'pull_request',
    number: resource.pullRequestId,
    branch: branchOf(resource.sourceRefName),
    head: revisionOf(resource.lastMergeSourceCommit, resource.sourceRefName),
    base: revisionOf(resource.lastMergeTargetCommit, resource.targetRefName),
    maybeOldHead,
  }
}

function revisionOf(commit: z.output<typeof Commit>, ref: string): Revision {
  return commit === null || commit === undefined ? { branch: branchOf(ref) } : { commit: commit.commitId }
}
