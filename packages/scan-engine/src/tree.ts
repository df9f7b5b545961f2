import type { CoverageGap } from './observation.ts'

/** Regular file of a source tree. Links and devices are never part of one. */
export interface TreeFile {
  /** Relative to the root, with `/`, never absolute, never with `..`. */
  readonly path: string
  readonly size_bytes: number
}

/** Files of a scan, listed once and shared by all scanners. Reads never leave the root, even if files change. */
export interface SourceTree {
  /** Absolute path of the folder if the tree is a folder. Scan threads read files there. */
  readonly root?: string
  /** Sorted by path (by code units), so that shards are equal on every worker. */
  readonly files: readonly TreeFile[]
  /** Readable files that are not scanned, because they are unchanged. */
  readonly beside?: readonly TreeFile[]
  /**
   * Returns the first `maxBytes` of a file, or the whole file.
   * @throws Failure `not_found` for a path that is not in {@link files} or no longer a file
   */
  readonly read: (path: string, maxBytes?: number) => Promise<Uint8Array>
  /** Streams a file in chunks of at most 1 MiB, for files that are too large for memory. */
  readonly stream: (path: string, signal?: AbortSignal) => AsyncIterable<Uint8Array>
  /** Entries that could not be listed: links, invalid names, too many files. */
  readonly gaps: readonly CoverageGap[]
}
