export type { Attack, Message, ServedPlant } from './engine/attack.ts'
export {
  type Category,
  CATEGORY_GROUPS,
  type CategoryGroup,
  defineCategory,
  type Mappings,
  type Need,
  NEEDS,
  type Plant,
  type Seed,
} from './engine/category.ts'
export {
  type Exchange,
  type Reply,
  REPLY_PROBLEMS,
  type ReplyProblem,
  type SinkHit,
  type ToolCall,
  type Turn,
} from './engine/exchange.ts'
export { countTexts, fillIn, type Grammar, writeText, writeTexts } from './engine/grammar.ts'
export type { Evidence, Judge, Judgement } from './engine/judge.ts'
export { halvesOf, markerOf } from './engine/marker.ts'
export type { Oracle, ReplyPart, ToolPredicate } from './engine/oracle.ts'
export { createRandom, type Random } from './engine/random.ts'
export { type Approach, defineStrategy, type Strategy, STRATEGY_GROUPS, type StrategyGroup } from './engine/strategy.ts'
export type { Target, TargetSession } from './engine/target.ts'
export { type AttackRecipe, BASE_STRATEGY, makeAttack, type RunTokens } from './engine/make-attack.ts'
export { correctedShare, mcNemar, weightedShare } from './engine/statistics.ts'
export { decide, observe } from './judges/decide.ts'
export { isRefusal } from './judges/refusal.ts'
export { findWord, type Sighting } from './judges/sight/find-word.ts'
export { type ContentServer, type ContentServerOptions, createContentServer } from './content/content-server.ts'
export { preflight, type PreflightOutcome } from './targets/preflight.ts'
export { allCategories } from './categories.gen.ts'
export { allStrategies } from './strategies.gen.ts'
export { byName, type Named, type Resolved, resolveNames } from './engine/names.ts'
export { type Observation, OBSERVATIONS } from './engine/observe.ts'
export {
  missingNeeds,
  type PlanPosition,
  type PlanOutcome,
  planRound,
  type PlanSetup,
  remakeAttack,
} from './engine/plan.ts'
export { layerProblem, LAYERS_MAX } from './engine/layer.ts'
export { type ResolvedStrategies, resolveStrategies, type StrategyChain } from './engine/ways.ts'
export {
  type Attempt,
  type AttemptKind,
  type AttemptRecord,
  type Journal,
  memoryJournal,
  type Note,
} from './run/attempt.ts'
export type { ContentPort } from './run/conduct.ts'
export {
  conductRun,
  RUN_PHASES,
  type RunMeters,
  type RunPhase,
  type RunResult,
  type RunEgressPorts,
} from './run/conduct-run.ts'
export {
  type OwnAddresses,
  type PreparedRun,
  type PrepareOptions,
  prepareRun,
  RUN_ATTEMPTS_MAX,
} from './run/prepare-run.ts'
export { type ContentHost, type ListenOptions, listeningHost, type OpenHost } from './content/content-host.ts'
export { runAttacks, type RunOutcome, type RunPorts, type RunSetup } from './run/run-attacks.ts'
export { buildReport, type ReportAbout } from './report/build-report.ts'
export { type Mask, RECORD_TEXT_BYTES } from './report/bound.ts'
export {
  type Change,
  CHANGES,
  compareRuns,
  type ComparedAttack,
  type Comparison,
  type ComparisonCell,
  SIGNIFICANT_BELOW,
  type Tally,
} from './report/compare.ts'
export { findingsOf, type FindingsAbout, type Proof } from './report/findings.ts'
export { guardPolicyOf } from './report/guard-policy.ts'
export { minimise, type Minimised, type MinimiseOptions, type Retry } from './report/minimise.ts'
export { recallAttack } from './report/replay/recall.ts'
export { replayRequests, type ReplayRequest } from './report/replay/requests.ts'
export { curlScript, nodeScript } from './report/replay/scripts.ts'
export { allFrameworks, listFrameworks } from './frameworks/all-frameworks.ts'
export { complianceOf } from './frameworks/compliance.ts'
export type { Control, Framework } from './frameworks/framework.ts'
export { owaspAnalyze } from './frameworks/owasp-analyze.ts'
export { riskAnalyze, type RiskOptions } from './frameworks/risk-analyze.ts'
export { type CategoryName, TAXONOMY, type TaxonomyEntry } from './frameworks/taxonomy.ts'
export { listedCategories, listedStrategies } from './exports/attack-lists.ts'
export { REPORT_COLUMNS, reportCsv } from './exports/csv.ts'
export { reportHtml } from './exports/html.ts'
export { reportJunit } from './exports/junit.ts'
export { reportMarkdown } from './exports/markdown.ts'
export { reportSarif, type SarifAbout } from './exports/sarif.ts'
export { passesGate, summarise, type SummaryInput, type VerdictLine } from './report/summary.ts'
export { type CreatedTarget, createTarget, type TargetPorts } from './targets/create-target.ts'
export { readPath } from './targets/paths.ts'
export {
  egressPort,
  egressSocketPort,
  type HttpAnswer,
  type HttpPort,
  type HttpRequest,
  type Socket,
  type SocketPort,
} from './targets/port.ts'
export { checkTarget } from './targets/prepare.ts'
export { eventText, REPLY_PATHS, replyText } from './targets/reply-text.ts'
export type { AnswerPath } from './targets/answer-paths.ts'
export { type PreparedTrial, prepareTrial, type ShownRequest, type TargetTrial } from './targets/try-target.ts'
export { maskSecrets, shownTarget, targetSecrets } from './targets/shown.ts'
export { type BodyTemplate, readTemplate, type SlotValues } from './targets/template.ts'
export { toolCalls } from './targets/tool-calls.ts'
export { type ModelPrice, type RunModels, WRITING_METHODS, type WritingMethod } from './models/run-models.ts'
export { type FolderFile, type FolderPort, REPO_LIMITS, type RepoLimits } from './repo/port.ts'
export { readRepo } from './repo/read-repo.ts'
export type { ProposedCategory, ProposedTarget, Reason, RepoReading, Where } from './repo/reading.ts'
export { type EnrichOptions, enrichOwasp, enrichRisk } from './models/enrich.ts'
export { WRITTEN_STRATEGIES } from './models/writing/wish.ts'
