import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Call, HostFailure } from './call.ts'
import { addedLinesByFile } from './changed-lines.ts'
import { encodedPath } from './link.ts'
import type { CommitStatus, HostCode, HostRepository, HostReviews } from './repository.ts'

const Branch = z.object({ target: z.object({ hash: z.string() }) })
const PullRequest = z.object({
  id: z.int(),
  description: z.string().nullish(),
  links: z.object({ html: z.object({ href: z.string() }) }),
})
const Side = z.object({ commit: z.object({ hash: z.string() }) })
const Sides = z.object({ source: Side, destination: Side })
const Comment = z.object({ id: z.int() })

const STATES: Readonly<Record<CommitStatus['state'], string>> = {
  pending: 'INPROGRESS',
  success: 'SUCCESSFUL',
  failure: 'FAILED',
  error: 'STOPPED',
}

/** Length limit of a status key. */
const KEY_CHARS_MAX = 40

/** @see https://developer.atlassian.com/cloud/bitbucket/rest/ */
export function bitbucketRepository(call: Call, owner: string, repo: string): HostRepository {
  const root = `/repositories/${encodedPath(owner)}/${encodedPath(repo)}`
  return { ...bitbucketCode(call, root), ...bitbucketReviews(call, root) }
}

function bitbucketCode(call: Call, root: string): HostCode {
  const branch: HostRepository['branch'] = async (name) => {
    const response = await call(`${root}/refs/branches/${encodedPath(name)}`, { allow: [404] })
    // Branch restrictions are visible to administrators only.
    if (response.status === 404) return undefined
    return { commit: response.read(Branch).target.hash, isProtected: undefined }
  }
  return {
    branch,
    async check() {
      await call(root)
    },
    async readFile(path, ref) {
      const response = await call(`${root}/src/${encodeURIComponent(ref)}/${encodedPath(path)}`, {
        accept: '*/*',
        allow: [404],
      })
      if (response.status === 404) return undefined
      return { content: response.bytes, version: createHash('sha256').update(response.bytes).digest('hex') }
    },
    async createBranch(name, commit) {
      const json = { name, target: { hash: commit } }
      const { status } = await call(`${root}/refs/branches`, { method: 'POST', json, allow: [400] })
      if (status === 400) throw new HostFailure(`the branch "${name}" cannot be created`, 409)
    },
    async commitFile({ branch: name, parent, path, content, version, message }) {
      const before = await this.readFile(path, parent)
      if (before?.version !== version) throw new HostFailure(`the file "${path}" has changed`, 409)
      const form = new URLSearchParams({ branch: name, parents: parent, message })
      // The slash distinguishes paths from the other fields.
      form.set(`/${path}`, Buffer.from(content).toString())
      await call(`${root}/src`, { method: 'POST', form })
    },
  }
}

function bitbucketReviews(call: Call, root: string): HostReviews {
  const shown = ({ id, links, description }: z.output<typeof PullRequest>) => ({
    number: id,
    url: links.html.href,
    body: description ?? '',
  })
  return {
    async findPullRequest(from, base) {
      const quoted = (text: string) => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`
      const q = `source.branch.name=${quoted(from)} AND destination.branch.name=${quoted(base)} AND state="OPEN"`
      const response = await call(`${root}/pullrequests?${new URLSearchParams({ q }).toString()}`)
      const [found] = response.read(z.object({ values: z.array(PullRequest) })).values
      return found === undefined ? undefined : shown(found)
    },
    async openPullRequest({ branch: from, base, title, body }) {
      const json = {
        title,
        description: body,
        source: { branch: { name: from } },
        destination: { branch: { name: base } },
        close_source_branch: true,
      }
      return shown((await call(`${root}/pullrequests`, { method: 'POST', json })).read(PullRequest))
    },
    async setStatus(commit, { state, context, description, url }) {
      const json = { key: context.slice(0, KEY_CHARS_MAX), name: context, state: STATES[state], description, url }
      await call(`${root}/commit/${commit}/statuses/build`, { method: 'POST', json })
    },
    async comment(number, body) {
      const json = { content: { raw: body } }
      const response = await call(`${root}/pullrequests/${number}/comments`, { method: 'POST', json })
      return String(response.read(Comment).id)
    },
    async updateComment(number, id, body) {
      const options = { method: 'PUT', json: { content: { raw: body } }, allow: [404, 410] } as const
      return (await call(`${root}/pullrequests/${number}/comments/${id}`, options)).status < 400
    },
    async changedLines(number) {
      const { source, destination } = (await call(`${root}/pullrequests/${number}`)).read(Sides)
      const range = `${encodeURIComponent(source.commit.hash)}..${encodeURIComponent(destination.commit.hash)}`
      const { bytes } = await call(`${root}/diff/${range}?topic=true`, { accept: 'text/plain' })
      return addedLinesByFile(Buffer.from(bytes).toString())
    },
    async commentLine(number, { path, line, body }) {
      const json = { content: { raw: body }, inline: { path, to: line } }
      const options = { method: 'POST', json, allow: [400] } as const
      const response = await call(`${root}/pullrequests/${number}/comments`, options)
      return response.status === 400 ? undefined : String(response.read(Comment).id)
    },
    async resolveComment(number, id) {
      const options = { method: 'POST', allow: [404, 409, 410] } as const
      await call(`${root}/pullrequests/${number}/comments/${id}/resolve`, options)
    },
  }
}
