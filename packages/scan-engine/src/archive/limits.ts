/** Larger archives are not opened: they are read into memory whole. */
export const ARCHIVE_BYTES_MAX = 64 * 1024 * 1024
/** Maximum uncompressed size of one file in an archive. */
export const ENTRY_BYTES_MAX = 32 * 1024 * 1024
/** All files inside, unpacked, archives within archives included. */
export const UNPACKED_BYTES_MAX = 256 * 1024 * 1024
/** Files inside, archives within archives included. */
export const ENTRIES_MAX = 20_000
/** Maximum nesting of archives: a war in an ear, its jars, and another level. */
export const DEPTH_MAX = 4

/** Remaining limits of one outermost archive. */
export interface Budget {
  bytes: number
  entries: number
}

export function newBudget(): Budget {
  return { bytes: UNPACKED_BYTES_MAX, entries: ENTRIES_MAX }
}

/** File in an archive, or the reason why it could not be read. */
export type ArchiveEntry =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly problem: 'too_large' | 'unreadable' | 'skipped'; readonly detail: string }
