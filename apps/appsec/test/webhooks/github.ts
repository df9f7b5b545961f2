import { randomUUID } from 'node:crypto'
import { BASE, common, DELETED, type EventOptions, HEAD, type HostRequest, SECRET, sign } from './host-request.ts'

const REPOSITORY = 'https://github.com/Codertocat/Hello-World'

function githubRepository(repository: string) {
  const { host, pathname } = new URL(repository)
  const full_name = pathname.slice(1)
  return {
    id: 186853002,
    name: full_name.split('/').at(-1),
    full_name,
    private: false,
    html_url: repository,
    clone_url: `${repository}.git`,
    git_url: `git://${host}/${full_name}.git`,
    ssh_url: `git@${host}:${full_name}.git`,
    default_branch: 'main',
  }
}

function github(event: string, payload: object, { secret = SECRET, deliveryId = randomUUID() }: EventOptions) {
  const body = JSON.stringify(payload)
  const headers = {
    ...common('GitHub-Hookshot/044aadd'),
    'x-github-event': event,
    'x-github-delivery': deliveryId,
    'x-github-hook-id': '292430182',
    'x-hub-signature-256': sign(body, secret),
  }
  return { provider: 'github', headers, body } as const
}

export function githubPullRequest(action: string, options: EventOptions = {}, pull: object = {}): HostRequest {
  const { repository = REPOSITORY, head = HEAD, base = BASE, headBranch = 'changes', number = 2, more } = options
  const repo = githubRepository(repository)
  const payload = {
    action,
    number,
    pull_request: {
      id: 279147437,
      number,
      state: 'open',
      title: 'Update the README with new information.',
      draft: false,
      merged: false,
      head: { label: `Codertocat:${headBranch}`, ref: headBranch, sha: head, repo },
      base: { label: 'Codertocat:main', ref: options.baseBranch ?? 'main', sha: base, repo },
      ...pull,
    },
    repository: repo,
    sender: { login: 'Codertocat', id: 21031067, type: 'User' },
    ...more,
  }
  return github('pull_request', payload, options)
}

export function githubPush(options: EventOptions = {}): HostRequest {
  const { repository = REPOSITORY, head = HEAD, base = BASE, ref = 'refs/heads/main', more } = options
  const payload = {
    ref,
    before: base,
    after: head,
    created: false,
    deleted: head === DELETED,
    forced: false,
    base_ref: null,
    commits: [],
    head_commit: { id: head, message: 'Update' },
    repository: { ...githubRepository(repository), master_branch: 'main' },
    pusher: { name: 'Codertocat', email: 'c@example.org' },
    ...more,
  }
  return github('push', payload, options)
}

export function githubOther(event: string, options: EventOptions = {}): HostRequest {
  const { repository = REPOSITORY, more } = options
  return github(event, { repository: githubRepository(repository), ...more }, options)
}
