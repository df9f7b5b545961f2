export { ARCHIVE_BYTES_MAX, newBudget } from './limits.ts'
export { archiveEntries, archiveKind } from './walk.ts'
export { encodingOf, toUtf8, type Encoding, SNIFF_BYTES } from './encoding.ts'
