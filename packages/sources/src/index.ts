export { kindOf, unpack } from './archive/unpack.ts'
export type { SkippedEntry, Unpacked } from './archive/unpacking.ts'
