import type { ImageFile } from '../image/image.ts'
import type { ImageView } from '../view.ts'
import { parseApk } from './apk.ts'
import { lines, parseDpkg } from './dpkg.ts'
import { DATABASE_BYTES_MAX, type OsPackage } from './package.ts'
import { pacmanFiles, parsePacman } from './pacman.ts'
import { type Distribution, parseRelease, RELEASE_FILES } from './release.ts'
import { parseRpm } from './rpm/parse.ts'

/** Package of the operating system with its origin in the image. */
export interface InstalledPackage extends OsPackage {
  /** Package database of its entry. */
  readonly path: string
  /** First layer since which this version is installed. */
  readonly layer: number
}

export interface OsPackages {
  /** Type in package URLs. */
  readonly type: 'deb' | 'apk' | 'rpm' | 'alpm'
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
const RPM = [
  'var/lib/rpm/rpmdb.sqlite',
  'var/lib/rpm/Packages.db',
  'var/lib/rpm/Packages',
  'usr/lib/sysimage/rpm/rpmdb.sqlite',
  'usr/lib/sysimage/rpm/Packages.db',
  'usr/lib/sysimage/rpm/Packages',
  'usr/share/rpm/rpmdb.sqlite',
] as const
const PACMAN = /^var\/lib\/pacman\/local\/[^/]+\/(?:desc|files)$/
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
  const reading: Reading = { view, layers, unread, own }
  const databases = [
    { type: 'deb' as const, packages: await readDpkg(reading) },
    { type: 'apk' as const, packages: await readApk(reading) },
    { type: 'rpm' as const, packages: await readRpm(reading) },
    { type: 'alpm' as const, packages: await readPacman(reading) },
  ]
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

/** Image, and where results other than packages are collected. */
interface Reading {
  readonly view: ImageView
  readonly layers: Set<number>
  readonly unread: Set<string>
  /** Records a file that a package installed. */
  readonly own: (path: string) => void
}

async function readDpkg(reading: Reading): Promise<readonly InstalledPackage[]> {
  const { view, layers, own } = reading
  const found = [...(await readVersions(reading, DPKG, (bytes) => parseDpkg(bytes.toString('utf8'))))]
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

async function readApk(reading: Reading): Promise<readonly InstalledPackage[]> {
  return readFirst(reading, APK, (bytes) => {
    const { packages, files } = parseApk(bytes.toString('utf8'))
    return { packages, files }
  })
}

async function readRpm(reading: Reading): Promise<readonly InstalledPackage[]> {
  const { view } = reading
  return readFirst(reading, RPM, async (bytes, { path, layer }) => {
    // Packages of the last transactions may only be in the write-ahead log.
    const isLogged = view.present.has(`${path}-wal`)
    const wal = isLogged ? view.versions(`${path}-wal`).findLast((item) => item.layer <= layer) : undefined
    const packages = parseRpm(bytes, wal && (await view.bytes(wal, DATABASE_BYTES_MAX)))
    return { packages, files: packages.flatMap(({ files }) => files) }
  })
}

async function readPacman({ view, layers, own }: Reading): Promise<readonly InstalledPackage[]> {
  const found: InstalledPackage[] = []
  for (const file of view.present.values()) {
    if (!PACMAN.test(file.path)) continue
    const text = (await view.text(file, DATABASE_BYTES_MAX)) ?? ''
    layers.add(file.layer)
    if (file.path.endsWith('/files')) for (const path of pacmanFiles(text)) own(path)
    else {
      const item = parsePacman(text)
      if (item !== undefined) found.push({ ...item, path: file.path, layer: file.layer })
    }
  }
  return found
}

interface Parsed {
  readonly packages: readonly OsPackage[]
  readonly files: readonly string[]
}

/** Reads the first database with packages among several locations. */
async function readFirst(
  reading: Reading,
  paths: readonly string[],
  parse: (bytes: Buffer, file: ImageFile) => Parsed | Promise<Parsed>,
): Promise<readonly InstalledPackage[]> {
  for (const path of paths) {
    let files: readonly string[] = []
    const packages = await readVersions(reading, path, async (bytes, file) => {
      const parsed = await parse(bytes, file)
      files = parsed.files
      return parsed.packages
    })
    for (const item of files) reading.own(item)
    if (packages.length > 0) return packages
  }
  return []
}

type Parse = (bytes: Buffer, file: ImageFile) => readonly OsPackage[] | Promise<readonly OsPackage[]>

/**
 * Reads a package database in each layer that changes it: the layer of a package is the first one since which its version is present. An
 * unreadable database is reported.
 */
async function readVersions(
  { view, layers, unread }: Reading,
  path: string,
  parse: Parse,
): Promise<readonly InstalledPackage[]> {
  const current = view.present.get(path)
  if (current === undefined) return []
  const own = view.versions(path).filter(({ layer }) => layer <= current.layer)
  // The database of a layer that changes only the log is that of an earlier one.
  const logged = view.versions(`${path}-wal`).filter(({ layer }) => own.every((item) => item.layer !== layer))
  const versions = [...own, ...logged.flatMap(({ layer }) => withLayer(own, layer))]
  let before: ReadonlyMap<string, InstalledPackage> = new Map()
  const ordered = versions.toSorted((a, b) => a.layer - b.layer)
  const last = ordered.at(-1)
  for (const file of ordered) {
    layers.add(file.layer)
    const bytes = await view.bytes(file, DATABASE_BYTES_MAX)
    try {
      if (bytes === undefined) throw new RangeError(`It is larger than ${DATABASE_BYTES_MAX / 1024 / 1024} MiB.`)
      before = since(await parse(bytes, file), file, before)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // An earlier version of the database does not describe the container.
      before = new Map()
      if (file === last) unread.add(`The package database ${path} cannot be read: ${error.message}`)
    }
  }
  return [...before.values()]
}

function withLayer(versions: readonly ImageFile[], layer: number): readonly ImageFile[] {
  const earlier = versions.findLast((file) => file.layer < layer)
  return earlier === undefined ? [] : [{ ...earlier, layer }]
}

function since(
  packages: readonly OsPackage[],
  { path, layer }: ImageFile,
  before: ReadonlyMap<string, InstalledPackage>,
): ReadonlyMap<string, InstalledPackage> {
  return new Map(
    packages.map((item) => {
      const key = [item.name, item.architecture, item.version].join(' ')
      return [key, { ...item, path, layer: before.get(key)?.layer ?? layer }]
    }),
  )
}
