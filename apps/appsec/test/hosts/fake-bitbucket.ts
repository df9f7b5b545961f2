import {
  addComment,
  bodyOf,
  branchAt,
  commitTo,
  createBranch,
  type FakeRepository,
  NOT_FOUND,
  openPull,
  type Route,
} from './fake-host.ts'

const R = '/2.0/repositories/acme/shop'
const invalid = { status: 400, json: { type: 'error', error: { message: 'Bad request' } } }

/** @see https://developer.atlassian.com/cloud/bitbucket/rest/ */
export function bitbucketRoutes(of: FakeRepository): readonly Route[] {
  const page = (id: number) => ({
    id,
    description: bodyOf(of, id),
    links: { html: { href: `https://bitbucket.org/acme/shop/pull-requests/${id}` } },
  })
  return [
    ['GET', new RegExp(`^${R}$`), () => ({ json: { full_name: 'acme/shop' } })],
    [
      'GET',
      new RegExp(`^${R}/refs/branches/(.+)$`),
      ([name]) => {
        const branch = of.branches.get(name!)
        return branch === undefined ? NOT_FOUND : { json: { name, target: { hash: branch.head } } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/src/([0-9a-f]{40})/(.+)$`),
      ([commit, path]) => {
        const bytes = branchAt(of, commit!)?.files.get(path!)
        return bytes === undefined ? NOT_FOUND : { bytes, headers: { 'content-type': 'text/plain' } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/refs/branches$`),
      (_, { json }) => {
        const { hash } = json['target'] as { hash: string }
        return createBranch(of, String(json['name']), hash) ? { status: 201, json: {} } : invalid
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/src$`),
      (_, { body }) => {
        const form = new URLSearchParams(body)
        const branch = form.get('branch')!
        if (of.branches.get(branch)?.head !== form.get('parents')) return { status: 409, json: {} }
        for (const [name, text] of form) if (name.startsWith('/')) commitTo(of, branch, name.slice(1), text)
        return { status: 201 }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/pullrequests$`),
      (_, { query }) => {
        const found = of.pullRequests.filter(
          ({ branch, base }) =>
            query.get('q') === `source.branch.name="${branch}" AND destination.branch.name="${base}" AND state="OPEN"`,
        )
        return { json: { values: found.map(({ number }) => page(number)) } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/pullrequests$`),
      (_, { json }) => {
        const { title, description, source, destination } = json as Record<string, never>
        const nameOf = (side: { branch: { name: string } }) => side.branch.name
        const opened = openPull(of, {
          branch: nameOf(source!),
          base: nameOf(destination!),
          title: title!,
          body: description!,
        })
        return opened === undefined ? invalid : { status: 201, json: page(opened.number) }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/commit/([0-9a-f]{40})/statuses/build$`),
      ([commit], { json }) => {
        const { state, name: context, description, url } = json as Record<string, string>
        if (!URL.canParse(url!)) return invalid
        of.statuses.push({ commit: commit!, state: state!, context: context!, description: description!, url: url! })
        return { status: 201, json: { key: json['key'] } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/pullrequests/\\d+$`),
      () => ({ json: { source: { commit: { hash: 'aaaa' } }, destination: { commit: { hash: 'bbbb' } } } }),
    ],
    [
      'GET',
      new RegExp(`^${R}/diff/aaaa\\.\\.bbbb$`),
      (_, { query }) => {
        if (query.get('topic') !== 'true') return invalid
        const parts = [...of.diff].map(
          ([path, hunks]) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks}`,
        )
        return { bytes: parts.join(''), headers: { 'content-type': 'text/plain' } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/pullrequests/(\\d+)/comments$`),
      (_, { json }) => {
        const { raw } = json['content'] as { raw: string }
        const inline = json['inline'] as { path: string; to: number } | undefined
        const at = inline === undefined ? {} : { path: inline.path, line: inline.to }
        return { status: 201, json: { id: addComment(of, { body: raw, ...at }) } }
      },
    ],
    [
      'PUT',
      new RegExp(`^${R}/pullrequests/\\d+/comments/(\\d+)$`),
      ([id], { json }) => {
        const comment = of.comments.get(id!)
        if (comment === undefined) return NOT_FOUND
        comment.body = (json['content'] as { raw: string }).raw
        return { json: { id: Number(id) } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/pullrequests/\\d+/comments/(\\d+)/resolve$`),
      ([id]) => {
        of.comments.get(id!)!.resolved = true
        return { json: {} }
      },
    ],
  ]
}
