export { kindOf, unpack } from './archive/unpack.ts'
export type { SkippedEntry, Unpacked } from './archive/unpacking.ts'
export { type Cloned, cloneGit, type CloneOptions } from './git/clone.ts'
export { isCommit, isRef } from './git/refs.ts'
