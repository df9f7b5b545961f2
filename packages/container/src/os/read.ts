import type { ImageFile } from '../image/image.ts'
import type { ImageView } from '../view.ts'
import { parseApk } from './apk.ts'
import { lines, parseDpkg } from './dpkg.ts'
import { DATABASE_BYTES_MAX, type OsPackage } from './package.ts'
import { type Distribution, parseRelease, RELEASE_FILES } from './release.ts'

/** Package of the operating system with its origin in the image. */
export interface InstalledPackage extends OsPackage {
  /** Package database of its entry. */
  readonly path: string
  /** First layer since which this version is installed. */
  readonly layer: number
}

export interface OsPackages {
  readonly type: 'deb' | 'apk'
  readonly packages: readonly InstalledPackage[]
}

export interface OperatingSystem {
  readonly distribution: Distribution | undefined
  readonly databases: readonly OsPackages[]
  /** Files that the packages of the operating system installed. */
  readonly owned: ReadonlySet<string>
  /** Layers that change a package database. */
  readonly layers: ReadonlySet<number>
  /** Sentences about package databases that were not read. */
  readonly unread: readonly string[]
}

const DPKG = 'var/lib/dpkg/status'
const DPKG_FOLDER = 'var/lib/dpkg/status.d/'
const DPKG_LISTS = /^var\/lib\/dpkg\/info\/[^/]+\.list$/
const APK = ['lib/apk/db/installed', 'usr/lib/apk/db/installed'] as const
/** Package databases that are not read. */
const UNREAD = [
  [/^(?:var\/lib|usr\/lib\/sysimage)\/rpm\/(?:rpmdb\.sqlite|Packages(?:\.db)?)$/, 'RPM'],
  [/^var\/lib\/pacman\/local\/[^/]+\/desc$/, 'pacman'],
] as const
const RELEASE_BYTES_MAX = 64 * 1024
/** Maximum number of owned files. */
const OWNED_MAX = 2_000_000

/** Reads the distribution of an image and the packages of its package managers. */
export async function readOperatingSystem(view: ImageView): Promise<OperatingSystem> {
  const owned = new Set<string>()
  const layers = new Set<number>()
  const unread = new Set<string>()
  const own = (path: string): void => {
    if (owned.size < OWNED_MAX) owned.add(mergedPath(path.replace(/^\/+/, '')))
  }
  const databases = [
    { type: 'deb' as const, packages: await readDpkg(view, layers, unread, own) },
    { type: 'apk' as const, packages: await readApk(view, layers, unread, own) },
  ]
  for (const path of view.present.keys()) {
    for (const [pattern, name] of UNREAD)
      if (pattern.test(path)) unread.add(`${name} package databases are not supported.`)
  }
  return {
    distribution: await readDistribution(view),
    databases: databases.filter(({ packages }) => packages.length > 0),
    owned,
    layers,
    unread: [...unread],
  }
}

/** Folders that are links to `/usr` in current distributions; package lists may contain either path. */
const MERGED = /^(?:bin|sbin|lib|lib32|lib64|libx32)\//

/** Returns the path of a file with the folders of `/usr`. */
export function mergedPath(path: string): string {
  return MERGED.test(path) ? `usr/${path}` : path
}

async function readDistribution(view: ImageView): Promise<Distribution | undefined> {
  for (const path of RELEASE_FILES) {
    const file = view.resolve(path)
    const text = file && (await view.text(file, RELEASE_BYTES_MAX))
    const found = text === undefined ? undefined : parseRelease(text)
    if (found !== undefined) return found
  }
  return undefined
}

type Own = (path: string) => void

async function readDpkg(
  view: ImageView,
  layers: Set<number>,
  unread: Set<string>,
  own: Own,
): Promise<readonly InstalledPackage[]> {
  const found = [...(await readVersions(view, DPKG, parseDpkg, layers, unread))]
  for (const file of view.present.values()) {
    if (DPKG_LISTS.test(file.path)) {
      for (const path of lines((await view.text(file, DATABASE_BYTES_MAX)) ?? '')) own(path)
    } else if (file.path.startsWith(DPKG_FOLDER)) {
      const text = (await view.text(file, DATABASE_BYTES_MAX)) ?? ''
      if (file.path.endsWith('.md5sums')) for (const line of lines(text)) own(line.slice(line.indexOf('  ') + 2))
      else found.push(...parseDpkg(text).map((item) => ({ ...item, path: file.path, layer: file.layer })))
      layers.add(file.layer)
    }
  }
  return found
}

async function readApk(
  view: ImageView,
  layers: Set<number>,
  unread: Set<string>,
  own: Own,
): Promise<readonly InstalledPackage[]> {
  for (const path of APK) {
    const files: (readonly string[])[] = []
    const parse = (text: string): readonly OsPackage[] => {
      const database = parseApk(text)
      files.push(database.files)
      return database.packages
    }
    const packages = await readVersions(view, path, parse, layers, unread)
    for (const item of files.at(-1) ?? []) own(item)
    if (packages.length > 0) return packages
  }
  return []
}

/** Reads a package database in each layer that changes it: the layer of a package is the first one since which its version is present. */
async function readVersions(
  view: ImageView,
  path: string,
  parse: (text: string) => readonly OsPackage[],
  layers: Set<number>,
  unread: Set<string>,
): Promise<readonly InstalledPackage[]> {
  const current = view.present.get(path)
  if (current === undefined) return []
  let before: ReadonlyMap<string, InstalledPackage> = new Map()
  for (const file of view.versions(path)) {
    if (file.layer > current.layer) continue
    layers.add(file.layer)
    before = await withLayer(view, file, parse, before, unread)
  }
  return [...before.values()]
}

async function withLayer(
  view: ImageView,
  file: ImageFile,
  parse: (text: string) => readonly OsPackage[],
  before: ReadonlyMap<string, InstalledPackage>,
  unread: Set<string>,
): Promise<ReadonlyMap<string, InstalledPackage>> {
  const text = await view.text(file, DATABASE_BYTES_MAX)
  if (text === undefined) unread.add(`${file.path} is larger than ${DATABASE_BYTES_MAX / 1024 / 1024} MiB.`)
  return new Map(
    parse(text ?? '').map((item) => {
      const key = [item.name, item.architecture, item.version].join(' ')
      return [key, { ...item, path: file.path, layer: before.get(key)?.layer ?? file.layer }]
    }),
  )
}
