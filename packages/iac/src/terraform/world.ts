import { posix } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import type { Budget } from './budget.ts'
import type { Folder } from './files.ts'

/** Own limit: module calls of one root module, including repeated calls of the same module. */
const MODULES_MAX = 1_000

/** State shared by all modules of one root. */
export class World {
  readonly root: string
  readonly folders: ReadonlyMap<string, Folder>
  readonly budget: Budget
  /** Requested files that are not loaded yet; they are loaded before the next round. */
  readonly wanted = new Set<string>()
  /** Folders that were called. */
  readonly called = new Set<string>()
  readonly #texts: ReadonlyMap<string, string | undefined>
  readonly #gaps = new Map<string, { readonly file: string; readonly detail: string }>()
  #modules = 0

  constructor(
    root: string,
    folders: ReadonlyMap<string, Folder>,
    texts: ReadonlyMap<string, string | undefined>,
    budget: Budget,
  ) {
    this.root = root
    this.folders = folders
    this.#texts = texts
    this.budget = budget
  }

  /** Reports each gap once. */
  gap(file: string, detail: string): void {
    this.#gaps.set(`${file} ${detail}`, { file, detail })
  }

  get gaps(): readonly { readonly file: string; readonly detail: string }[] {
    return [...this.#gaps.values()]
  }

  /** Returns the text of a file by its path from the root module; undefined where it is not in the tree, or not loaded yet. */
  read(path: string): string | undefined {
    const inTree = within(this.root, path)
    if (inTree === undefined) return undefined
    if (!this.#texts.has(inTree)) this.wanted.add(inTree)
    return this.#texts.get(inTree)
  }

  /** @throws {Failure} `limit_reached` */
  countModule(): void {
    this.#modules += 1
    if (this.#modules > MODULES_MAX) {
      throw new Failure(
        'limit_reached',
        `The configuration calls more than ${MODULES_MAX} modules; the rest was not read.`,
      )
    }
  }
}

/** Resolves a path from a folder to a path from the root of the tree; undefined where it leaves the tree. */
export function within(folder: string, path: string): string | undefined {
  if (posix.isAbsolute(path) || path.includes('\0')) return undefined
  const joined = posix.normalize(posix.join(folder === '' ? '.' : folder, path)).replace(/\/$/, '')
  if (joined === '..' || joined.startsWith('../')) return undefined
  return joined === '.' ? '' : joined
}
