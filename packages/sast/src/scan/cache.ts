import { createHash } from 'node:crypto'
import { engineVersion } from './engine-version.ts'
import { entryAt, keep, readEntry } from './kept.ts'
import type { CacheLocation } from './options.ts'
import type { Pack } from './pack.ts'
import type { FileResult } from './scan-file.ts'

/** Cached result of a file. */
export interface CachedResult {
  readonly result: FileResult
  readonly again: () => FileResult | undefined
}

/**
 * Cache of file results, by content, path, rules and engine version. A damaged entry is ignored, and without write access nothing is
 * cached.
 */
export class FileCache {
  readonly #folder: string
  readonly #about: string

  constructor(place: CacheLocation, pack: Pack) {
    this.#folder = place.folder
    this.#about = aboutOf(place, pack)
  }

  /** Returns the cached result of a file, or computes and caches it. */
  async of(path: string, content: Uint8Array, make: () => Promise<FileResult>): Promise<FileResult> {
    const place = this.#placeOf(path, content)
    const known = read(place)
    if (known !== undefined) return known
    const fileResult = await make()
    keep(place, fileResult)
    return fileResult
  }

  /** Returns the cached result of a file with a way to read it again without the file; undefined for a cache miss. */
  find(path: string, content: Uint8Array): CachedResult | undefined {
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

/** Returns everything besides the file itself that a result depends on. */
export function aboutOf({ salt = '' }: CacheLocation, pack: Pack): string {
  return JSON.stringify([engineVersion(), pack.digest, salt])
}

/** Reads an entry; a valid digest at its start proves that it is complete. */
function read(place: string): FileResult | undefined {
  return readEntry(place) as FileResult | undefined
}
