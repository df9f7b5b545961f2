import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { prefixedHashes } from '../read/hashes.ts'
import { NameIndex, pypiName, pypiPurl, readRequirement, rootPython } from '../read/python.ts'
import { readToml } from '../read/toml.ts'
import { at, listOf, tableOf, textOf } from '../read/value.ts'

/** Lock file of PDM. A package with extras has another entry, with the dependencies of the extras. */
export default defineManifest({
  name: 'pdm-lock',
  names: ['pdm.lock'],
  ecosystem: 'PyPI',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const index = new NameIndex()
    const entries = listOf(at(readToml(file.text), 'package')).map((item) => {
      const table = tableOf(item)
      const name = pypiName(textOf(table.get('name')) ?? '')
      return { table, name, key: `${name} ${textOf(table.get('version')) ?? ''}` }
    })
    for (const { table, name, key } of entries) {
      if (draft.has(key)) continue
      const hashes = prefixedHashes(listOf(table.get('files')).map((item) => textOf(at(item, 'hash'))))
      draft.add({ key, purl: pypiPurl(name, textOf(table.get('version'))), line: table.line, hashes })
      index.add(name, key)
    }
    for (const { table, key } of entries) {
      for (const item of listOf(table.get('dependencies'))) {
        const name = readRequirement(textOf(item) ?? '')?.name
        for (const to of name === undefined ? [] : index.of(name)) if (to !== key) draft.edge(key, to)
      }
    }
    rootPython(draft, file.path, siblings, index.of)
    return draft.finish()
  },
})
