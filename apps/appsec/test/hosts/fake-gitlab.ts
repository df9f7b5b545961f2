import {
  addComment,
  bodyOf,
  branchAt,
  commitTo,
  createBranch,
  type FakeRepository,
  nextCommit,
  NOT_FOUND,
  openPull,
  type Route,
} from './fake-host.ts'

const R = '/api/v4/projects/acme%2Fshop'
const invalid = { status: 400, json: { message: 'invalid' } }

/** @see https://docs.gitlab.com/api/rest/ */
export function gitlabRoutes(of: FakeRepository): readonly Route[] {
  const page = (iid: number) => ({
    id: 9_000 + iid,
    iid,
    web_url: `https://gitlab.com/acme/shop/-/merge_requests/${iid}`,
    description: bodyOf(of, iid),
  })
  return [
    ['GET', new RegExp(`^${R}$`), () => ({ json: { id: 15, path_with_namespace: 'acme/shop' } })],
    [
      'GET',
      new RegExp(`^${R}/repository/branches/([^/]+)$`),
      ([name]) => {
        const branch = of.branches.get(name!)
        if (branch === undefined) return NOT_FOUND
        return { json: { name, commit: { id: branch.head }, protected: of.protectedBranches.has(name!) } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/repository/files/([^/]+)$`),
      ([path], { query }) => {
        const text = branchAt(of, query.get('ref')!)?.files.get(path!)
        if (text === undefined) return NOT_FOUND
        const content = Buffer.from(text).toString('base64')
        return { json: { file_path: path, encoding: 'base64', content, last_commit_id: nextCommit(text) } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/repository/branches$`),
      (_, { json }) =>
        createBranch(of, String(json['branch']), String(json['ref'])) ? { status: 201, json: {} } : invalid,
    ],
    [
      'POST',
      new RegExp(`^${R}/repository/commits$`),
      (_, { json }) => {
        const [action] = json['actions'] as [Record<string, string>]
        const branch = String(json['branch'])
        const before = of.branches.get(branch)?.files.get(action['file_path']!)
        if (before === undefined || nextCommit(before) !== action['last_commit_id']) return invalid
        const text = Buffer.from(action['content']!, 'base64').toString()
        return { status: 201, json: { id: commitTo(of, branch, action['file_path']!, text) } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/merge_requests$`),
      (_, { query }) => {
        const found = of.pullRequests.filter(
          ({ branch, base }) => branch === query.get('source_branch') && base === query.get('target_branch'),
        )
        return { json: found.map(({ number }) => page(number)) }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/merge_requests$`),
      (_, { json }) => {
        const { source_branch: branch, target_branch: base, title, description: body } = json as Record<string, string>
        const opened = openPull(of, { branch: branch!, base: base!, title: title!, body: body! })
        return opened === undefined
          ? { status: 409, json: { message: ['exists'] } }
          : { status: 201, json: page(opened.number) }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/statuses/([0-9a-f]{40})$`),
      ([commit], { json }) => {
        const { state, name: context, description, target_url: url } = json as Record<string, string>
        of.statuses.push({ commit: commit!, state: state!, context: context!, description: description!, url: url! })
        return { status: 201, json: { id: 1 } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/merge_requests/(\\d+)/notes$`),
      (_, { json }) => ({ status: 201, json: { id: addComment(of, { body: String(json['body']) }) } }),
    ],
    [
      'PUT',
      new RegExp(`^${R}/merge_requests/\\d+/notes/(\\d+)$`),
      ([id], { json }) => {
        const comment = of.comments.get(id!)
        if (comment === undefined) return NOT_FOUND
        comment.body = String(json['body'])
        return { json: { id: Number(id) } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/merge_requests/(\\d+)/diffs$`),
      (_, { query }) => ({
        json: query.get('page') === '1' ? [...of.diff].map(([new_path, diff]) => ({ new_path, diff })) : [],
      }),
    ],
    [
      'GET',
      new RegExp(`^${R}/merge_requests/(\\d+)$`),
      () => ({ json: { diff_refs: { base_sha: 'a', start_sha: 'b', head_sha: 'c' } } }),
    ],
    [
      'POST',
      new RegExp(`^${R}/merge_requests/(\\d+)/discussions$`),
      (_, { json }) => {
        const { new_path: path, new_line: line } = json['position'] as { new_path: string; new_line: number }
        return { status: 201, json: { id: String(addComment(of, { body: String(json['body']), path, line })) } }
      },
    ],
    [
      'PUT',
      new RegExp(`^${R}/merge_requests/\\d+/discussions/(\\d+)$`),
      ([id], { json }) => {
        of.comments.get(id!)!.resolved = json['resolved'] === true
        return { json: { id } }
      },
    ],
  ]
}
