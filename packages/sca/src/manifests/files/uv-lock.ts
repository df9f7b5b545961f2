import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { prefixedHashes } from '../read/hashes.ts'
import { folderOf, within } from '../read/paths.ts'
import { NameIndex, pypiName, pypiPurl } from '../read/python.ts'
import { readToml } from '../read/toml.ts'
import { at, listOf, type Table, tableOf, textOf, type Value } from '../read/value.ts'

/** The lock file of uv; members of the workspace are packages of it with a folder as their source. */
export default defineManifest({
  name: 'uv-lock',
  names: ['uv.lock'],
  ecosystem: 'PyPI',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    const index = new NameIndex()
    const members: string[] = []
    const entries = listOf(at(readToml(file.text), 'package')).map((item) => {
      const table = tableOf(item)
      const name = pypiName(textOf(table.get('name')) ?? '')
      const source = tableOf(table.get('source'))
      const folder = textOf(source.get('editable')) ?? textOf(source.get('virtual')) ?? textOf(source.get('directory'))
      return { table, name, key: keyOf(name, table), folder }
    })
    for (const { table, name, key, folder } of entries) {
      if (folder !== undefined) {
        const member = within(folderOf(file.path), folder)
        if (member !== undefined) members.push(member)
        continue
      }
      const files = [table.get('sdist'), ...listOf(table.get('wheels'))]
      const hashes = prefixedHashes(files.map((item) => textOf(at(item, 'hash'))))
      draft.add({ key, purl: pypiPurl(name, textOf(table.get('version'))), line: table.line, hashes })
      index.add(name, key)
    }
    const targets = (list: Value | undefined) =>
      listOf(list).flatMap((item) => {
        const name = pypiName(textOf(at(item, 'name')) ?? '')
        const exact = keyOf(name, tableOf(item))
        return draft.has(exact) ? [exact] : index.of(name)
      })
    for (const { table, key, folder } of entries) {
      for (const [list, scope] of dependenciesOf(table)) {
        for (const to of targets(list)) {
          if (folder === undefined) draft.edge(key, to, scope)
          else draft.root(to, scope)
        }
      }
    }
    return draft.finish(members)
  },
})

function keyOf(name: string, table: Table): string {
  return `${name} ${textOf(table.get('version')) ?? ''}`
}

function dependenciesOf(table: Table) {
  const groups = (field: string) => [...tableOf(table.get(field)).entries.values()]
  return [
    [table.get('dependencies'), 'runtime'] as const,
    ...groups('optional-dependencies').map((list) => [list, 'optional'] as const),
    ...groups('dev-dependencies').map((list) => [list, 'dev'] as const),
  ]
}
