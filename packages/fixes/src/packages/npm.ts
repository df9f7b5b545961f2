import { satisfies } from '@gatehouse/sca/versions'
import type { FixDraft, FixFiles } from '../draft.ts'
import { jsonAt, jsonMembers, jsonString, withJsonString } from '../text/json.ts'
import { folderOf, literal, nameOf } from '../text/splice.ts'
import { raised, reviewOf, titleOf, type Upgrade, type Upgrader } from './upgrade.ts'

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

interface PackageManager {
  readonly command: string
  /** Path of the object that overrides versions of transitive dependencies. */
  readonly overrides: readonly string[]
  readonly renewed: (lock: string, upgrade: Upgrade) => string
  /** Versions of a package in the lock file. */
  readonly versions: (lock: string, name: string) => ReadonlySet<string>
  /** Whether an override can name one of several versions: `a@1.0.0`. */
  readonly isByVersion: boolean
}

const NPM: PackageManager = {
  command: 'npm install --package-lock-only',
  overrides: ['overrides'],
  renewed: renewedNpmLock,
  versions: (lock, name) => new Set(entriesOf(lock, name).map(({ version }) => version)),
  isByVersion: true,
}

const MANAGERS: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': NPM,
  'npm-shrinkwrap.json': NPM,
  'pnpm-lock.yaml': {
    command: 'pnpm install --lockfile-only',
    overrides: ['pnpm', 'overrides'],
    renewed: renewedPnpmLock,
    versions: (lock, name) => found(lock, new RegExp(`^\\s+['"]?/?${literal(name)}[@/](\\d[\\w.+-]*)`, 'gm')),
    isByVersion: true,
  },
  'yarn.lock': {
    command: 'yarn install',
    overrides: ['resolutions'],
    renewed: renewedYarnLock,
    versions: (lock, name) =>
      found(lock, new RegExp(`^"?${literal(name)}@[^\\n]*:\\r?\\n\\s+version:? "?([\\w.+-]+)`, 'gm')),
    isByVersion: false,
  },
}

/** Upgrades a package in `package.json`: its requirement, or an override for a transitive dependency. */
export const upgradeNpm: Upgrader = async (upgrade, files) => {
  const { filePath, name, to } = upgrade
  const manager = MANAGERS[nameOf(filePath)]
  const root = `${folderOf(filePath)}package.json`
  const edits = new Map<string, string>()
  for (const path of manager === undefined ? [filePath] : manifestsBelow(folderOf(filePath), files)) {
    const text = await files.read(path)
    if (text === undefined || !text.includes(JSON.stringify(name))) continue
    const changed = withRequirement(text, upgrade)
    if (changed === undefined) return undefined
    if (changed !== text) edits.set(path, changed)
  }
  const lock = manager === undefined ? undefined : await files.read(filePath)
  if (edits.size === 0) {
    const text = await files.read(root)
    if (text === undefined || manager === undefined || lock === undefined || isDeclared(text, name)) return undefined
    const key = overrideOf(lock, manager, upgrade)
    if (key === undefined) return undefined
    edits.set(root, withJsonString(text, [...manager.overrides, key], to))
  }
  const draft: FixDraft = { title: titleOf(upgrade), edits, ...reviewOf(upgrade) }
  if (manager === undefined || lock === undefined) return draft
  return { ...draft, command: manager.command, renewed: new Map([[filePath, manager.renewed(lock, upgrade)]]) }
}

/** Name of an override. Other versions of the package in the lock file must stay as they are. */
function overrideOf(
  lock: string,
  { versions, isByVersion }: PackageManager,
  { name, from }: Upgrade,
): string | undefined {
  if (versions(lock, name).size <= 1) return name
  return isByVersion ? `${name}@${from}` : undefined
}

function found(lock: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...lock.matchAll(pattern)].map((match) => match[1]!))
}

/** Returns the entries of a package in an npm lock file. */
function entriesOf(lock: string, name: string): readonly { readonly key: string; readonly version: string }[] {
  const packages = jsonAt(lock, ['packages'])
  if (packages === undefined) return entriesBelow(lock, jsonAt(lock, ['dependencies'])?.start, name)
  return jsonMembers(lock, packages.start)
    .filter(({ key }) => key.endsWith(`node_modules/${name}`))
    .map(({ key, start }) => ({ key, version: stringIn(lock, start, 'version') }))
}

/** Entries of the first version of the format: nested below other packages. */
function entriesBelow(lock: string, at: number | undefined, name: string): { key: string; version: string }[] {
  if (at === undefined) return []
  return jsonMembers(lock, at).flatMap(({ key, start }) => [
    ...(key === name ? [{ key, version: stringIn(lock, start, 'version') }] : []),
    ...entriesBelow(lock, jsonMembers(lock, start).find((one) => one.key === 'dependencies')?.start, name),
  ])
}

function stringIn(text: string, at: number, key: string): string {
  const member = jsonMembers(text, at).find((one) => one.key === key)
  return member === undefined ? '' : text.slice(member.start + 1, member.end - 1)
}

/** The manifests that a lock file covers. */
function manifestsBelow(folder: string, { paths }: FixFiles): readonly string[] {
  return paths.filter(
    (path) => path.startsWith(folder) && nameOf(path) === 'package.json' && !path.includes('node_modules/'),
  )
}

function isDeclared(text: string, name: string): boolean {
  return FIELDS.some((field) => jsonAt(text, [field, name]) !== undefined)
}

/** Raises the requirement in all fields. @returns undefined where a requirement has another form */
function withRequirement(text: string, { name, to }: Upgrade): string | undefined {
  let changed = text
  for (const field of FIELDS) {
    const requirement = jsonString(changed, [field, name])
    if (requirement === undefined || /^(?:workspace|file|link|portal|catalog):/.test(requirement)) continue
    // A range of peers stays as wide as it is where it permits the upgrade.
    if (field === 'peerDependencies' && satisfies('npm', requirement, to)) continue
    const wanted = raised(requirement, to)
    if (wanted === undefined) return undefined
    changed = withJsonString(changed, [field, name], wanted)
  }
  return changed
}

function renewedNpmLock(lock: string, { name, from, to }: Upgrade): string {
  let renewed = lock
  for (const { key, version } of jsonAt(lock, ['packages']) === undefined ? [] : entriesOf(lock, name)) {
    if (version === from) renewed = withJsonString(renewed, ['packages', key, 'version'], to)
  }
  if (jsonString(renewed, ['dependencies', name, 'version']) === from) {
    renewed = withJsonString(renewed, ['dependencies', name, 'version'], to)
  }
  return renewed
}

function renewedPnpmLock(lock: string, { name, from, to }: Upgrade): string {
  const [own, version] = [literal(name), literal(from)]
  return lock
    .replaceAll(new RegExp(`(^\\s+['"]?/?${own}[@/])${version}(?=['"(:_])`, 'gm'), `$1${to}`)
    .replaceAll(
      new RegExp(`(^\\s+['"]?${own}['"]?:\\s*\\n\\s+specifier: [^\\n]*\\n\\s+version: )${version}`, 'gm'),
      `$1${to}`,
    )
    .replaceAll(new RegExp(`(^\\s+['"]?${own}['"]?: )${version}(?=[\\s(])`, 'gm'), `$1${to}`)
}

function renewedYarnLock(lock: string, { name, from, to }: Upgrade): string {
  const entry = new RegExp(
    `^("?(?:[^\\n]*, ?"?)?${literal(name)}@[^\\n]*:\\r?\\n\\s+version:? "?)${literal(from)}`,
    'gm',
  )
  return lock.replaceAll(entry, `$1${to}`)
}
