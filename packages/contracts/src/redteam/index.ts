// Exports for the red-team service: endpoint table, runs, targets, roles.
export { RedteamAuditEntry, redteamAuditEndpoints } from './audit-log.ts'
export { redteamEndpoints } from './endpoints.ts'
export {
  type DraftedRule,
  DraftLine,
  DraftRequest,
  type FalsePositive,
  type GuardRule,
  type HardenedFinding,
  type HardenedProof,
  HardenResult,
  type HardenStep,
  type ProofStatus,
  type RuleSection,
} from './hardening.ts'
export { RunFile, runFileSchema, unknownMembers, WrittenBrowser } from './run-file.ts'
export { AttackConfig, type CustomAttack, Dataset, RunRequest } from './run-request.ts'
export { RunProgress, RunUsage, RunLine, Run, StartedRun, runEndpoints } from './runs.ts'
export { AuthConfig, CategoryLine, StrategyLine, redteamServiceEndpoints } from './service.ts'
export { TargetAuth, RunTarget } from './target.ts'
export { TargetTest, targetTestEndpoints } from './target-test.ts'
export {
  VERDICTS,
  type Verdict,
  ATTACK_SEVERITIES,
  type AttackSeverity,
  SEVERITY_WEIGHTS,
  FAIL_ON,
  type FailOn,
  type JudgeKind,
  RUN_STATUSES,
  type RunStatus,
  type ScoreStatus,
  type Grade,
  GRADE_WORDS,
  JUDGE_SETTINGS,
  type JudgeSetting,
  TARGET_TYPES,
  ATTACHMENT_KINDS,
  type AttachmentKind,
  type TargetType,
  REPORT_FORMATS,
  type ReportFormat,
  REDTEAM_ROLES,
  type RedteamRole,
} from './words.ts'
