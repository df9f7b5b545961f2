import { newDraft } from '../draft.ts'
import { defineManifest, type Manifest, type ManifestFile, type Siblings } from '../parser.ts'
import { integrityHashes } from '../read/hashes.ts'
import { readJson } from '../read/json.ts'
import { link, npmPurl, type Wanted, wantedBy } from '../read/npm.ts'
import { besides, folderOf, within } from '../read/paths.ts'
import { tableOf, textOf } from '../read/value.ts'
import { readYaml } from '../read/yaml.ts'
import { readYarnClassic, type YarnEntry } from '../read/yarn-classic.ts'

/**
 * Lock files of yarn, classic and berry. Classic ones do not contain the project's dependencies: its package.json files do.
 * @see https://yarnpkg.com/configuration/manifest
 */
export default defineManifest({
  name: 'yarn-lock',
  names: ['yarn.lock'],
  ecosystem: 'npm',
  kind: 'lock',
  parse: (file, siblings) => (/^__metadata:/m.test(file.text) ? berry(file, siblings) : classic(file, siblings)),
})

function classic(file: ManifestFile, siblings: Siblings): Manifest {
  const draft = newDraft()
  const entries = readYarnClassic(file.text)
  const keys = new Map<string, string>()
  for (const entry of entries) {
    const [first = ''] = entry.descriptors
    for (const descriptor of entry.descriptors) keys.set(descriptor, first)
    draft.add({ key: first, purl: npmPurl(realName(first), entry.version), line: entry.line, hashes: hashesOf(entry) })
  }
  for (const { descriptors, dependencies } of entries) {
    for (const { name, range, isOptional } of dependencies) {
      const to = keys.get(`${name}@${range}`)
      if (to !== undefined) draft.edge(descriptors[0] ?? '', to, isOptional ? 'optional' : 'runtime')
    }
  }
  const resolve = ({ name, range }: Wanted) => keys.get(`${name}@${range}`)
  const members = projectFolders(file, siblings)
  for (const folder of members) {
    const manifest = siblings.read(folder === '' ? 'package.json' : `${folder}/package.json`)
    if (manifest !== undefined) link(draft, undefined, wantedBy(readJson(manifest.text), true), resolve)
  }
  return draft.finish(members)
}

/** Folders of the project and of the members of its workspace. */
function projectFolders(file: ManifestFile, siblings: Siblings): string[] {
  const own = folderOf(file.path)
  const manifest = siblings.read(besides(file.path, 'package.json') ?? '')
  if (manifest === undefined || !manifest.text.includes('"workspaces"')) return [own]
  const below = own === '' ? '' : `${own}/`
  // Members are subfolders without a lock file of their own; excluding globs are rare and only add roots.
  const locked = new Set(siblings.paths.filter((path) => path.endsWith('yarn.lock')).map(folderOf))
  const folders = siblings.paths
    .filter((path) => path.startsWith(below) && path.endsWith('/package.json') && !path.includes('node_modules/'))
    .map(folderOf)
  return [own, ...folders.filter((folder) => folder !== own && !locked.has(folder))]
}

/** `alias@npm:name@range` is another package under this name. */
function realName(descriptor: string): string {
  const at = descriptor.indexOf('@', 1)
  const name = at === -1 ? descriptor : descriptor.slice(0, at)
  const range = at === -1 ? '' : descriptor.slice(at + 1)
  if (!range.startsWith('npm:')) return name
  const end = range.indexOf('@', 5)
  return end === -1 ? range.slice(4) : range.slice(4, end)
}

function hashesOf({ integrity, resolved }: YarnEntry) {
  const sha1 = resolved?.split('#', 2)[1]
  if (integrity !== undefined) return integrityHashes(integrity)
  return sha1 !== undefined && /^[0-9a-f]{40}$/.test(sha1) ? ([{ algorithm: 'SHA-1', hex: sha1 }] as const) : undefined
}

function berry(file: ManifestFile, siblings: Siblings): Manifest {
  const draft = newDraft()
  const lock = tableOf(readYaml(file.text))
  const keys = new Map<string, string>()
  const members: string[] = []
  const entries = [...lock.entries].flatMap(([key, value]) => {
    const table = tableOf(value)
    const resolution = textOf(table.get('resolution'))
    return key === '__metadata' || resolution === undefined ? [] : [{ key, table, resolution }]
  })
  for (const { key, table, resolution } of entries) {
    for (const descriptor of key.split(', ')) keys.set(descriptor, resolution)
    const place = resolution.slice(resolution.indexOf('@', 1) + 1)
    if (place.startsWith('workspace:')) {
      const folder = within(folderOf(file.path), place.slice('workspace:'.length))
      if (folder !== undefined) members.push(folder)
      continue
    }
    const name = resolution.slice(0, resolution.indexOf('@', 1))
    draft.add({ key: resolution, purl: npmPurl(name, textOf(table.get('version'))), line: lock.lines.get(key) })
  }
  for (const { table, resolution } of entries) {
    const isProject = !draft.has(resolution)
    const dev = isProject ? devNames(resolution, file, siblings) : NOBODY
    const resolve = ({ name, range }: Wanted) => keys.get(`${name}@${range}`) ?? keys.get(`${name}@npm:${range}`)
    const optional = tableOf(table.get('dependenciesMeta'))
    const wanted = wantedBy(table, isProject)
      .filter(({ scope }) => scope !== 'peer')
      .map((item) => {
        if (dev.has(item.name)) return { ...item, scope: 'dev' as const }
        const isOptional = textOf(tableOf(optional.get(item.name)).get('optional')) === 'true'
        return isOptional ? { ...item, scope: 'optional' as const } : item
      })
    link(draft, isProject ? undefined : resolution, wanted, resolve)
  }
  return draft.finish(members)
}

const NOBODY: ReadonlySet<string> = new Set()

/** Returns the development dependencies from package.json: berry lists them without distinction. */
function devNames(resolution: string, file: ManifestFile, siblings: Siblings): ReadonlySet<string> {
  const place = resolution.slice(resolution.indexOf('@workspace:') + '@workspace:'.length)
  const manifest = siblings.read(within(folderOf(file.path), `${place}/package.json`) ?? '')
  if (manifest === undefined) return NOBODY
  const wanted = wantedBy(readJson(manifest.text), true)
  return new Set(wanted.flatMap(({ name, scope }) => (scope === 'dev' ? [name] : [])))
}
