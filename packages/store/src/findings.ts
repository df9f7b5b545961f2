// Exports for findings: settling, triage, inventories, artifacts, signing keys.
export { type TriagedRow, readTriaged } from './tables/appsec/judged.ts'
export type { KnownRow } from './tables/appsec/known-findings.ts'
export type { Baseline, Fingerprints } from './tables/appsec/scan-baseline.ts'
export {
  insertInventoryScan,
  insertPackageScan,
  lastScanWithPackages,
  matchVersion,
  readScanInventory,
  type ScanPackages,
} from './tables/appsec/scan-inventories.ts'
export {
  type NewFinding,
  readSettleInput,
  type Settlement,
  type SettleInput,
  settleScan,
} from './tables/appsec/scan-settle.ts'
export {
  eachFinding,
  findFinding,
  type FindingFilter,
  type FindingQuery,
  type FindingRow,
  type FindingSort,
  listFindings,
} from './tables/appsec/findings.ts'
export {
  findSameImport,
  type ImportedTwin,
  type ImportPart,
  insertImport,
  type TwinPlace,
} from './tables/appsec/imported-findings.ts'
export { findingOwners, triage } from './tables/appsec/triage.ts'
export { type LookedAt, readBaseInventory, readScanFiles } from './tables/appsec/scan-files.ts'
export {
  type ArtifactRow,
  findArtifact,
  isArtifactStale,
  listArtifacts,
  type NewArtifact,
  readArtifact,
  renewArtifacts,
  type Renewal,
} from './tables/appsec/scan-artifacts.ts'
export {
  findSigningKey,
  listSigningKeys,
  type NewSigningKey,
  putFirstSigningKey,
  rotateSigningKey,
  type SigningKeyRow,
} from './tables/appsec/signing-keys.ts'
export {
  countInventoryScans,
  type FoundBefore,
  type NewerAdvisories,
  organizationsWithPackages,
  rematchInventory,
  staleInventories,
  type StalePackages,
} from './tables/appsec/rematch.ts'
