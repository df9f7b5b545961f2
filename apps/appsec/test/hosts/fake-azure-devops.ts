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

const R = '/acme/web/_apis/git/repositories/shop'
const HEADS = 'refs/heads/'

/** @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/ */
export function azureRoutes(of: FakeRepository): readonly Route[] {
  return [
    ['GET', new RegExp(`^${R}$`), () => ({ json: { name: 'shop', defaultBranch: 'refs/heads/main' } })],
    [
      'GET',
      new RegExp(`^${R}/refs$`),
      (_, { query }) => {
        const found = [...of.branches].filter(([name]) => `heads/${name}`.startsWith(query.get('filter')!))
        return { json: { value: found.map(([name, { head }]) => ({ name: HEADS + name, objectId: head })) } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/items$`),
      (_, { query }) => {
        const branch = branchAt(of, query.get('versionDescriptor.version')!)
        const bytes = branch?.files.get(query.get('path')!.slice(1))
        return bytes === undefined ? NOT_FOUND : { bytes, headers: { 'content-type': 'application/octet-stream' } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/refs$`),
      (_, { body }) => {
        const [update] = JSON.parse(body) as [{ name: string; newObjectId: string }]
        return { json: { value: [{ success: createBranch(of, update.name.slice(HEADS.length), update.newObjectId) }] } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/pushes$`),
      (_, { json }) => {
        const [update] = json['refUpdates'] as [{ name: string; oldObjectId: string }]
        const [commit] = json['commits'] as [
          { changes: [{ item: { path: string }; newContent: { content: string; contentType: string } }] },
        ]
        const name = update.name.slice(HEADS.length)
        if (of.branches.get(name)?.head !== update.oldObjectId) return { status: 409, json: { message: 'TF401028' } }
        const [{ item, newContent }] = commit.changes
        commitTo(of, name, item.path.slice(1), Buffer.from(newContent.content, 'base64').toString())
        return { status: 201, json: { pushId: 1 } }
      },
    ],
    [
      'GET',
      new RegExp(`^${R}/pullrequests$`),
      (_, { query }) => {
        const found = of.pullRequests.filter(
          ({ branch, base }) =>
            HEADS + branch === query.get('searchCriteria.sourceRefName') &&
            HEADS + base === query.get('searchCriteria.targetRefName'),
        )
        return {
          json: { value: found.map(({ number }) => ({ pullRequestId: number, description: bodyOf(of, number) })) },
        }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/pullrequests$`),
      (_, { json }) => {
        const { sourceRefName, targetRefName, title, description } = json as Record<string, string>
        const opened = openPull(of, {
          branch: sourceRefName!.slice(HEADS.length),
          base: targetRefName!.slice(HEADS.length),
          title: title!,
          body: description!,
        })
        return opened === undefined
          ? { status: 409, json: { message: 'TF401179' } }
          : { status: 201, json: { pullRequestId: opened.number, description } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/commits/([0-9a-f]{40})/statuses$`),
      ([commit], { json }) => {
        const { name, genre } = json['context'] as { name: string; genre: string }
        const { state, description, targetUrl: url } = json as Record<string, string>
        of.statuses.push({
          commit: commit!,
          state: state!,
          context: `${genre}/${name}`,
          description: description!,
          url: url!,
        })
        return { status: 201, json: { id: 1 } }
      },
    ],
    [
      'POST',
      new RegExp(`^${R}/pullRequests/(\\d+)/threads$`),
      (_, { json }) => {
        const [{ content }] = json['comments'] as [{ content: string }]
        const at = json['threadContext'] as { filePath: string; rightFileStart: { line: number } } | undefined
        const place = at === undefined ? {} : { path: at.filePath.slice(1), line: at.rightFileStart.line }
        return { json: { id: addComment(of, { body: content, ...place }), comments: [{ id: 1 }] } }
      },
    ],
    [
      'PATCH',
      new RegExp(`^${R}/pullRequests/\\d+/threads/(\\d+)(?:/comments/1)?$`),
      ([id], { json }) => {
        const comment = of.comments.get(id!)
        if (comment === undefined) return NOT_FOUND
        if (json['status'] === 2) comment.resolved = true
        if (typeof json['content'] === 'string') comment.body = json['content']
        return { json: { id: Number(id) } }
      },
    ],
  ]
}
