import { type Draft, newDraft } from '../draft.ts'
import { defineManifest, type Manifest, type ManifestFile, type Siblings } from '../parser.ts'
import { integrityHashes } from '../read/hashes.ts'
import { readJson } from '../read/json.ts'
import { link, npmPurl, wantedBy } from '../read/npm.ts'
import { besides, folderOf, within } from '../read/paths.ts'
import { Table, tableOf, textOf, textsOf, type Value } from '../read/value.ts'

/** `node_modules` within `node_modules`; npm cannot nest deeper than paths of the system go. */
const PATH_UNITS_MAX = 4_096
const MODULES = 'node_modules/'

/**
 * Lock files of npm 5 and later, all three versions.
 * @see https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 */
export default defineManifest({
  name: 'npm-lock',
  names: ['package-lock.json', 'npm-shrinkwrap.json'],
  ecosystem: 'npm',
  kind: 'lock',
  parse(file, siblings) {
    const lock = tableOf(readJson(file.text))
    const packages = lock.get('packages')
    return packages instanceof Table ? flat(packages, file) : nested(lock, file, siblings)
  },
})

/** Versions 2 and 3: all packages by the folders that they are installed in. */
function flat(packages: Table, file: ManifestFile): Manifest {
  const draft = newDraft()
  const members: string[] = []
  const links = new Map<string, string>()
  for (const [path, entry] of packages.entries) {
    const table = tableOf(entry)
    if (path.length > PATH_UNITS_MAX) continue
    if (!path.includes(MODULES)) {
      const folder = within(besides(file.path, '.') ?? '', path)
      if (folder !== undefined) members.push(folder)
    } else if (table.get('link') === 'true' || table.get('link') === true) {
      links.set(path, textOf(table.get('resolved')) ?? '')
    } else {
      draft.add({
        key: path,
        purl: npmPurl(
          textOf(table.get('name')) ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
          textOf(table.get('version')),
        ),
        line: packages.lines.get(path),
        hashes: integrityHashes(textOf(table.get('integrity'))),
        licence: licenceOf(table.get('license')),
      })
    }
  }
  for (const [path, entry] of packages.entries) {
    const isProject = !path.includes(MODULES)
    if (path.length > PATH_UNITS_MAX || (!isProject && !draft.has(path))) continue
    link(draft, isProject ? undefined : path, wantedBy(entry, isProject), ({ name }) =>
      findUp(path, name, (at) => draft.has(at) || links.has(at)),
    )
  }
  return draft.finish(members)
}

/** Resolves a package from a folder as Node does: in its own `node_modules`, then in those of its ancestors. */
function findUp(from: string, name: string, isThere: (path: string) => boolean): string | undefined {
  for (let folder = from; ;) {
    const path = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`
    if (isThere(path)) return path
    if (folder === '') return undefined
    const slash = folder.lastIndexOf('/')
    folder = slash === -1 ? '' : folder.slice(0, slash)
  }
}

/** Reads version 1: nested packages. Only package.json contains the direct dependencies. */
function nested(lock: Table, file: ManifestFile, siblings: Siblings): Manifest {
  const draft = newDraft()
  const top = tableOf(lock.get('dependencies'))
  const { required, locals } = addNested(draft, top)
  const folders: string[] = []
  for (const { path, place } of locals) {
    const member = within(folderOf(file.path), place)
    const text = member === undefined ? undefined : siblings.read(`${member}/package.json`)?.text
    if (member === undefined || text === undefined) continue
    folders.push(member)
    link(draft, undefined, wantedBy(readJson(text), true), ({ name }) => findUp(path, name, draft.has))
  }
  const manifest = siblings.read(besides(file.path, 'package.json') ?? '')
  const wanted = manifest === undefined ? [] : wantedBy(readJson(manifest.text), true)
  if (wanted.length > 0) {
    link(draft, undefined, wanted, ({ name }) => MODULES + name)
    return draft.finish(folders)
  }
  for (const [name, entry] of top.entries) {
    const path = MODULES + name
    if (required.has(path)) continue
    const scope = tableOf(entry).get('dev') === true ? 'dev' : 'runtime'
    draft.root(path, tableOf(entry).get('optional') === true ? 'optional' : scope, false)
  }
  return draft.finish(folders)
}

interface Nested {
  /** Packages that another one requires. */
  readonly required: ReadonlySet<string>
  /** Folders of the project that are linked in. */
  readonly locals: readonly { readonly path: string; readonly place: string }[]
}

/** Adds all packages of version 1. */
function addNested(draft: Draft, top: Table): Nested {
  const locals: { path: string; place: string }[] = []
  const waiting: { readonly folder: string; readonly table: Table }[] = [{ folder: '', table: top }]
  const requires: { readonly path: string; readonly names: readonly string[] }[] = []
  for (const { folder, table } of waiting) {
    for (const [name, entry] of table.entries) {
      const path = `${folder}${MODULES}${name}`
      const item = tableOf(entry)
      if (path.length > PATH_UNITS_MAX) continue
      const version = textOf(item.get('version'))
      if (version?.startsWith('file:')) {
        locals.push({ path, place: version.slice('file:'.length) })
        continue
      }
      draft.add({
        key: path,
        purl: aliased(name, version),
        line: table.lines.get(name),
        hashes: integrityHashes(textOf(item.get('integrity'))),
      })
      requires.push({ path, names: textsOf(item.get('requires')).map(([required]) => required) })
      const below = item.get('dependencies')
      if (below instanceof Table) waiting.push({ folder: `${path}/`, table: below })
    }
  }
  const required = new Set<string>()
  for (const { path, names } of requires) {
    for (const name of names) {
      const to = findUp(path, name, draft.has)
      if (to === undefined) continue
      required.add(to)
      draft.edge(path, to)
    }
  }
  return { required, locals }
}

/** `npm:other@1.0.0` is another package under this name; other values with a colon are URLs, not versions. */
function aliased(name: string, version: string | undefined) {
  if (version?.startsWith('npm:')) {
    const at = version.lastIndexOf('@')
    if (at > 4) return npmPurl(version.slice(4, at), version.slice(at + 1))
  }
  return npmPurl(name, version?.includes(':') || version?.includes('/') ? undefined : version)
}

/** A text, or the object that packages of long ago have. */
function licenceOf(value: Value | undefined): string | undefined {
  return textOf(value) ?? textOf(tableOf(value).get('type'))
}
