import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { readJson } from '../read/json.ts'
import { at, tableOf, textsOf } from '../read/value.ts'

/** Direct dependencies of a PHP project without a lock file. */
export default defineManifest({
  name: 'composer-json',
  names: ['composer.json'],
  ecosystem: 'Packagist',
  kind: 'manifest',
  parse(file) {
    const draft = newDraft()
    const manifest = readJson(file.text)
    for (const [field, scope] of [
      ['require', 'runtime'],
      ['require-dev', 'dev'],
    ] as const) {
      const table = tableOf(at(manifest, field))
      for (const [full, wanted] of textsOf(table)) {
        const [namespace, name] = full.split('/', 2)
        // Names without a vendor are PHP itself or an extension.
        if (name === undefined) continue
        const version = /^v?\d+(?:\.\d+){2,3}(?:-[0-9A-Za-z.]+)?$/.test(wanted) ? wanted : undefined
        draft.add({
          key: full,
          purl: { type: 'composer', namespace, name, version },
          line: table.lines.get(full),
          wanted,
        })
        draft.root(full, scope)
      }
    }
    return draft.finish()
  },
})
