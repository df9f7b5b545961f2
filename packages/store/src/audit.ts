export { type AuditEntry, type AuditEntryInput } from './audit/entry.ts'
export { entryHash, GENESIS_HASH } from './audit/hash.ts'
export { type AuditLog, type AuditLogOptions, createAuditLog } from './audit/log.ts'
export {
  AUDIT_PAGE_ENTRIES,
  AUDIT_PAGE_ENTRIES_MAX,
  auditEnd,
  type AuditPage,
  type AuditQuery,
  queryAudit,
} from './audit/query.ts'
export type { Head as AuditHead, Receipt } from './audit/statements.ts'
export {
  type ChainSeals,
  createHeadSealer,
  type HeadAnchors,
  type HeadSealer,
  isSetBack,
  sealHeads,
  type StoredHead,
} from './audit/seal.ts'
export {
  brokenLink,
  changedContent,
  type BrokenLink,
  type ChainReport,
  type SealReport,
  sealsOf,
  verifyAll,
  verifyChain,
  type VerifyOptions,
} from './audit/verify.ts'
export { type AuditSlice, sliceAudit } from './audit/page.ts'
export { exportAudit, type ExportTarget } from './audit/scheduled-export.ts'
export { shownEntry, verifiedChain } from './audit/shown.ts'
