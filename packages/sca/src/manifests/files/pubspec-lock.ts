import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { hexHash } from '../read/hashes.ts'
import { at, tableOf, textOf } from '../read/value.ts'
import { readYaml } from '../read/yaml.ts'

/** Lock file of Dart and Flutter, without a graph: the scope of transitive dependencies is unknown. */
export default defineManifest({
  name: 'pubspec-lock',
  names: ['pubspec.lock'],
  ecosystem: 'Pub',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    const packages = tableOf(at(readYaml(file.text), 'packages'))
    for (const [name, entry] of packages.entries) {
      const source = textOf(at(entry, 'source'))
      // The software development kit and folders of the project are no packages of the registry.
      if (source === 'sdk' || source === 'path') continue
      const text = textOf(at(entry, 'dependency')) ?? ''
      draft.add({
        key: name,
        purl: { type: 'pub', name, version: textOf(at(entry, 'version')) },
        line: packages.lines.get(name),
        hashes: hexHash('sha256', textOf(at(entry, 'description', 'sha256'))),
      })
      draft.root(name, text === 'direct dev' ? 'dev' : 'runtime', text.startsWith('direct'))
    }
    return draft.finish()
  },
})
