import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { projectWanted, pypiPurl } from '../read/python.ts'
import { readToml } from '../read/toml.ts'

/** Direct dependencies of a Python project without a lock file. */
export default defineManifest({
  name: 'pyproject',
  names: ['pyproject.toml'],
  ecosystem: 'PyPI',
  kind: 'manifest',
  parse(file) {
    const draft = newDraft()
    for (const { name, version, wanted, scope } of projectWanted(readToml(file.text))) {
      draft.add({ key: name, purl: pypiPurl(name, version), wanted })
      draft.root(name, scope)
    }
    return draft.finish()
  },
})
