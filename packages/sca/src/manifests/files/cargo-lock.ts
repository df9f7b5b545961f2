import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { newDraft } from '../draft.ts'
import { defineManifest, type ManifestFile, type Siblings } from '../parser.ts'
import { hexHash } from '../read/hashes.ts'
import { folderOf } from '../read/paths.ts'
import { readToml } from '../read/toml.ts'
import { at, listOf, type Table, tableOf, textOf } from '../read/value.ts'

/** Maximum number of Cargo.toml files per workspace. */
const MEMBERS_MAX = 2_000

/** The lock file of Cargo; packages without a source are members of the workspace. */
export default defineManifest({
  name: 'cargo-lock',
  names: ['Cargo.lock'],
  ecosystem: 'crates.io',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const lock = readToml(file.text)
    const old = tableOf(at(lock, 'metadata'))
    const entries = listOf(at(lock, 'package')).map((item) => {
      const table = tableOf(item)
      const name = textOf(table.get('name')) ?? ''
      const version = textOf(table.get('version')) ?? ''
      return { table, name, version, source: textOf(table.get('source')), key: `${name} ${version}` }
    })
    const byName = new Map<string, string>()
    for (const { table, name, version, source, key } of entries) {
      if (source === undefined) continue
      const checksum = textOf(table.get('checksum')) ?? textOf(old.get(`checksum ${name} ${version} (${source})`))
      draft.add({ key, purl: { type: 'cargo', name, version }, line: table.line, hashes: hexHash('sha256', checksum) })
      byName.set(name, key)
    }
    const members = membersOf(file, siblings)
    for (const { table, name, source, key } of entries) {
      for (const item of listOf(table.get('dependencies'))) {
        const [wanted = '', version] = (textOf(item) ?? '').split(' ')
        const to = version === undefined ? byName.get(wanted) : `${wanted} ${version}`
        if (to === undefined) continue
        if (source !== undefined) draft.edge(key, to)
        else draft.root(to, members.scopes.get(name)?.get(wanted) ?? 'runtime')
      }
    }
    return draft.finish(members.folders)
  },
})

/** Returns the development dependencies of each member, by name. */
function membersOf(file: ManifestFile, siblings: Siblings) {
  const own = folderOf(file.path)
  const below = own === '' ? '' : `${own}/`
  const scopes = new Map<string, ReadonlyMap<string, ComponentScope>>()
  const folders: string[] = []
  const paths = siblings.paths.filter((path) => path.endsWith('Cargo.toml') && path.startsWith(below))
  for (const path of paths.slice(0, MEMBERS_MAX)) {
    const text = siblings.read(path)?.text
    const manifest = text === undefined ? undefined : tableOf(readToml(text))
    const name = textOf(at(manifest, 'package', 'name'))
    if (manifest === undefined) continue
    folders.push(folderOf(path))
    if (name !== undefined) scopes.set(name, cargoScopes(manifest))
  }
  return { scopes, folders }
}

function cargoScopes(manifest: Table): ReadonlyMap<string, ComponentScope> {
  const scopes = new Map<string, ComponentScope>()
  const targets = [...tableOf(manifest.get('target')).entries.values()].map(tableOf)
  for (const table of [manifest, ...targets]) {
    for (const field of ['dev-dependencies', 'build-dependencies', 'dependencies']) {
      for (const [name, wanted] of tableOf(table.get(field)).entries) {
        const isOptional = at(wanted, 'optional') === true
        const scope: ComponentScope = isOptional ? 'optional' : 'runtime'
        scopes.set(textOf(at(wanted, 'package')) ?? name, field === 'dependencies' ? scope : 'dev')
      }
    }
  }
  return scopes
}
