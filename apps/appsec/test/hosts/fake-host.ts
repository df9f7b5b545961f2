import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookProvider } from '@gatehouse/contracts/hosts'
import { azureRoutes } from './fake-azure-devops.ts'
import { bitbucketRoutes } from './fake-bitbucket.ts'
import { githubRoutes } from './fake-github.ts'
import { gitlabRoutes } from './fake-gitlab.ts'

/** Repository of a fake git host. Commits are arbitrary ids. */
export interface FakeRepository {
  /** Heads and files by branch. */
  readonly branches: Map<string, { head: string; readonly files: Map<string, string> }>
  readonly protectedBranches: Set<string>
  readonly pullRequests: { number: number; branch: string; base: string; title: string; body: string }[]
  readonly statuses: { commit: string; state: string; context: string; description: string; url: string }[]
  readonly comments: Map<string, { body: string; path?: string; line?: number; resolved?: boolean }>
  readonly sarifs: { commit: string; ref: string; sarif: string }[]
  /** Diff of every pull request, by path. */
  readonly diff: Map<string, string>
}

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  readonly json: Record<string, unknown>
}

export interface FakeResponse {
  readonly status?: number
  readonly json?: unknown
  readonly bytes?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Route = readonly [
  method: string,
  path: RegExp,
  answer: (groups: readonly string[], request: FakeRequest) => FakeResponse,
]

export interface FakeHost {
  readonly url: string
  readonly repository: FakeRepository
  readonly requests: FakeRequest[]
  /** Response instead of the usual ones. */
  override: ((request: FakeRequest) => FakeResponse | undefined) | undefined
  close(): Promise<void>
}

export const NOT_FOUND: FakeResponse = { status: 404, json: { message: 'Not Found' } }
export const HEAD = '1'.repeat(40)

/** Returns a new commit id for content. */
export function nextCommit(...of: readonly string[]): string {
  return createHash('sha1').update(of.join('\n')).digest('hex')
}

export function blobOf(text: string): string {
  return nextCommit('blob', text)
}

const ROUTES: Readonly<Record<WebhookProvider, (repository: FakeRepository) => readonly Route[]>> = {
  github: githubRoutes,
  gitlab: gitlabRoutes,
  bitbucket: bitbucketRoutes,
  'azure-devops': azureRoutes,
}

/** Starts a server with the documented REST API of a git host. */
export async function fakeHost(kind: WebhookProvider, files: Readonly<Record<string, string>> = {}): Promise<FakeHost> {
  const repository: FakeRepository = {
    branches: new Map([['main', { head: HEAD, files: new Map(Object.entries(files)) }]]),
    protectedBranches: new Set(['main']),
    pullRequests: [],
    statuses: [],
    comments: new Map(),
    sarifs: [],
    diff: new Map(),
  }
  const routes = ROUTES[kind](repository)
  const requests: FakeRequest[] = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
      const body = Buffer.concat(chunks).toString()
      const isJson = incoming.headers['content-type'] === 'application/json'
      const request: FakeRequest = {
        method: incoming.method ?? '',
        path: pathname,
        query: searchParams,
        headers: incoming.headers,
        body,
        json: isJson ? (JSON.parse(body) as Record<string, unknown>) : {},
      }
      requests.push(request)
      const { status = 200, json, bytes, headers = {} } = host.override?.(request) ?? answerOf(request)
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
      outgoing.end(bytes ?? (json === undefined ? '' : JSON.stringify(json)))
    })
  })
  const answerOf = (request: FakeRequest): FakeResponse => {
    for (const [method, path, answer] of routes) {
      const match = method === request.method ? path.exec(request.path) : null
      if (match !== null) return answer(match.slice(1).map(decodeURIComponent), request)
    }
    return { status: 404, json: { message: `no route ${request.method} ${request.path}` } }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host: FakeHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repository,
    requests,
    override: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return host
}

export function branchAt(repository: FakeRepository, commit: string) {
  return [...repository.branches.values()].find(({ head }) => head === commit)
}

/** Creates a branch. @returns false if it exists or the commit does not */
export function createBranch(repository: FakeRepository, name: string, commit: string): boolean {
  const from = branchAt(repository, commit)
  if (from === undefined || repository.branches.has(name)) return false
  repository.branches.set(name, { head: commit, files: new Map(from.files) })
  return true
}

/** Commits one file. @returns the commit; undefined without such a branch */
export function commitTo(repository: FakeRepository, name: string, path: string, text: string): string | undefined {
  const branch = repository.branches.get(name)
  if (branch === undefined) return undefined
  branch.files.set(path, text)
  branch.head = nextCommit(branch.head, path, text)
  return branch.head
}

/** Opens a pull request. @returns undefined if one is open, or a branch does not exist */
export function openPull(
  repository: FakeRepository,
  pull: { branch: string; base: string; title: string; body: string },
) {
  const { branches, pullRequests } = repository
  const isOpen = pullRequests.some(({ branch, base }) => branch === pull.branch && base === pull.base)
  if (isOpen || !branches.has(pull.branch) || !branches.has(pull.base)) return undefined
  const opened = { number: pullRequests.length + 41, ...pull }
  pullRequests.push(opened)
  return opened
}

/** Returns the description of a pull request. */
export function bodyOf({ pullRequests }: FakeRepository, number: number): string {
  return pullRequests.find((pull) => pull.number === number)?.body ?? ''
}

let comments = 100
/** @returns the id of the comment */
export function addComment({ comments: all }: FakeRepository, comment: { body: string; path?: string; line?: number }) {
  comments += 1
  all.set(String(comments), comment)
  return comments
}
