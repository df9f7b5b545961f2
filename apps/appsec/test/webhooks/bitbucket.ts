import { randomUUID } from 'node:crypto'
import { BASE, common, DELETED, type EventOptions, HEAD, type HostRequest, SECRET, sign } from './host-request.ts'

const BITBUCKET = 'https://bitbucket.org/team_name/repo_name'

function bitbucketRepository(repository: string) {
  const full_name = new URL(repository).pathname.slice(1)
  return {
    type: 'repository',
    full_name,
    name: full_name.split('/').at(-1),
    uuid: '{673a6070-3421-46c9-9d48-90745f7bfe8e}',
    links: { self: { href: 'https://api.bitbucket.org/2.0/repositories/x' }, html: { href: repository } },
  }
}

function bitbucket(event: string, payload: object, { secret = SECRET, deliveryId = randomUUID() }: EventOptions) {
  const body = JSON.stringify(payload)
  const headers = {
    ...common('Bitbucket-Webhooks/2.0'),
    'x-event-key': event,
    'x-request-uuid': deliveryId,
    'x-hook-uuid': randomUUID(),
    'x-attempt-number': '1',
    'x-hub-signature': sign(body, secret),
  }
  return { provider: 'bitbucket', headers, body } as const
}

export function bitbucketPullRequest(event: string, options: EventOptions = {}, pull: object = {}): HostRequest {
  const { repository = BITBUCKET, head = HEAD, base = BASE, headBranch = 'branch2', number = 1 } = options
  const of = bitbucketRepository(repository)
  const payload = {
    actor: { type: 'user', nickname: 'emma' },
    repository: of,
    pullrequest: {
      id: number,
      title: 'Title of pull request',
      state: 'OPEN',
      draft: false,
      source: { branch: { name: headBranch }, commit: { hash: head.slice(0, 12) }, repository: of },
      destination: {
        branch: { name: options.baseBranch ?? 'main' },
        commit: { hash: base.slice(0, 12) },
        repository: of,
      },
      ...pull,
    },
    ...options.more,
  }
  return bitbucket(event, payload, options)
}

export function bitbucketPush(options: EventOptions = {}, changes?: readonly object[]): HostRequest {
  const { repository = BITBUCKET, head = HEAD, ref = 'refs/heads/main' } = options
  const name = ref.split('/').slice(2).join('/')
  const type = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  const old = { type, name, target: { type: 'commit', hash: BASE } }
  const change = {
    old,
    new: head === DELETED ? null : { ...old, target: { type: 'commit', hash: head } },
    created: false,
    closed: head === DELETED,
    forced: false,
    truncated: false,
  }
  const payload = { repository: bitbucketRepository(repository), push: { changes: changes ?? [change] } }
  return bitbucket('repo:push', { ...payload, ...options.more }, options)
}
