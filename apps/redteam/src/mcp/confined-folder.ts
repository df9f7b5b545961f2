import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FolderFile, FolderPort } from '@gatehouse/attacks'
import { Failure } from '@gatehouse/kernel'
import { pathParts } from './confined-path.ts'

/** Folders with generated files or without code. */
const ASIDE = new Set(
  (
    'node_modules bower_components dist build out target vendor venv env site-packages __pycache__ coverage ' +
    'htmlcov tmp temp'
  ).split(' '),
)
const DEPTH_MAX = 32
/** The largest report of a run has about ten megabytes. */
const FILE_BYTES_MAX = 64 * 1024 * 1024

/** The only folder that tools read and write: paths outside of it are rejected in every spelling. */
export interface ConfinedFolder extends FolderPort {
  /** As it was found at start. */
  readonly path: string
  /** Returns a subfolder. @throws {Failure} `not_found`; `invalid_request` for paths outside of the folder */
  readonly within: (path: string) => Promise<FolderPort>
  /** Returns the sorted names of files in a subfolder; empty when the subfolder does not exist. */
  readonly names: (path: string) => Promise<readonly string[]>
  /**
   * Writes a file atomically. Missing parent folders are created.
   * @throws {Failure} `invalid_request` for paths outside of the folder or through a link
   */
  readonly write: (path: string, text: string) => Promise<void>
  readonly remove: (path: string) => Promise<void>
}

/** @throws {Failure} `invalid_request` when the folder does not exist */
export async function openFolder(said: string): Promise<ConfinedFolder> {
  const root = await realpath(said).catch(() => undefined)
  const isFolder = root !== undefined && (await lstat(root)).isDirectory()
  if (!isFolder) throw new Failure('invalid_request', `Folder not found: ${said}.`)
  const read: FolderPort['read'] = async (path, most) => readWithin(root, pathParts(path), most)
  return {
    path: root,
    read,
    list: () => listWithin(root, []),
    async within(path) {
      const parts = pathParts(path)
      await checkFolders(root, parts)
      return { list: () => listWithin(root, parts), read }
    },
    async names(path) {
      const parts = pathParts(path)
      if (!(await isOwnFolder(root, parts))) return []
      const entries = await readdir(join(root, ...parts), { withFileTypes: true })
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted()
    },
    write: async (path, text) => writeWithin(root, pathParts(path), text),
    async remove(path) {
      const parts = pathParts(path)
      if (await isOwnFolder(root, parts.slice(0, -1))) await rm(join(root, ...parts), { force: true })
    },
  }
}

/** Whether each part on the way is a folder and no link. */
async function isOwnFolder(root: string, parts: readonly string[]): Promise<boolean> {
  let path = root
  for (const part of parts) {
    path = join(path, part)
    // Sequential: a link may be anywhere on the path. oxlint-disable-next-line no-await-in-loop
    const found = await lstat(path).catch(() => undefined)
    if (found === undefined || !found.isDirectory()) return false
  }
  return true
}

async function checkFolders(root: string, parts: readonly string[]): Promise<void> {
  if (await isOwnFolder(root, parts)) return
  throw new Failure(
    'not_found',
    `Folder not found: ${parts.join('/')} (relative to the start folder; links are not followed).`,
  )
}

async function* listWithin(root: string, parts: readonly string[]): AsyncGenerator<FolderFile> {
  if (parts.length > DEPTH_MAX) return
  const folder = join(root, ...parts)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of sorted) {
    const { name } = entry
    // Links are neither files nor folders and are skipped. Dot files belong to tools and often contain secrets.
    if (name.startsWith('.')) continue
    if (entry.isDirectory() && !ASIDE.has(name)) yield* listWithin(root, [...parts, name])
    else if (entry.isFile()) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await lstat(join(folder, name)).catch(() => undefined)
      if (found?.isFile() === true) yield { path: [...parts, name].join('/'), size_bytes: found.size }
    }
  }
}

/** @returns undefined when the file does not exist, is not text, or is too large */
async function readWithin(root: string, parts: readonly string[], most_bytes: number): Promise<string | undefined> {
  if (parts.length === 0 || !(await isOwnFolder(root, parts.slice(0, -1)))) return undefined
  const path = join(root, ...parts)
  // A pipe without a writer must not block the read, and links are not followed.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const before = await lstat(path).catch(() => undefined)
  if (before?.isFile() !== true) return undefined
  const file = await open(path, flags).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const found = await file.stat()
    const isSame = found.isFile() && found.ino === before.ino && found.dev === before.dev
    if (!isSame || found.size > Math.min(most_bytes, FILE_BYTES_MAX) || !(await isInside(root, path))) return undefined
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await file.read(bytes, 0, found.size, 0)
    const text = bytes.subarray(0, bytesRead)
    // A file with a zero byte is not text.
    return text.includes(0) ? undefined : text.toString('utf8')
  } finally {
    await file.close()
  }
}

async function isInside(root: string, path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined)
  return real === path && real.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function writeWithin(root: string, parts: readonly string[], text: string): Promise<void> {
  const folders = parts.slice(0, -1)
  let path = root
  for (const part of folders) {
    path = join(path, part)
    // oxlint-disable-next-line no-await-in-loop
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    // Checked before the write: a link may lead outside.
    // oxlint-disable-next-line no-await-in-loop
    await checkFolders(root, path.slice(root.length).split(sep).filter(Boolean))
  }
  const target = join(path, parts.at(-1) ?? '')
  const there = await lstat(target).catch(() => undefined)
  if (there !== undefined && !there.isFile()) {
    throw new Failure('invalid_request', `${parts.join('/')} is not a regular file and was not written.`)
  }
  // The draft has an unpredictable name, is created exclusively, and replaces the file in one step.
  const draft = join(path, `.${parts.at(-1) ?? ''}.${randomUUID()}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    await file.close()
    if (!(await isInside(root, draft)))
      throw new Failure('invalid_request', `${parts.join('/')} leads out of the folder.`)
    await rename(draft, target)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}
