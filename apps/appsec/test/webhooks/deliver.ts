import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Answer, type Person, send, type Served } from '../serve.ts'
import { azurePullRequest, azurePush } from './azure-devops.ts'
import { bitbucketPullRequest, bitbucketPush } from './bitbucket.ts'
import { githubPullRequest, githubPush } from './github.ts'
import { gitlabMergeRequest, gitlabPush } from './gitlab.ts'
import { type EventOptions, type HostRequest, SECRET } from './host-request.ts'

/** Sends an event as the git host does. */
export async function deliver({ url }: Pick<Served, 'url'>, { provider, headers, body }: HostRequest): Promise<Answer> {
  const response = await fetch(`${url}/api/webhooks/${provider}`, { method: 'POST', headers, body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Answer['body'] }
}

/** Creates a project. @param secret of its webhooks; null: none @returns its id */
export async function hookedProject(
  { url }: Pick<Served, 'url'>,
  { session }: Person,
  repoUrl: string,
  { secret = SECRET, ...more }: { readonly secret?: string | null; readonly defaultBranch?: string } = {},
): Promise<string> {
  const made = await send(`${url}/api/projects`, 'POST', { name: repoUrl, repoUrl, ...more }, session)
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const id = String(made.body['id'])
  if (secret === null) return id
  expect(await send(`${url}/api/projects/${id}/webhook-secret`, 'POST', { secret }, session)).toMatchObject({
    status: 201,
  })
  return id
}

/** Returns the scan that an event queued. */
export async function queuedScan(
  { url }: Pick<Served, 'url'>,
  { key }: Person,
  answer: Answer,
): Promise<Answer['body']> {
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)])
  return (await send(`${url}/api/scans/${String(answer.body['scanId'])}`, 'GET', undefined, key)).body
}

/** Returns a repository that no other test has. */
export const fresh = (origin = 'https://github.com/acme') => `${origin}/${randomUUID()}`

const ORIGINS = {
  github: 'https://github.com/acme',
  gitlab: 'https://gitlab.com/acme',
  bitbucket: 'https://bitbucket.org/acme',
  'azure-devops': 'https://dev.azure.com/fabrikam/shop/_git',
} as const
export const PROVIDERS = Object.keys(ORIGINS) as (keyof typeof ORIGINS)[]
export const repositoryOf = (provider: keyof typeof ORIGINS) => fresh(ORIGINS[provider])

export const PULL_REQUEST = {
  github: (options: EventOptions) => githubPullRequest('opened', options),
  gitlab: (options: EventOptions) => gitlabMergeRequest('open', options),
  bitbucket: (options: EventOptions) => bitbucketPullRequest('pullrequest:created', options),
  'azure-devops': (options: EventOptions) => azurePullRequest('git.pullrequest.created', options),
} as const
export const PUSH = {
  github: githubPush,
  gitlab: gitlabPush,
  bitbucket: bitbucketPush,
  'azure-devops': azurePush,
} as const
