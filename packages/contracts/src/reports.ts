// Exports for red-team reports and their analyses.
export { RedteamFramework, OwaspLine, RiskAttack, RiskAnalyze, type RiskLevel, RiskLine } from './redteam/analyses.ts'
export { analysisEndpoints } from './redteam/analysis-endpoints.ts'
export {
  VerdictCounts,
  JudgedCoverage,
  ReportSummary,
  AttackRecord,
  ReportFinding,
  CONTROL_STATUSES,
  type ControlStatus,
  ComplianceLine,
  ReportModels,
  Report,
} from './redteam/report.ts'
export { ReportFilename, ReportMeta, reportEndpoints, TrendPoint } from './redteam/reports.ts'
