import type { WebhookProvider } from '@gatehouse/contracts/hosts'
import type { Secret } from '@gatehouse/kernel'

/** Repository of a project at a git host, with its credentials. */
export interface HostLink {
  readonly organizationId: string
  readonly projectId: string
  readonly kind: WebhookProvider
  /** Address of the git host without a trailing slash. */
  readonly baseUrl: string
  /** Owner, group, workspace, or `organization/project` on Azure DevOps. */
  readonly owner: string
  readonly repo: string
  /** Set if `secret` is the private key of a GitHub App and not a token. */
  readonly app: { readonly id: string; readonly installationId: string } | null
  readonly secret: Secret
  /** Changes with every save. */
  readonly updatedAt: Date
}

export const BASE_URLS: Readonly<Record<WebhookProvider, string>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  'azure-devops': 'https://dev.azure.com',
}

/** Returns the address of the repository in a browser, which git also clones. */
export function repositoryUrl({ kind, baseUrl, owner, repo }: Pick<HostLink, 'kind' | 'baseUrl' | 'owner' | 'repo'>) {
  const middle = kind === 'azure-devops' ? '/_git' : ''
  return `${baseUrl}/${encodedPath(owner)}${middle}/${encodedPath(repo)}`
}

/** Encodes each name of a path. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** User name beside the token in git over HTTPS. */
export const GIT_USERS: Readonly<Record<WebhookProvider, string>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
  'azure-devops': 'gatehouse',
}
