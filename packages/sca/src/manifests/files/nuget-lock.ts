import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { readJson } from '../read/json.ts'
import { at, tableOf, textOf, textsOf } from '../read/value.ts'

/** Lock file of NuGet: one list per target framework. */
export default defineManifest({
  name: 'nuget-lock',
  names: ['packages.lock.json', 'packages.*.lock.json'],
  ecosystem: 'NuGet',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    for (const [framework, list] of tableOf(at(readJson(file.text), 'dependencies')).entries) {
      const packages = tableOf(list)
      const keyOf = (name: string) => `${framework} ${name.toLowerCase()}`
      for (const [name, entry] of packages.entries) {
        const type = textOf(at(entry, 'type'))
        const isProject = type === 'Project'
        if (!isProject) {
          const version = textOf(at(entry, 'resolved'))
          draft.add({ key: keyOf(name), purl: { type: 'nuget', name, version }, line: packages.lines.get(name) })
          if (type === 'Direct') draft.root(keyOf(name))
        }
        for (const [wanted] of textsOf(at(entry, 'dependencies'))) {
          if (isProject) draft.root(keyOf(wanted), 'runtime', false)
          else draft.edge(keyOf(name), keyOf(wanted))
        }
      }
    }
    return draft.finish()
  },
})
