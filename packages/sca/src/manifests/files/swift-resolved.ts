import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { readJson } from '../read/json.ts'
import { at, listOf, tableOf, textOf } from '../read/value.ts'

/** The lock file of Swift's package manager, versions 1 to 3; it has no graph. */
export default defineManifest({
  name: 'swift-resolved',
  names: ['Package.resolved'],
  ecosystem: 'SwiftURL',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    const lock = readJson(file.text)
    for (const pin of [...listOf(at(lock, 'pins')), ...listOf(at(lock, 'object', 'pins'))]) {
      const location = textOf(at(pin, 'location')) ?? textOf(at(pin, 'repositoryURL')) ?? ''
      const segments = repositoryOf(location)
      const name = segments.at(-1) ?? textOf(at(pin, 'identity')) ?? ''
      const version = textOf(at(pin, 'state', 'version'))
      const text = textOf(at(pin, 'state', 'branch')) ?? textOf(at(pin, 'state', 'revision'))
      const namespace = segments.slice(0, -1).join('/')
      draft.add({
        key: location,
        purl: { type: 'swift', namespace, name, version },
        line: tableOf(pin).line,
        wanted: text,
      })
      draft.root(location, 'runtime', false)
    }
    return draft.finish()
  },
})

/** Host and path of a repository: `https://github.com/a/b.git`, `git@github.com:a/b`. */
function repositoryOf(location: string): string[] {
  return location
    .slice(0, 1_024)
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(':', '/')
    .replace(/\.git$/, '')
    .split('/')
    .filter((segment) => segment !== '')
}
