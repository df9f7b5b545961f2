// Exports for scans: findings, gates, artifacts, suppressions.
export {
  AdvisoryCoverage,
  ArtifactLine,
  NewScanBody,
  Scan,
  SCAN_ENDS,
  SCAN_TYPE_DEFAULT,
  scanEndpoints,
} from './appsec/scans.ts'
export { IMPORT_FORMATS, importEndpoints } from './appsec/imports.ts'
export { SlaPolicy, slaEndpoints } from './appsec/sla.ts'
export { BULK_FILTER_MAX, type BulkChange, Finding, findingEndpoints, SuggestedRepair } from './appsec/findings.ts'
export { PRECOMMIT_FILE_BYTES_MAX, precommitEndpoints } from './appsec/precommit.ts'
export {
  GATE_RECORD_FINDINGS_MAX,
  GATE_RECORD_UNITS_MAX,
  GateDecisionRecord,
  NOT_COUNTED_REASONS,
  type NotCountedReason,
} from './appsec/gate-decision.ts'
export { ARTIFACT_KINDS, artifactEndpoints, type ArtifactKind } from './appsec/artifacts.ts'
export { exportEndpoints } from './appsec/exports.ts'
export { CICD_PLATFORMS, type CicdPlatform, pipelineEndpoints } from './appsec/templates.ts'
export { SigningKey, signingEndpoints } from './appsec/signing.ts'
export { Suppression, suppressionEndpoints } from './appsec/suppressions.ts'
export { BUILD_GATE_DEFAULT, BuildGate, StoredBuildGate, UNLIMITED } from './appsec/build-gate.ts'
export {
  FINDING_SEVERITIES,
  FINDING_STATUSES,
  type FindingSeverity,
  type FindingStatus,
  type GateResult,
  ACTIVE_SCAN_STATUSES,
  SCAN_STATUSES,
  SCAN_TYPES,
  type ScannerName,
  SCANNER_NAMES,
  type ScanStatus,
  type ScanType,
  type SourceType,
} from './appsec/words.ts'
