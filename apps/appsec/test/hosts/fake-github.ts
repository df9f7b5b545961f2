import { gunzipSync } from 'node:zlib'
import { addedLines } from '../../src/hosts/changed-lines.ts'
import {
  addComment,
  bodyOf,
  blobOf,
  branchAt,
  commitTo,
  createBranch,
  type FakeRepository,
  NOT_FOUND,
  openPull,
  type Route,
} from './fake-host.ts'

const R = '/api/v3/repos/acme/shop'
const invalid = { status: 422, json: { message: 'Validation Failed' } }

/** @see https://docs.github.com/en/rest */
export function githubRoutes(of: FakeRepository): readonly Route[] {
  const page = (number: number) => ({
    number,
    html_url: `https://github.com/acme/shop/pull/${number}`,
    body: bodyOf(of, number),
  })
  return [
    ['GET', new RegExp(`^${R}$`), () => ({ json: { full_name: 'acme/shop', default_branch: 'main' } })],
    [
      'POST',
      /^\/api\/v3\/app\/installations\/(\d+)\/access_tokens$/,
      () => ({
        status: 201,
        json: { token: 'ghs_installation', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
      }),
    ],
    [
      'GET',
      new RegExp(`^${R}/branches/([^/]+)$`),
      ([name]) => {
        const branch = of.branches.get(name!)
        if (branch === undefined) return NOT_FOUND
        return { json: { name, commit: { sha: branch.head }, protected: of.protectedBranches.has(name!) } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/contents/(.+)$`),
      ([path], { query }) => {
        const text = branchAt(of, query.get('ref')!)?.files.get(path!)
        if (text === undefined) return NOT_FOUND
        const content = Buffer.from(text).toString('base64')
        return { json: { type: 'file', path, sha: blobOf(text), encoding: 'base64', content } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/git/refs$`),
      (_, { json }) => {
        const created = createBranch(of, String(json['ref']).replace('refs/heads/', ''), String(json['sha']))
        return created ? { status: 201, json: { ref: json['ref'] } } : invalid
      },
    ],
    [
      'PUT',
      new RegExp(`^${R}/contents/(.+)$`),
      ([path], { json }) => {
        const branch = String(json['branch'])
        const before = of.branches.get(branch)?.files.get(path!)
        if (before === undefined || blobOf(before) !== json['sha']) {
          return { status: 409, json: { message: `${path} does not match ${String(json['sha'])}` } }
        }
        const text = Buffer.from(String(json['content']), 'base64').toString()
        return { json: { commit: { sha: commitTo(of, branch, path!, text) } } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/pulls$`),
      (_, { query }) => {
        const found = of.pullRequests.filter(
          ({ branch, base }) => `acme:${branch}` === query.get('head') && base === query.get('base'),
        )
        return { json: found.map(({ number }) => page(number)) }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/pulls$`),
      (_, { json }) => {
        const { head, base, title, body } = json as Record<string, string>
        const opened = openPull(of, { branch: head!, base: base!, title: title!, body: body! })
        return opened === undefined ? invalid : { status: 201, json: page(opened.number) }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/statuses/([0-9a-f]{40})$`),
      ([commit], { json }) => {
        const { state, context, description, target_url: url } = json as Record<string, string>
        of.statuses.push({ commit: commit!, state: state!, context: context!, description: description!, url: url! })
        return { status: 201, json: { id: 1 } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/issues/(\\d+)/comments$`),
      (_, { json }) => ({ status: 201, json: { id: addComment(of, { body: String(json['body']) }) } }),
    ],
    [
      'PATCH',
      new RegExp(`^${R}/(?:issues|pulls)/comments/(\\d+)$`),
      ([id], { json }) => {
        const comment = of.comments.get(id!)
        if (comment === undefined) return NOT_FOUND
        comment.body = String(json['body'])
        return { json: { id: Number(id) } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/pulls/(\\d+)/files$`),
      (_, { query }) => ({
        json: query.get('page') === '1' ? [...of.diff].map(([filename, patch]) => ({ filename, patch })) : [],
      }),
    ],
    [
      'POST',
      new RegExp(`^${R}/pulls/(\\d+)/comments$`),
      (_, { json }) => {
        const { path, line, body } = json as { path: string; line: number; body: string }
        if (!addedLines(of.diff.get(path) ?? '').has(line)) return invalid
        return { status: 201, json: { id: addComment(of, { body, path, line }) } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/code-scanning/sarifs$`),
      (_, { json }) => {
        const { commit_sha: commit, ref, sarif } = json as Record<string, string>
        const text = gunzipSync(Buffer.from(sarif!, 'base64')).toString()
        of.sarifs.push({ commit: commit!, ref: ref!, sarif: text })
        return { status: 202, json: { id: '1' } }
      },
    ],
  ]
}
