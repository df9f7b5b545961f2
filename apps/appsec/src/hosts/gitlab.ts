import { z } from 'zod'
import { type Call, HostFailure } from './call.ts'
import { addedLines } from './changed-lines.ts'
import type { CommitStatus, HostCode, HostRepository, HostReviews } from './repository.ts'

const PAGE = 100
/** Own limit of changed files: as on GitHub. */
const PAGES_MAX = 30

const Branch = z.object({ commit: z.object({ id: z.string() }), protected: z.boolean() })
const File = z.object({ content: z.string(), encoding: z.literal('base64'), last_commit_id: z.string() })
const MergeRequest = z.object({ iid: z.int(), web_url: z.string(), description: z.string().nullable() })
const Note = z.object({ id: z.int() })
const Discussion = z.object({ id: z.string() })
const DiffRefs = z.object({
  diff_refs: z.object({ base_sha: z.string(), start_sha: z.string(), head_sha: z.string() }),
})
const Diffs = z.array(z.object({ new_path: z.string(), diff: z.string() }))

const STATES: Readonly<Record<CommitStatus['state'], string>> = {
  pending: 'pending',
  success: 'success',
  failure: 'failed',
  error: 'failed',
}

/** @see https://docs.gitlab.com/api/rest/ */
export function gitlabRepository(call: Call, owner: string, repo: string): HostRepository {
  const root = `/projects/${encodeURIComponent(`${owner}/${repo}`)}`
  return { ...gitlabCode(call, root), ...gitlabReviews(call, root) }
}

function gitlabCode(call: Call, root: string): HostCode {
  return {
    async check() {
      await call(root)
    },
    async branch(name) {
      const response = await call(`${root}/repository/branches/${encodeURIComponent(name)}`, { allow: [404] })
      if (response.status === 404) return undefined
      const branch = response.read(Branch)
      return { commit: branch.commit.id, isProtected: branch.protected }
    },
    async readFile(path, ref) {
      const at = `${root}/repository/files/${encodeURIComponent(path)}?ref=${encodeURIComponent(ref)}`
      const response = await call(at, { allow: [404] })
      if (response.status === 404) return undefined
      const { content, last_commit_id } = response.read(File)
      return { content: Buffer.from(content, 'base64'), version: last_commit_id }
    },
    async createBranch(name, commit) {
      const json = { branch: name, ref: commit }
      const { status } = await call(`${root}/repository/branches`, { method: 'POST', json, allow: [400] })
      if (status === 400) throw new HostFailure(`the branch "${name}" cannot be created`, 409)
    },
    async commitFile({ branch, path, content, version, message }) {
      const encoded = { content: Buffer.from(content).toString('base64'), encoding: 'base64' }
      const action = { action: 'update', file_path: path, last_commit_id: version, ...encoded }
      const json = { branch, commit_message: message, actions: [action] }
      const { status } = await call(`${root}/repository/commits`, { method: 'POST', json, allow: [400] })
      if (status === 400) throw new HostFailure(`the file "${path}" has changed`, 409)
    },
  }
}

function gitlabReviews(call: Call, root: string): HostReviews {
  const shown = ({ iid, web_url, description }: z.output<typeof MergeRequest>) => ({
    number: iid,
    url: web_url,
    body: description ?? '',
  })
  return {
    async findPullRequest(branch, base) {
      const query = new URLSearchParams({ state: 'opened', source_branch: branch, target_branch: base })
      const [found] = (await call(`${root}/merge_requests?${query.toString()}`)).read(z.array(MergeRequest))
      return found === undefined ? undefined : shown(found)
    },
    async openPullRequest({ branch, base, title, body }) {
      const json = { source_branch: branch, target_branch: base, title, description: body, remove_source_branch: true }
      return shown((await call(`${root}/merge_requests`, { method: 'POST', json })).read(MergeRequest))
    },
    async setStatus(commit, { state, context, description, url }) {
      const json = { state: STATES[state], name: context, description, target_url: url }
      // The same state again is a 400 with "Cannot transition status".
      await call(`${root}/statuses/${commit}`, { method: 'POST', json, allow: [400] })
    },
    async comment(number, body) {
      const response = await call(`${root}/merge_requests/${number}/notes`, { method: 'POST', json: { body } })
      return String(response.read(Note).id)
    },
    async updateComment(number, id, body) {
      const options = { method: 'PUT', json: { body }, allow: [404] } as const
      return (await call(`${root}/merge_requests/${number}/notes/${id}`, options)).status !== 404
    },
    async changedLines(number) {
      const lines = new Map<string, Set<number>>()
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- page after page
        const response = await call(`${root}/merge_requests/${number}/diffs?per_page=${PAGE}&page=${page}`)
        const files = response.read(Diffs)
        for (const { new_path, diff } of files) lines.set(new_path, addedLines(diff))
        if (files.length < PAGE) break
      }
      return lines
    },
    async commentLine(number, { path, line, body }) {
      const { diff_refs } = (await call(`${root}/merge_requests/${number}`)).read(DiffRefs)
      const position = { position_type: 'text', ...diff_refs, old_path: path, new_path: path, new_line: line }
      const options = { method: 'POST', json: { body, position }, allow: [400] } as const
      const response = await call(`${root}/merge_requests/${number}/discussions`, options)
      return response.status === 400 ? undefined : response.read(Discussion).id
    },
    async resolveComment(number, id) {
      const options = { method: 'PUT', json: { resolved: true }, allow: [404] } as const
      await call(`${root}/merge_requests/${number}/discussions/${encodeURIComponent(id)}`, options)
    },
  }
}
