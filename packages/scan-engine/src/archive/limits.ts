/** Larger archives are not opened: they are read into memory whole. */
export const ARCHIVE_BYTES_MAX = 64 * 1024 * 1024
/** One file inside, unpacked. */
export const ENTRY_BYTES_MAX = 32 * 1024 * 1024
/** All files inside, unpacked, archives within archives included. */
export const UNPACKED_BYTES_MAX = 256 * 1024 * 1024
/** Files inside, archives within archives included. */
export const ENTRIES_MAX = 20_000
/** Archives within archives: a war within an ear, its jars, and one more. */
export const DEPTH_MAX = 4

/** What is left of the bounds of one outermost archive. */
export interface Budget {
  bytes: number
  entries: number
}

export function newBudget(): Budget {
  return { bytes: UNPACKED_BYTES_MAX, entries: ENTRIES_MAX }
}

/** A file inside an archive, or what kept it from being read. */
export type ArchiveEntry =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly problem: 'too_large' | 'unreadable' | 'skipped'; readonly detail: string }
