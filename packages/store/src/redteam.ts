// Exports for keys, runs and reports of the red team.
export {
  addFirstRedteamKey,
  addRedteamKey,
  findRedteamKey,
  isRedteamKeyLive,
  listRedteamKeys,
  noteRedteamKeyUse,
  type RedteamKey,
  revokeRedteamKey,
} from './tables/redteam/keys.ts'
export {
  cancelRedteamRun,
  deleteRedteamRun,
  findRedteamRun,
  insertRedteamRun,
  listRedteamRuns,
  LIVE_RUNS_MAX,
  type RedteamRun,
} from './tables/redteam/runs.ts'
export {
  claimRedteamRun,
  renewRedteamRun,
  type RedteamWork,
  releaseRedteamWorker,
  type RunEnd,
  settleRedteamRun,
  type StoredReport,
} from './tables/redteam/run-work.ts'
export {
  type EndedAttempt,
  type JournalOf,
  readAttempts,
  readProgress,
  writeAttempts,
} from './tables/redteam/attempts.ts'
export {
  listRedteamReportNames,
  pageRedteamReports,
  readRedteamReport,
  readReportOfRun,
} from './tables/redteam/reports.ts'
