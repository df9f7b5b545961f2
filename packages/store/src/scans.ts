// Exports for scans: queue, shards, sources, quota.
export { forgetOldSourceSecrets, usedSources, forgetOldSources, isSourceUsed } from './tables/appsec/scan-sources.ts'
export {
  findScan,
  insertScan,
  latestCompleted,
  listScans,
  type NewScan,
  type ScannerStates,
  type ScanRow,
} from './tables/appsec/scans.ts'
export { deleteScan, moveScan, type ScanMove } from './tables/appsec/scan-transitions.ts'
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
} from './tables/appsec/scan-work.ts'
export { eachShardResult, readPlanGaps } from './tables/appsec/shard-results.ts'
export type { ImportSource, ScanSource } from './tables/appsec/scan-source.ts'
export { checkScanQuota, insertScanWithin, readScanUsage, type ScanQuota } from './tables/appsec/scan-room.ts'
