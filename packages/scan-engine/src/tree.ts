import type { CoverageGap } from './observation.ts'

/** One regular file of a source tree. Links and devices are never part of one. */
export interface TreeFile {
  /** Relative to the root, with `/`, never absolute, never with `..`. */
  readonly path: string
  readonly size_bytes: number
}

/** The files of a scan, listed once and shared by all scanners. Reads never leave the root, whatever became of the files. */
export interface SourceTree {
  /** The folder that it is, absolute, where it is one: threads of their own read the files there. */
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
  /** The bytes of a file in pieces of at most 1 MiB, for what is too large to hold. */
  readonly stream: (path: string, signal?: AbortSignal) => AsyncIterable<Uint8Array>
  /** What could not be listed: links, odd names, too many files. */
  readonly gaps: readonly CoverageGap[]
}
