// Exports for scans and findings.
export type { KnownRow } from './tables/appsec/known-findings.ts'
export {
  findScan,
  insertScan,
  latestCompleted,
  listScans,
  type NewScan,
  type ScannerState,
  type ScannerStates,
  type ScanQuery,
  type ScanRow,
} from './tables/appsec/scans.ts'
export { deleteScan, type Moved, moveScan, SCAN_MOVES, type ScanMove } from './tables/appsec/scan-transitions.ts'
export { abandonScanWork, isSuspect } from './tables/appsec/scan-losses.ts'
export {
  claimScanWork,
  failScan,
  finishShard,
  renewScanWork,
  leaveUnsettled,
  type PlannedShard,
  planScan,
  releaseScan,
  releaseWorker,
  type ScanPlan,
  type ScanWork,
  type ShardOutcome,
} from './tables/appsec/scan-work.ts'
export { eachShardResult, readPlanGaps } from './tables/appsec/shard-results.ts'
export { type ScanSource } from './tables/appsec/scan-source.ts'
export { type Baseline, type Fingerprints } from './tables/appsec/scan-baseline.ts'
export {
  type BaseRole,
  decideSuppression,
  listSuppressions,
  readIgnoreKeys,
  READERS_OF_LISTS,
  type ObservedSuppression,
  type SuppressionRow,
  type SuppressionStatus,
} from './tables/appsec/suppressions.ts'
export {
  insertInventoryScan,
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
  FINDING_SORTS,
  type FindingFilter,
  type FindingPage,
  type FindingQuery,
  type FindingRow,
  type FindingSort,
  listFindings,
  SEARCH_HITS_MAX,
} from './tables/appsec/findings.ts'
export { findingOwners, triage } from './tables/appsec/triage.ts'
export { readStandings, readTrends, type RepairTime, type TrendDay } from './tables/appsec/trends.ts'
export { forgetOldSources, isSourceUsed } from './tables/appsec/scan-sources.ts'
export { type DueSchedule, takeDueSchedule } from './tables/appsec/schedules-due.ts'
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
  SIGNING_KEYS_MAX,
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
export {
  checkScanQuota,
  insertScanWithin,
  readScanUsage,
  type ScanUsage,
  type ScanQuota,
} from './tables/appsec/scan-room.ts'
