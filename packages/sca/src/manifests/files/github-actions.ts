import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'

/** `uses: owner/repository/path@reference # v1.2.3`; parsed by line because the comment of a pin names its version. */
const USES =
  /^[ \t]*(?:-[ \t]+)?["']?uses["']?:[ \t]*["']?([\w.-]{1,100})\/([\w.-]{1,100})[^\s@"']{0,300}@([^\s"'#]{1,200})["']?[ \t]*(?:#[ \t]*(.*))?$/
/** A full commit id is an exact version: no push can move it. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i
const TAG = /^v?\d+(?:\.\d+)*(?:[-+][\w.]+)?$/

/** Actions that workflows of GitHub run. */
export default defineManifest({
  name: 'github-actions',
  names: ['.github/workflows/*.yml', '.github/workflows/*.yaml', 'action.yml', 'action.yaml'],
  ecosystem: 'GitHub Actions',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    for (const [index, line] of file.text.split('\n').entries()) {
      const [, namespace = '', name = '', reference = '', comment = ''] =
        USES.exec(line.slice(0, 1_000).trimEnd()) ?? []
      if (name === '') continue
      const isCommit = COMMIT.test(reference)
      const version = isCommit
        ? (versionIn(comment) ?? reference.toLowerCase())
        : TAG.test(reference)
          ? reference
          : undefined
      const key = `${namespace}/${name}@${version ?? reference}`
      draft.add({ key, purl: { type: 'github', namespace, name, version }, line: index + 1, wanted: reference })
      draft.root(key, 'dev')
    }
    return draft.finish()
  },
})

/** The version in the comment of a pin: `v4.1.2`, `tag=v4.1.2` or `owner/action@v4`. Advisories match this version. */
function versionIn(comment: string): string | undefined {
  return comment.split(/[\s=@,;()]+/).find((word) => TAG.test(word))
}
