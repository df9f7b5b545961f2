import { randomUUID } from 'node:crypto'
import { BASE, common, type EventOptions, HEAD, type HostRequest, SECRET } from './host-request.ts'

const AZURE = 'https://dev.azure.com/fabrikam-fiber-inc/Fabrikam/_git/Fabrikam-Fiber'

function azure(eventType: string, resource: object, options: EventOptions): HostRequest {
  const { secret = SECRET, deliveryId = randomUUID(), more } = options
  const payload = {
    subscriptionId: '00000000-0000-0000-0000-000000000000',
    notificationId: 1,
    id: deliveryId,
    eventType,
    publisherId: 'tfs',
    resource,
    resourceVersion: '1.0',
    createdDate: '2026-11-24T12:00:00.000Z',
    ...more,
  }
  const authorization = `Basic ${Buffer.from(`gatehouse:${secret}`).toString('base64')}`
  return {
    provider: 'azure-devops',
    headers: { ...common('VSServices/19'), authorization },
    body: JSON.stringify(payload),
  }
}

function azureRepository(repository: string) {
  return {
    id: '4bc14d40-c903-45e2-872e-0462c7748079',
    name: repository.split('/').at(-1),
    url: 'https://dev.azure.com/fabrikam-fiber-inc/_apis/git/repositories/4bc14d40-c903-45e2-872e-0462c7748079',
    project: { id: '6ce954b1-ce1f-45d1-b94d-e6bf2464ba2c', name: 'Fabrikam', state: 'wellFormed' },
    defaultBranch: 'refs/heads/main',
    remoteUrl: repository,
  }
}

export function azurePullRequest(event: string, options: EventOptions = {}, pull: object = {}): HostRequest {
  const { repository = AZURE, head = HEAD, base = BASE, headBranch = 'mytopic', number = 8 } = options
  const resource = {
    repository: azureRepository(repository),
    pullRequestId: number,
    status: 'active',
    isDraft: false,
    title: 'my first pull request',
    sourceRefName: `refs/heads/${headBranch}`,
    targetRefName: `refs/heads/${options.baseBranch ?? 'main'}`,
    mergeStatus: 'succeeded',
    lastMergeSourceCommit: { commitId: head },
    lastMergeTargetCommit: { commitId: base },
    lastMergeCommit: { commitId: 'eef717f69257a6333f221566c1c987dc94cc0d72' },
    ...pull,
  }
  return azure(event, resource, options)
}

export function azurePush(options: EventOptions = {}, refUpdates?: readonly object[]): HostRequest {
  const { repository = AZURE, head = HEAD, ref = 'refs/heads/main' } = options
  const resource = {
    commits: [{ commitId: head, comment: 'Fixed bug' }],
    refUpdates: refUpdates ?? [{ name: ref, oldObjectId: BASE, newObjectId: head }],
    repository: azureRepository(repository),
    pushedBy: { displayName: 'Jamal Hartnett' },
    pushId: 14,
    date: '2026-11-24T12:00:00.000Z',
  }
  return azure('git.push', resource, options)
}
