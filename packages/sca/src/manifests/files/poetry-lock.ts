import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { prefixedHashes } from '../read/hashes.ts'
import { NameIndex, pypiName, pypiPurl, rootPython } from '../read/python.ts'
import { readToml } from '../read/toml.ts'
import { at, listOf, tableOf, textOf } from '../read/value.ts'

/** The lock file of Poetry. */
export default defineManifest({
  name: 'poetry-lock',
  names: ['poetry.lock'],
  ecosystem: 'PyPI',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const index = new NameIndex()
    const lock = readToml(file.text)
    // Poetry before 1.3 stores hashes separately from the packages.
    const files = tableOf(at(lock, 'metadata', 'files'))
    const entries = listOf(at(lock, 'package')).map((item) => {
      const table = tableOf(item)
      const name = pypiName(textOf(table.get('name')) ?? '')
      return { table, name, key: `${name} ${textOf(table.get('version')) ?? ''}` }
    })
    for (const { table, name, key } of entries) {
      const listed = listOf(table.get('files') ?? files.get(name))
      draft.add({
        key,
        purl: pypiPurl(name, textOf(table.get('version'))),
        line: table.line,
        hashes: prefixedHashes(listed.map((item) => textOf(at(item, 'hash')))),
      })
      index.add(name, key)
    }
    for (const { table, key } of entries) {
      for (const [name, wanted] of tableOf(table.get('dependencies')).entries) {
        const scope = at(wanted, 'optional') === true ? 'optional' : 'runtime'
        for (const to of index.of(pypiName(name))) draft.edge(key, to, scope)
      }
    }
    rootPython(draft, file.path, siblings, index.of)
    return draft.finish()
  },
})
