// Exports for scans and findings.
export {
  AdvisoryCoverage,
  ArtifactLine,
  csvOf,
  NewScanBody,
  Scan,
  SCAN_ENDS,
  SCAN_TYPE_DEFAULT,
  scanEndpoints,
  ScannerProgress,
} from './scans.ts'
export { Finding, FINDING_SORT_WORDS, findingEndpoints, FindingListQuery, SuggestedRepair } from './findings.ts'
export { PRECOMMIT_FILE_BYTES_MAX, precommitEndpoints, PrecommitFinding } from './precommit.ts'
export {
  GATE_RECORD_FINDINGS_MAX,
  GATE_RECORD_UNITS_MAX,
  GateDecisionRecord,
  NOT_COUNTED_REASONS,
  type NotCountedReason,
} from './gate-decision.ts'
export { ARTIFACT_KINDS, artifactEndpoints, type ArtifactKind, type ArtifactKindInfo } from './artifacts.ts'
export { EXPORT_FORMATS, exportEndpoints, FindingExportQuery } from './exports.ts'
export { CICD_PLATFORMS, type CicdPlatform, pipelineEndpoints } from './templates.ts'
export { SigningKey, signingEndpoints } from './signing.ts'
