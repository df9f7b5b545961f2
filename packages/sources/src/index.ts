export { kindOf, unpackArchive } from './archive/unpack.ts'
export { unpack, UNPACK_HEAP_MB_MAX, UNPACK_MS_MAX, type UnpackBounds } from './archive/unpack-isolated.ts'
export type { SkippedEntry, Unpacked } from './archive/unpacking.ts'
export { type Cloned, cloneGit, type CloneOptions } from './git/clone.ts'
export { isCommit, isRef } from './git/refs.ts'
export { type Exported, exportSvn, type SvnOptions } from './svn/export.ts'
export {
  type GitHistory,
  HISTORY_LIMITS,
  type HistoryOptions,
  type HistoryVersion,
  openHistory,
} from './git/history.ts'
