import { type Clock, Failure, messageOf } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { findHostLink, type HostLinkRow, repositoryKey } from '@gatehouse/store/projects'
import { openFor } from '../settings/sealed.ts'
import { createAppTokens, githubHeaders } from './app-tokens.ts'
import { azureRepository } from './azure-devops.ts'
import { bitbucketRepository } from './bitbucket.ts'
import { createCall } from './call.ts'
import { githubRepository } from './github.ts'
import { gitlabRepository } from './gitlab.ts'
import { BASE_URLS, GIT_USERS, type HostLink, repositoryUrl } from './link.ts'
import type { HostRepository } from './repository.ts'

/** Credentials of git over HTTPS. */
export interface GitCredentials {
  readonly user: string
  readonly token: string
}

/** Linked repositories of projects. */
export interface Hosts {
  /** Returns the link of a project. @throws {Failure} `unavailable` if its master key is missing */
  linkOf(of: Pick<HostLink, 'organizationId' | 'projectId'>): Promise<HostLink | undefined>
  open(link: HostLink, signal?: AbortSignal): HostRepository
  /**
   * Returns the credentials to clone a repository of a project; undefined unless it is the linked repository.
   * @throws {Failure} `unavailable` if no token can be created
   */
  credentialsFor(of: Pick<HostLink, 'organizationId' | 'projectId'>, url: string): Promise<GitCredentials | undefined>
}

interface Parts {
  readonly store: Store
  readonly egress: Pick<Egress, 'fetch'>
  readonly keys: KeyRing
  readonly clock: Clock
}

export function createHosts({ store, egress, keys, clock }: Parts): Hosts {
  const appToken = createAppTokens(egress, clock)
  const tokenOf = (link: HostLink) =>
    link.app === null ? Promise.resolve(link.secret.reveal()) : appToken(link, apiUrlOf(link))
  const hosts: Hosts = {
    async linkOf(of) {
      const row = await findHostLink(store, of.organizationId, of.projectId)
      return row === undefined ? undefined : openLink(row, keys)
    },
    open(link, signal) {
      const { kind, owner, repo } = link
      const credentials = async () => credentialsOf(link, await tokenOf(link))
      const call = createCall({ egress, apiUrl: apiUrlOf(link), credentials, now_ms: () => clock.now(), signal })
      if (kind === 'github') return githubRepository(call, owner, repo)
      if (kind === 'gitlab') return gitlabRepository(call, owner, repo)
      if (kind === 'bitbucket') return bitbucketRepository(call, owner, repo)
      return azureRepository(call, owner, repo, repositoryUrl(link))
    },
    async credentialsFor(of, url) {
      const link = await hosts.linkOf(of)
      if (link === undefined || !isSameRepository(link, url)) return undefined
      const token = await tokenOf(link).catch((error: unknown) => {
        throw new Failure('unavailable', `no access token for the repository: ${messageOf(error)}`, { cause: error })
      })
      const colon = token.indexOf(':')
      if (link.kind === 'bitbucket' && colon >= 0) {
        return { user: 'x-bitbucket-api-token-auth', token: token.slice(colon + 1) }
      }
      return { user: GIT_USERS[link.kind], token }
    },
  }
  return hosts
}

export function openLink(row: HostLinkRow, keys: KeyRing): HostLink {
  const { secret, appId, installationId, failingSince: _since, disabledReason: _why, ...rest } = row
  const where = { organizationId: row.organizationId, id: row.projectId }
  const app = appId === null || installationId === null ? null : { id: appId, installationId }
  return { ...rest, app, secret: openFor('host_link_secret', where, secret, keys) }
}

/** Returns whether an address is the linked repository at the same origin: other origins must not receive the token. */
function isSameRepository(link: HostLink, url: string): boolean {
  const linked = repositoryUrl(link)
  if (repositoryKey(linked) !== repositoryKey(url)) return false
  return new URL(linked).origin === new URL(url).origin
}

function apiUrlOf({ kind, baseUrl }: HostLink): string {
  const isCloud = baseUrl === BASE_URLS[kind]
  if (kind === 'github') return isCloud ? 'https://api.github.com' : `${baseUrl}/api/v3`
  if (kind === 'gitlab') return `${baseUrl}/api/v4`
  if (kind === 'bitbucket') return isCloud ? 'https://api.bitbucket.org/2.0' : `${baseUrl}/2.0`
  return baseUrl
}

function credentialsOf({ kind }: HostLink, token: string) {
  const basic = (pair: string, parts: readonly string[] = []) => {
    const encoded = Buffer.from(pair).toString('base64')
    return { headers: { authorization: `Basic ${encoded}` }, secrets: [token, encoded, ...parts] }
  }
  if (kind === 'github') return { headers: githubHeaders(token), secrets: [token] }
  if (kind === 'gitlab') return { headers: { 'private-token': token }, secrets: [token] }
  if (kind === 'azure-devops') return basic(`:${token}`)
  // API tokens of Atlassian accounts are sent with the account's e-mail address.
  const colon = token.indexOf(':')
  if (colon >= 0) return basic(token, [token.slice(colon + 1)])
  return { headers: { authorization: `Bearer ${token}` }, secrets: [token] }
}
