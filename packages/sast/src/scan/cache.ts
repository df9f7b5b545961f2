import { createHash } from 'node:crypto'
import { engineVersion } from './engine-version.ts'
import { entryAt, keep, kept } from './kept.ts'
import type { CachePlace } from './options.ts'
import type { Pack } from './pack.ts'
import type { FileResult } from './scan-file.ts'

/** What was kept of a file. */
export interface KeptResult {
  readonly result: FileResult
  readonly again: () => FileResult | undefined
}

/**
 * Results of files, by their content, their path, the rules and the program. A damaged entry is none, and where nothing can be
 * written nothing is kept.
 */
export class FileCache {
  readonly #folder: string
  readonly #about: string

  constructor(place: CachePlace, pack: Pack) {
    this.#folder = place.folder
    this.#about = aboutOf(place, pack)
  }

  /** The result that is kept of a file, or a new one, which is kept. */
  async of(path: string, content: Uint8Array, make: () => Promise<FileResult>): Promise<FileResult> {
    const place = this.#placeOf(path, content)
    const known = read(place)
    if (known !== undefined) return known
    const made = await make()
    keep(place, made)
    return made
  }

  /** What is kept of a file, and a way to read it again without the file; undefined where nothing is. */
  find(path: string, content: Uint8Array): KeptResult | undefined {
    const place = this.#placeOf(path, content)
    const result = read(place)
    return result === undefined ? undefined : { result, again: () => read(place) }
  }

  #placeOf(path: string, content: Uint8Array): string {
    const key = createHash('sha256')
      .update(JSON.stringify([this.#about, path]))
      .update(content)
      .digest('hex')
    return entryAt(this.#folder, key)
  }
}

/** All that a result hangs on beside what is looked at. */
export function aboutOf({ salt = '' }: CachePlace, pack: Pack): string {
  return JSON.stringify([engineVersion(), pack.digest, salt])
}

/** What has its digest before it is what was kept in that place. */
function read(place: string): FileResult | undefined {
  return kept(place) as FileResult | undefined
}
