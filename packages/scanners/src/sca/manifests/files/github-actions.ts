import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'

/** `uses: owner/repository/path@reference # v1.2.3`; read by lines, for what a pin means stands in its comment. */
const USES =
  /^[ \t]*(?:-[ \t]+)?["']?uses["']?:[ \t]*["']?([\w.-]{1,100})\/([\w.-]{1,100})[^\s@"']{0,300}@([^\s"'#]{1,200})["']?[ \t]*(?:#[ \t]*(.*))?$/
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
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
      const said = comment.split(/\s+/).find((word) => TAG.test(word))
      const version = COMMIT.test(reference) ? said : TAG.test(reference) ? reference : undefined
      const key = `${namespace}/${name}@${version ?? reference}`
      draft.add({ key, purl: { type: 'github', namespace, name, version }, line: index + 1, wanted: reference })
      draft.root(key, 'dev')
    }
    return draft.finish()
  },
})
