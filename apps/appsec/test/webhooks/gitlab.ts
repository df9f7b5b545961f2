import { randomUUID } from 'node:crypto'
import { BASE, common, DELETED, type EventOptions, HEAD, type HostRequest, SECRET } from './host-request.ts'

function gitlabProject(repository: string) {
  const { host, pathname } = new URL(repository)
  return {
    id: 15,
    name: 'Diaspora',
    web_url: repository,
    git_http_url: `${repository}.git`,
    git_ssh_url: `git@${host}:${pathname.slice(1)}.git`,
    path_with_namespace: pathname.slice(1),
    default_branch: 'main',
  }
}

function gitlab(event: string, payload: object, { secret = SECRET, deliveryId = randomUUID() }: EventOptions) {
  const headers = {
    ...common('GitLab/18.5.0-pre'),
    'x-gitlab-event': event,
    'x-gitlab-event-uuid': deliveryId,
    'x-gitlab-webhook-uuid': randomUUID(),
    'x-gitlab-instance': 'https://gitlab.com',
    'x-gitlab-token': secret,
  }
  return { provider: 'gitlab', headers, body: JSON.stringify(payload) } as const
}

const GITLAB = 'https://gitlab.com/mike/diaspora'

export function gitlabMergeRequest(action: string, options: EventOptions = {}, attributes: object = {}): HostRequest {
  const { repository = GITLAB, head = HEAD, headBranch = 'ms-viewport', baseBranch = 'main', number = 7 } = options
  const payload = {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { id: 1, name: 'Administrator', username: 'root' },
    project: gitlabProject(repository),
    object_attributes: {
      id: 99,
      iid: number,
      target_branch: baseBranch,
      source_branch: headBranch,
      source_project_id: 15,
      target_project_id: 15,
      state: 'opened',
      draft: false,
      work_in_progress: false,
      last_commit: { id: head, message: 'fixed readme' },
      action,
      ...attributes,
    },
    labels: [],
    changes: {},
    ...options.more,
  }
  return gitlab('Merge Request Hook', payload, options)
}

export function gitlabPush(options: EventOptions = {}, event = 'Push Hook'): HostRequest {
  const { repository = GITLAB, head = HEAD, base = BASE, ref = 'refs/heads/main', more } = options
  const payload = {
    object_kind: event === 'Push Hook' ? 'push' : 'tag_push',
    before: base,
    after: head,
    ref,
    checkout_sha: head === DELETED ? null : head,
    project_id: 15,
    project: gitlabProject(repository),
    commits: [],
    total_commits_count: 0,
    ...more,
  }
  return gitlab(event, payload, options)
}
