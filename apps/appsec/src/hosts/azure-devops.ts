import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Call, HostFailure } from './call.ts'
import { encodedPath } from './link.ts'
import type { CommitStatus, HostCode, HostRepository, HostReviews } from './repository.ts'

const VERSION = 'api-version=7.1'
const Refs = z.object({ value: z.array(z.object({ name: z.string(), objectId: z.string() })) })
const Updates = z.object({ value: z.array(z.object({ success: z.boolean() })) })
const PullRequest = z.object({ pullRequestId: z.int(), description: z.string().nullish() })
const Thread = z.object({ id: z.int(), comments: z.array(z.object({ id: z.int() })).min(1) })

const STATES: Readonly<Record<CommitStatus['state'], string>> = {
  pending: 'pending',
  success: 'succeeded',
  failure: 'failed',
  error: 'error',
}
const ZEROS = '0'.repeat(40)
/** Statuses of threads. */
const ACTIVE = 1
const FIXED = 2

/**
 * @param owner `organization/project`
 * @param pageUrl address of the repository in a browser
 * @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/
 */
export function azureRepository(call: Call, owner: string, repo: string, pageUrl: string): HostRepository {
  const root = `/${encodedPath(owner)}/_apis/git/repositories/${encodeURIComponent(repo)}`
  return { ...azureCode(call, root), ...azureReviews(call, root, pageUrl) }
}

function azureCode(call: Call, root: string): HostCode {
  return {
    async check() {
      await call(`${root}?${VERSION}`)
    },
    async branch(name) {
      const filter = encodeURIComponent(`heads/${name}`)
      const { value } = (await call(`${root}/refs?filter=${filter}&${VERSION}`)).read(Refs)
      const ref = value.find((item) => item.name === `refs/heads/${name}`)
      // Branch policies are not part of the reference.
      return ref === undefined ? undefined : { commit: ref.objectId, isProtected: undefined }
    },
    async readFile(path, ref) {
      const query = new URLSearchParams({
        path: `/${path}`,
        'versionDescriptor.version': ref,
        'versionDescriptor.versionType': 'commit',
        $format: 'octetStream',
      })
      const options = { accept: 'application/octet-stream', allow: [404] } as const
      const response = await call(`${root}/items?${query.toString()}&${VERSION}`, options)
      if (response.status === 404) return undefined
      return { content: response.bytes, version: createHash('sha256').update(response.bytes).digest('hex') }
    },
    async createBranch(name, commit) {
      const json = [{ name: `refs/heads/${name}`, oldObjectId: ZEROS, newObjectId: commit }]
      const { value } = (await call(`${root}/refs?${VERSION}`, { method: 'POST', json })).read(Updates)
      if (!value.every(({ success }) => success)) throw new HostFailure(`the branch "${name}" cannot be created`, 409)
    },
    async commitFile({ branch, parent, path, content, version, message }) {
      const before = await this.readFile(path, parent)
      if (before?.version !== version) throw new HostFailure(`the file "${path}" has changed`, 409)
      const newContent = { content: Buffer.from(content).toString('base64'), contentType: 'base64encoded' }
      const json = {
        refUpdates: [{ name: `refs/heads/${branch}`, oldObjectId: parent }],
        commits: [{ comment: message, changes: [{ changeType: 'edit', item: { path: `/${path}` }, newContent }] }],
      }
      await call(`${root}/pushes?${VERSION}`, { method: 'POST', json })
    },
  }
}

function azureReviews(call: Call, root: string, pageUrl: string): HostReviews {
  const shown = ({ pullRequestId, description }: z.output<typeof PullRequest>) => ({
    body: description ?? '',
    number: pullRequestId,
    url: `${pageUrl}/pullrequest/${pullRequestId}`,
  })
  const thread = async (number: number, content: string, threadContext?: object): Promise<string> => {
    const json = { comments: [{ parentCommentId: 0, content, commentType: 1 }], status: ACTIVE, threadContext }
    const response = await call(`${root}/pullRequests/${number}/threads?${VERSION}`, { method: 'POST', json })
    const { id, comments } = response.read(Thread)
    return `${id}/${comments[0]!.id}`
  }
  const changeThread = (number: number, id: string, rest: string, json: object) =>
    call(`${root}/pullRequests/${number}/threads/${id.split('/')[0]}${rest}?${VERSION}`, {
      method: 'PATCH',
      json,
      allow: [404],
    })
  return {
    async findPullRequest(branch, base) {
      const query = new URLSearchParams({
        'searchCriteria.status': 'active',
        'searchCriteria.sourceRefName': `refs/heads/${branch}`,
        'searchCriteria.targetRefName': `refs/heads/${base}`,
      })
      const response = await call(`${root}/pullrequests?${query.toString()}&${VERSION}`)
      const [found] = response.read(z.object({ value: z.array(PullRequest) })).value
      return found === undefined ? undefined : shown(found)
    },
    async openPullRequest({ branch, base, title, body }) {
      const json = {
        sourceRefName: `refs/heads/${branch}`,
        targetRefName: `refs/heads/${base}`,
        title,
        description: body,
      }
      return shown((await call(`${root}/pullrequests?${VERSION}`, { method: 'POST', json })).read(PullRequest))
    },
    async setStatus(commit, { state, context, description, url }) {
      const [genre = 'gatehouse', name = context] = context.split('/', 2)
      const json = { state: STATES[state], description, targetUrl: url, context: { name, genre } }
      await call(`${root}/commits/${commit}/statuses?${VERSION}`, { method: 'POST', json })
    },
    comment: (number, body) => thread(number, body),
    async updateComment(number, id, body) {
      const response = await changeThread(number, id, `/comments/${id.split('/')[1]}`, { content: body })
      return response.status !== 404
    },
    // The API lists changed files, but not lines.
    changedLines: async () => undefined,
    commentLine(number, { path, line, body }) {
      const at = { line, offset: 1 }
      return thread(number, body, { filePath: `/${path}`, rightFileStart: at, rightFileEnd: at })
    },
    async resolveComment(number, id) {
      await changeThread(number, id, '', { status: FIXED })
    },
  }
}
