import type { SourceTree } from '@gatehouse/scan-engine'
import { MANIFEST_BYTES_MAX } from '../../manifests/parser.ts'
import { readJson } from '../../manifests/read/json.ts'
import { baseOf, folderOf } from '../../manifests/read/paths.ts'
import { at, listOf, Table, tableOf, textOf, type Value } from '../../manifests/read/value.ts'
import { readYaml } from '../../manifests/read/yaml.ts'
import { readYarnClassic } from '../../manifests/read/yarn-classic.ts'

/** Facts of a lock file about one package in addition to its name and version. */
export interface LockedFact {
  readonly name: string
  readonly version: string
  readonly line: number
  /** Origin of the package. */
  readonly resolved: string | undefined
  /** Whether an install script runs; undefined when the format does not state it. */
  readonly runsScript: boolean | undefined
  /** Installation folder in the tree, for formats that state it. */
  readonly folder: string | undefined
}

export interface LockFacts {
  readonly path: string
  readonly facts: readonly LockedFact[]
}

const PNPM_UNITS_MAX = 16 * 1024 * 1024

/** Reads origins and install scripts of packages from lock files of npm, yarn 1, pnpm and bun. */
export async function readLockFacts(tree: SourceTree): Promise<readonly LockFacts[]> {
  const all: LockFacts[] = []
  for (const { path, size_bytes } of tree.files) {
    const read = READERS[baseOf(path)]
    if (read === undefined || size_bytes > MANIFEST_BYTES_MAX || path.includes('node_modules/')) continue
    try {
      const text = new TextDecoder().decode(await tree.read(path, MANIFEST_BYTES_MAX))
      all.push({ path, facts: read(text, folderOf(path)) })
    } catch {
      // SCA reports unparsable lock files.
    }
  }
  return all
}

const READERS: Readonly<Record<string, (text: string, folder: string) => readonly LockedFact[]>> = {
  'package-lock.json': npmFacts,
  'npm-shrinkwrap.json': npmFacts,
  'yarn.lock': yarnFacts,
  'pnpm-lock.yaml': pnpmFacts,
  'bun.lock': bunFacts,
}

const MODULES = 'node_modules/'

function npmFacts(text: string, folder: string): readonly LockedFact[] {
  const lock = tableOf(readJson(text))
  const packages = lock.get('packages')
  if (!(packages instanceof Table)) return nestedFacts(tableOf(lock.get('dependencies')))
  return [...packages.entries].flatMap(([path, entry]) => {
    const table = tableOf(entry)
    if (!path.includes(MODULES) || table.get('link') === true) return []
    return [
      {
        // An alias is installed under a different name; the entry contains the real one.
        name: textOf(table.get('name')) ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
        version: textOf(table.get('version')) ?? '',
        line: packages.lines.get(path) ?? 1,
        resolved: textOf(table.get('resolved')),
        runsScript: table.get('hasInstallScript') === true,
        folder: folder === '' ? path : `${folder}/${path}`,
      },
    ]
  })
}

/** Lock file version 1 contains no script information. */
function nestedFacts(top: Table): readonly LockedFact[] {
  const found: LockedFact[] = []
  const waiting = [top]
  for (const table of waiting) {
    for (const [name, entry] of table.entries) {
      const item = tableOf(entry)
      const version = textOf(item.get('version')) ?? ''
      const below = item.get('dependencies')
      if (below instanceof Table) waiting.push(below)
      if (version.includes(':')) continue
      found.push({
        name,
        version,
        line: table.lines.get(name) ?? 1,
        resolved: textOf(item.get('resolved')),
        runsScript: undefined,
        folder: undefined,
      })
    }
  }
  return found
}

function yarnFacts(text: string): readonly LockedFact[] {
  if (text.includes('__metadata:')) return []
  return readYarnClassic(text).flatMap(({ descriptors: [first = ''], version = '', resolved, line }) => {
    const cut = first.indexOf('@', 1)
    const range = first.slice(cut + 1)
    if (cut === -1 || range.startsWith('npm:')) return []
    return [{ name: first.slice(0, cut), version, line, resolved, runsScript: undefined, folder: undefined }]
  })
}

function pnpmFacts(text: string): readonly LockedFact[] {
  if (text.length > PNPM_UNITS_MAX) return []
  const packages = tableOf(tableOf(readYaml(text)).get('packages'))
  return [...packages.entries].flatMap(([key, entry]) => {
    const bare = (key.startsWith('/') ? key.slice(1) : key).split('(', 1)[0] ?? ''
    const cut = Math.max(bare.indexOf('@', 1), -1)
    if (cut === -1) return []
    const table = tableOf(entry)
    return [
      {
        name: textOf(table.get('name')) ?? bare.slice(0, cut),
        version: bare.slice(cut + 1),
        line: packages.lines.get(key) ?? 1,
        resolved: textOf(at(entry, 'resolution', 'tarball')),
        // The plain YAML reader does not convert words.
        runsScript: table.get('requiresBuild') === true || table.get('requiresBuild') === 'true' ? true : undefined,
        folder: undefined,
      },
    ]
  })
}

/** Each package is a list: name with version, registry if not the default, facts, digest. */
function bunFacts(text: string): readonly LockedFact[] {
  const lock = tableOf(readJson(text))
  const trusted = new Set(listOf(lock.get('trustedDependencies')).flatMap((name: Value) => textOf(name) ?? []))
  const packages = tableOf(lock.get('packages'))
  return [...packages.entries].flatMap(([key, entry]) => {
    const [first, registry] = listOf(entry)
    const named = textOf(first) ?? ''
    const cut = named.indexOf('@', 1)
    if (cut === -1) return []
    const name = named.slice(0, cut)
    return [
      {
        name,
        version: named.slice(cut + 1),
        line: packages.lines.get(key) ?? 1,
        resolved: textOf(registry) || undefined,
        runsScript: trusted.has(name) ? true : undefined,
        folder: undefined,
      },
    ]
  })
}
