import { z } from 'zod'
import {
  CommitId,
  headerOf,
  type HostEvent,
  type HostWebhooks,
  isSigned,
  objectAt,
  PullRequestNumber,
  read,
  RefName,
  type Revision,
  stringsAt,
} from './host-event.ts'

const Side = z.object({
  branch: z.object({ name: RefName }),
  // Payloads of pull requests contain the first 12 digits.
  commit: z.object({ hash: z.string() }).nullish(),
  repository: z.object({ full_name: z.string() }).nullish(),
})
const PullRequest = z.object({
  pullrequest: z.object({
    id: PullRequestNumber,
    draft: z.boolean().optional(),
    source: Side,
    destination: Side,
  }),
})
const Reference = z.object({ type: z.string(), name: RefName })
const Push = z.object({
  push: z.object({
    changes: z.array(
      z.object({
        old: Reference.nullish(),
        new: Reference.extend({ target: z.object({ hash: CommitId }) }).nullish(),
      }),
    ),
  }),
})

/** @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
export const bitbucket: HostWebhooks = {
  isAuthentic: (delivery, secret) => isSigned(headerOf(delivery, 'x-hub-signature'), delivery, secret),
  deliveryIdOf: (delivery) => headerOf(delivery, 'x-request-uuid'),
  addressesOf({ repository }) {
    const fullName = stringsAt(repository, ['full_name']).map((name) => `https://bitbucket.org/${name}`)
    return [...stringsAt(objectAt(objectAt(repository, 'links'), 'html'), ['href']), ...fullName]
  },
  eventOf(delivery) {
    const event = headerOf(delivery, 'x-event-key') ?? ''
    switch (event) {
      case 'repo:push':
        return { trigger: 'push', updates: read(Push, delivery.payload).push.changes.flatMap(updateOf) }
      case 'pullrequest:created':
      case 'pullrequest:updated':
        return pullRequest(read(PullRequest, delivery.payload).pullrequest, event === 'pullrequest:updated')
      default:
        return { ignored: 'event_unsupported' }
    }
  },
}

function updateOf(change: z.output<typeof Push>['push']['changes'][number]) {
  const reference = change.new ?? change.old
  if (reference === null || reference === undefined) return []
  const ref = `refs/${reference.type === 'tag' ? 'tags' : 'heads'}/${reference.name}`
  return [{ ref, commit: change.new?.target.hash ?? null }]
}

function pullRequest(
  { id, draft, source, destination }: z.output<typeof PullRequest>['pullrequest'],
  maybeOldHead: boolean,
): HostEvent {
  if (draft === true) return { ignored: 'draft' }
  if (source.repository?.full_name !== destination.repository?.full_name) return { ignored: 'fork' }
  return {
    trigger: 'pull_request',
    number: id,
    branch: source.branch.name,
    head: revisionOf(source),
    base: revisionOf(destination),
    maybeOldHead,
  }
}

function revisionOf({ branch, commit }: z.output<typeof Side>): Revision {
  const full = CommitId.safeParse(commit?.hash)
  return full.success ? { commit: full.data } : { branch: branch.name }
}
