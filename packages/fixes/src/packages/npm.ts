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
}

const NPM: PackageManager = {
  command: 'npm install --package-lock-only',
  overrides: ['overrides'],
  renewed: renewedNpmLock,
}

const MANAGERS: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': NPM,
  'npm-shrinkwrap.json': NPM,
  'pnpm-lock.yaml': {
    command: 'pnpm install --lockfile-only',
    overrides: ['pnpm', 'overrides'],
    renewed: renewedPnpmLock,
  },
  'yarn.lock': { command: 'yarn install', overrides: ['resolutions'], renewed: renewedYarnLock },
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
  if (edits.size === 0) {
    const text = await files.read(root)
    if (text === undefined || manager === undefined || isDeclared(text, name)) return undefined
    edits.set(root, withJsonString(text, [...manager.overrides, name], to))
  }
  const draft: FixDraft = { title: titleOf(upgrade), edits, ...reviewOf(upgrade) }
  const lock = manager === undefined ? undefined : await files.read(filePath)
  if (manager === undefined || lock === undefined) return draft
  return { ...draft, command: manager.command, renewed: new Map([[filePath, manager.renewed(lock, upgrade)]]) }
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
  const packages = jsonAt(lock, ['packages'])
  const keys = packages === undefined ? [] : jsonMembers(lock, packages.start).map(({ key }) => key)
  for (const key of keys) {
    if (!key.endsWith(`node_modules/${name}`) || jsonString(renewed, ['packages', key, 'version']) !== from) continue
    renewed = withJsonString(renewed, ['packages', key, 'version'], to)
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
