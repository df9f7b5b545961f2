import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { type Call, HostFailure } from './call.ts'
import { addedLines } from './changed-lines.ts'
import { encodedPath } from './link.ts'
import type { HostCode, HostRepository, HostReviews } from './repository.ts'

const PAGE = 100
/** GitHub lists at most 3,000 files of a pull request. */
const PAGES_MAX = 30
const DESCRIPTION_CHARS_MAX = 140

const Branch = z.object({ commit: z.object({ sha: z.string() }), protected: z.boolean() })
const File = z.object({ type: z.literal('file'), sha: z.string(), content: z.string(), encoding: z.string() })
const Blob = z.object({ content: z.string(), encoding: z.literal('base64') })
const PullRequest = z.object({ number: z.int(), html_url: z.string(), body: z.string().nullable() })
const Comment = z.object({ id: z.int() })
const ChangedFiles = z.array(z.object({ filename: z.string(), patch: z.string().optional() }))

/** @see https://docs.github.com/en/rest */
export function githubRepository(call: Call, owner: string, repo: string): HostRepository {
  const root = `/repos/${encodedPath(owner)}/${encodedPath(repo)}`
  return { ...githubCode(call, root), ...githubReviews(call, root, owner) }
}

function githubCode(call: Call, root: string): HostCode {
  return {
    async check() {
      await call(root)
    },
    async branch(name) {
      const response = await call(`${root}/branches/${encodeURIComponent(name)}`, { allow: [404] })
      if (response.status === 404) return undefined
      const branch = response.read(Branch)
      return { commit: branch.commit.sha, isProtected: branch.protected }
    },
    async readFile(path, ref) {
      const response = await call(`${root}/contents/${encodedPath(path)}?ref=${encodeURIComponent(ref)}`, {
        allow: [404],
      })
      if (response.status === 404) return undefined
      const { sha, content, encoding } = response.read(File)
      // Files above 1 MB are returned without content.
      const base64 = encoding === 'base64' ? content : (await call(`${root}/git/blobs/${sha}`)).read(Blob).content
      return { content: Buffer.from(base64, 'base64'), version: sha }
    },
    async createBranch(name, commit) {
      const json = { ref: `refs/heads/${name}`, sha: commit }
      const { status } = await call(`${root}/git/refs`, { method: 'POST', json, allow: [422] })
      if (status === 422) throw new HostFailure(`the branch "${name}" cannot be created`, 409)
    },
    async commitFile({ branch, path, content, version, message }) {
      const json = { message, content: Buffer.from(content).toString('base64'), sha: version, branch }
      await call(`${root}/contents/${encodedPath(path)}`, { method: 'PUT', json })
    },
  }
}

function githubReviews(call: Call, root: string, owner: string): HostReviews {
  const shown = ({ number, html_url, body }: z.output<typeof PullRequest>) => ({
    number,
    url: html_url,
    body: body ?? '',
  })
  return {
    async findPullRequest(branch, base) {
      const head = encodeURIComponent(`${owner}:${branch}`)
      const path = `${root}/pulls?state=open&head=${head}&base=${encodeURIComponent(base)}`
      const [found] = (await call(path)).read(z.array(PullRequest))
      return found === undefined ? undefined : shown(found)
    },
    async openPullRequest({ branch, base, title, body }) {
      const json = { title, body, head: branch, base }
      return shown((await call(`${root}/pulls`, { method: 'POST', json })).read(PullRequest))
    },
    async setStatus(commit, { state, context, description, url }) {
      const json = { state, context, description: description.slice(0, DESCRIPTION_CHARS_MAX), target_url: url }
      await call(`${root}/statuses/${commit}`, { method: 'POST', json })
    },
    async comment(number, body) {
      const response = await call(`${root}/issues/${number}/comments`, { method: 'POST', json: { body } })
      return String(response.read(Comment).id)
    },
    async updateComment(_, id, body) {
      const options = { method: 'PATCH', json: { body }, allow: [404] } as const
      return (await call(`${root}/issues/comments/${id}`, options)).status !== 404
    },
    async changedLines(number) {
      const lines = new Map<string, Set<number>>()
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- page after page
        const response = await call(`${root}/pulls/${number}/files?per_page=${PAGE}&page=${page}`)
        const files = response.read(ChangedFiles)
        for (const { filename, patch = '' } of files) lines.set(filename, addedLines(patch))
        if (files.length < PAGE) break
      }
      return lines
    },
    async commentLine(number, { path, line, commit, body }) {
      const json = { body, path, line, side: 'RIGHT', commit_id: commit }
      const response = await call(`${root}/pulls/${number}/comments`, { method: 'POST', json, allow: [422] })
      return response.status === 422 ? undefined : String(response.read(Comment).id)
    },
    async resolveComment(_, id, body) {
      await call(`${root}/pulls/comments/${id}`, { method: 'PATCH', json: { body }, allow: [404] })
    },
    async uploadSarif({ commit, ref, sarif }) {
      const json = { commit_sha: commit, ref, sarif: gzipSync(sarif).toString('base64'), tool_name: 'Gatehouse' }
      await call(`${root}/code-scanning/sarifs`, { method: 'POST', json })
    },
  }
}
