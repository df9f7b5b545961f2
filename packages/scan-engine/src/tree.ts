import type { CoverageGap } from './observation.ts'

/** Regular file of a source tree. Links and devices are never part of one. */
export interface TreeFile {
  /** Relative to the root, with `/`, never absolute, never with `..`. */
  readonly path: string
  readonly size_bytes: number
}

/** Files of a scan, listed once and shared by all scanners. Reads never leave the root, even if files change. */
export interface SourceTree {
  /** Absolute path of the folder, if the tree is one: scan threads read files there. */
  readonly root?: string
  /** In the order of their paths (by code units), so that shards are the same on every worker. */
  readonly files: readonly TreeFile[]
  /** Files that are there, can be read, and are not to be scanned: nothing of them has changed. */
  readonly beside?: readonly TreeFile[]
  /**
   * The first `maxBytes` of a file, or all of it.
   * @throws Failure `not_found` for a path that is not in {@link files} or is a file no more
   */
  readonly read: (path: string, maxBytes?: number) => Promise<Uint8Array>
  /** Streams a file in chunks of at most 1 MiB, for files that are too large for memory. */
  readonly stream: (path: string, signal?: AbortSignal) => AsyncIterable<Uint8Array>
  /** Entries that could not be listed: links, invalid names, too many files. */
  readonly gaps: readonly CoverageGap[]
}
