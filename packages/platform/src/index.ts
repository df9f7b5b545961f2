export { type ExportReport, verifyExport } from './verify-export.ts'
export { type AuditExporter, type AuditExportOptions, startAuditExport } from './audit-export.ts'
export { auditProbe, DISK_FREE_BYTES_MIN, diskProbe } from './audit-readiness.ts'
export { type OpenedSeals, openSeals } from './audit-seals.ts'
export { openMasterKey } from './master-key.ts'
export { ATTEMPTS_MAX, type HeldWork, LeasedWorker, type LeaseOptions } from './leased-work.ts'
export { type AdminKey, openAdminKey } from './admin-key.ts'
export { openModel, openPlatform, type Platform } from './open.ts'
export {
  type SendOidc,
  oidcSender,
  CLOCK_TOLERANCE_S,
  type Metadata,
  readKeys,
  rememberKeys,
  rememberMetadata,
  SIGNATURE_ALGORITHMS,
  withoutSlash,
} from './oidc/wire.ts'
export {
  type SupervisedOptions,
  type SupervisedProcess,
  type SupervisedState,
  superviseProcess,
} from './supervised-process.ts'
export { joinSupervision, type Supervision } from './under-supervision.ts'
export { resealInBackground } from './reseal-in-background.ts'
export { DELIVERY_ATTEMPTS_MAX } from './deliveries/backoff.ts'
export { attemptDelivery, type CourierParts, FAILING_MS_MAX } from './deliveries/courier.ts'
export {
  ATTEMPT_TIMEOUT_MS,
  type CallResult,
  errorOf,
  firstBytes,
  retryAfterOf,
} from './deliveries/receiver-response.ts'
export { DELIVERY_LEASE_MS, type DeliveryWorker, startDeliveryWorker } from './deliveries/worker.ts'
