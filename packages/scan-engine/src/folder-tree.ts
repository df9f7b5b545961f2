import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { folderFiles, yieldTaker } from './folder-files.ts'
import { sourceLanguageOf } from './source-languages.ts'
import { isInstalled } from './path-class.ts'
import { type LeftEntry, leftEntryGaps } from './gate/left-entries.ts'
import { sourceGap } from './gate/source-gaps.ts'
import { compareText } from './merge.ts'
import type { CoverageGap, GapReason } from './observation.ts'
import type { SourceTree, TreeFile } from './tree.ts'
import { codeOf } from './gate/unanalysed.ts'

/** Maximum number of files per tree: the same as for the largest archive. */
export const TREE_FILES_MAX = 500_000
/** Maximum folder depth; deeper folders are a gap. */
const DEPTH_MAX = 100
/** Maximum number of source files listed in the gaps of one tree. */
const CODE_LISTED_MAX = 10_000
/** Branch and tag names in a version control folder, which may end in `.js`. */
const REFERENCES = /(?:^|\/)(?:refs|logs)\//
/** Maximum number of individually reported gaps. Another gap counts the rest. */
const GAPS_TOLD_MAX = 200
/** Storage of version control systems: compressed, without project files. */
const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.svn', '.hg', '.bzr', 'CVS'])

export interface FolderOptions {
  /** Returns whether a relative path with `/` is excluded; folder paths end in `/`, and their content is excluded too. */
  readonly ignores?: (path: string) => boolean
  readonly signal?: AbortSignal
  /**
   * Handling of folders like `.git` and `CVS`: a working tree contains them legitimately (`left_out`, the default); in uploads they may
   * contain anything, which is reported (`told`); in sources that were fetched without them they are ordinary folders (`looked_into`).
   */
  readonly versionControl?: 'left_out' | 'told' | 'looked_into'
}

/**
 * Lists a folder once for all scanners. Links are never followed, neither now nor when a file is read later; excluded entries are gaps.
 * Version control folders are excluded by default, and entries that `ignores` matches are counted in one gap.
 * @throws {Failure} `not_found` when the folder does not exist
 */
export async function openFolder(path: string, options: FolderOptions = {}): Promise<SourceTree> {
  const root = await realpath(path).catch(() => undefined)
  if (root === undefined || !(await lstat(root)).isDirectory()) {
    throw new Failure('not_found', `Folder not found: ${path}.`)
  }
  const listing = new Listing(root, options)
  await listing.folder('', 0)
  const files = listing.files.sort((a, b) => compareText(a.path, b.path))
  return { root, files, gaps: listing.gaps(), ...folderFiles(root, files) }
}

/** A file of source code that is not listed. */
interface CodeFile {
  readonly path: string
}

/** A walk through a folder. */
class Listing {
  readonly files: TreeFile[] = []
  readonly #root: string
  readonly #ignores: (path: string) => boolean
  readonly #signal: AbortSignal | undefined
  readonly #versionControl: FolderOptions['versionControl']
  readonly #gaps: CoverageGap[] = []
  readonly #turn = yieldTaker()
  #untold = 0
  #ignored = 0
  readonly #links: LeftEntry[] = []
  /** Excluded folders of installed packages, by name. */
  readonly #installed = new Map<string, string[]>()

  constructor(root: string, { ignores = () => false, signal, versionControl = 'left_out' }: FolderOptions) {
    this.#versionControl = versionControl
    this.#root = root
    this.#ignores = ignores
    this.#signal = signal
  }

  gaps(): readonly CoverageGap[] {
    const byRules = this.#ignored === 0 ? [] : [`${countedEntries(this.#ignored)} excluded by ignore rules.`]
    for (const [name, folders] of this.#installed) byRules.push(installedSentence(name, folders))
    const more = this.#untold === 0 ? [] : [`${countedEntries(this.#untold)} more could not be listed.`]
    const links = leftEntryGaps(this.#links)
    const others = links.slice(GAPS_TOLD_MAX).length
    if (others > 0) more.push(`Symbolic links in ${counted(others, 'folder')} more are not followed.`)
    return [
      ...this.#gaps,
      ...links.slice(0, GAPS_TOLD_MAX),
      ...byRules.map((detail) => ({ ...sourceGap('skipped', detail), isByRules: true }) as const),
      ...more.map((detail) => sourceGap('skipped', detail)),
    ]
  }

  /** @param path relative; empty for the root, else ending in `/` */
  async folder(path: string, depth: number): Promise<void> {
    this.#signal?.throwIfAborted()
    if (depth > DEPTH_MAX) {
      const detail = 'The folder exceeds the depth limit.'
      return this.#tell('skipped', detail, path, await this.#codeBelow(path))
    }
    let entries: Dirent<Buffer>[]
    try {
      entries = readdirSync(join(this.#root, path), { withFileTypes: true, encoding: 'buffer' })
    } catch {
      return this.#tell('unreadable', 'The folder cannot be read.', path)
    }
    for (const entry of entries) {
      const turn = this.#turn()
      if (turn !== undefined) await turn
      await this.#entry(path, entry, depth)
    }
  }

  async #entry(folder: string, entry: Dirent<Buffer>, depth: number): Promise<void> {
    const name = entry.name.toString('utf8')
    const path = folder + name
    if (!entry.name.equals(Buffer.from(name))) return this.#tell('skipped', 'Its name is not UTF-8.', path, [{ path }])
    if (entry.isDirectory()) {
      if (VERSION_CONTROL.has(name) && this.#versionControl !== 'looked_into') {
        if (this.#versionControl !== 'told') return undefined
        const code = (await this.#codeBelow(`${path}/`)).filter(
          (item) => !REFERENCES.test(item.path.slice(path.length)),
        )
        return this.#tell('skipped', OF_VERSION_CONTROL, path, code)
      }
      if (this.#ignores(`${path}/`)) {
        if (isInstalled(`${path}/`)) this.#installed.set(name, [...(this.#installed.get(name) ?? []), path])
        else this.#ignored += 1
      } else await this.folder(`${path}/`, depth + 1)
      return
    }
    if (this.#ignores(path)) {
      this.#ignored += 1
      return
    }
    if (entry.isSymbolicLink()) {
      this.#links.push({ path, detail: 'It is a symbolic link, which is not followed.', isLink: true })
      return
    }
    if (!entry.isFile()) return this.#tell('skipped', 'It is neither a file nor a folder.', path)
    if (this.files.length >= TREE_FILES_MAX) {
      this.#untold += 1
      return
    }
    const size_bytes = sizeOf(join(this.#root, path))
    if (size_bytes === undefined)
      return this.#tell('unreadable', 'The file went away while the folder was listed.', path)
    this.files.push({ path, size_bytes })
  }

  /** @param files files behind the gap; files with source code names are unanalysed code */
  #tell(reason: GapReason, detail: string, filePath: string, files: readonly CodeFile[] = []): void {
    const code = codeOf(files, reason)
    if (this.#gaps.length < GAPS_TOLD_MAX || code.unanalysed !== undefined)
      this.#gaps.push({ ...sourceGap(reason, detail, filePath), ...code })
    else this.#untold += 1
  }

  /** Files with names of source code below a folder that is not listed. */
  async #codeBelow(path: string): Promise<readonly CodeFile[]> {
    const code: CodeFile[] = []
    const folders = [path]
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      this.#signal?.throwIfAborted()
      for (const entry of entriesOf(join(this.#root, folder))) {
        const turn = this.#turn()
        if (turn !== undefined) await turn
        if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`)
        else if (entry.isFile() && sourceLanguageOf(entry.name) !== undefined) code.push({ path: folder + entry.name })
        if (code.length === CODE_LISTED_MAX) return code
      }
    }
    return code
  }
}

const OF_VERSION_CONTROL = 'It is a folder of version control, which is not looked into: scan the repository itself.'

/** Maximum number of folders in a message. */
const FOLDERS_NAMED_MAX = 3

function installedSentence(name: string, folders: readonly string[]): string {
  const more = folders.length > FOLDERS_NAMED_MAX ? ', …' : ''
  const named = `${folders.slice(0, FOLDERS_NAMED_MAX).join(', ')}${more}`
  return `Installed packages excluded by ignore rules of the folder: ${counted(folders.length, 'folder')} ${name} (${named}).`
}

function counted(count: number, item: string): string {
  return `${count} ${item}${count === 1 ? '' : 's'}`
}

function countedEntries(count: number): string {
  return count === 1 ? '1 file or folder was' : `${count} files and folders were`
}

/** Returns no entries for an unreadable folder. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function sizeOf(path: string): number | undefined {
  try {
    const stat = lstatSync(path)
    return stat.isFile() ? stat.size : undefined
  } catch {
    return undefined
  }
}
