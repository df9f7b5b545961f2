// Exports for the audit chain: log, queries, verification, sealed heads, export.
export type { AuditEntry, AuditEntryInput } from './entry.ts'
export { entryHash, GENESIS_HASH } from './hash.ts'
export { type AuditLog, createAuditLog } from './log.ts'
export { AUDIT_PAGE_ENTRIES_MAX, auditEnd, type AuditPage, type AuditQuery, queryAudit } from './query.ts'
export type { Head as AuditHead } from './statements.ts'
export { type ChainSeals, createHeadSealer, type HeadAnchors, type HeadSealer, sealHeads } from './seal.ts'
export {
  brokenLink,
  changedContent,
  type ChainReport,
  type SealReport,
  sealsOf,
  verifyAll,
  verifyChain,
} from './verify.ts'
export { sliceAudit } from './page.ts'
export { exportAudit, type ExportTarget } from './scheduled-export.ts'
export { shownEntry, verifiedChain } from './shown.ts'
