export {
  type CoverageGap,
  DATA_FLOW_STEPS_MAX,
  type DataFlowStep,
  GAP_REASONS,
  type GapReason,
  type Observation,
  type ObservationMetadata,
  type Suppression,
  SNIPPET_CHARS_MAX,
  UNANALYSED_FILES_MAX,
  type UnanalysedCause,
  type UnanalysedFile,
} from './engine/observation.ts'
export { type UnanalysedCode, unanalysedCode } from './engine/unanalysed.ts'
export {
  CARRY_UNITS_MAX,
  type FinishContext,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
} from './engine/scanner.ts'
export type { ScannerRecipe } from './engine/recipe.ts'
export type { SourceTree, TreeFile } from './engine/tree.ts'
export { type Fingerprinted, fingerprint, identityOf, type KnownFinding } from './engine/fingerprint.ts'
export { EntryPoints, entryPointsIn } from './engine/entry-points.ts'
export { classifyPaths, PATH_CLASSES, type PathClass, pathClassOf } from './engine/path-class.ts'
export { primaryLanguageOf } from './engine/primary-language.ts'
export { type IgnoreLine, ignoreLinesIn, type IgnoreTrust } from './sast/scan/ignores.ts'
export { type GateTraits, gateTraitsOf, gateUnanalysed } from './results/gate-traits.ts'
export {
  ALL_ANALYSED,
  blindnessIn,
  coverageOf,
  decideGate,
  type GateDecision,
  type GatedSeverity,
  type GateFinding,
  type GateInput,
  type GateSuppressions,
  type GateUnanalysed,
  NO_SUPPRESSIONS,
  notRunSentence,
} from './engine/gate.ts'
export { distinctGaps } from './engine/distinct-gaps.ts'
export { emptiness } from './engine/emptiness.ts'
export { notRunGaps, type RequestedBySettings } from './engine/not-run.ts'
export { SCANNERS_OF } from './engine/scan-types.ts'
export { attributedGaps, sourceGap } from './engine/source-gaps.ts'
export { leftEntryGaps } from './engine/left-entries.ts'
export { type FolderOptions, openFolder, TREE_FILES_MAX } from './engine/folder-tree.ts'
export { type LocalScan, type LocalScanOptions, runScan, type ScannerProgress } from './engine/run-scan.ts'
export { finishScanner, runShard, type WholeResult } from './engine/run-shard.ts'
export { createScanThreads, SCAN_THREADS_MAX, type ScanThreads } from './engine/threads/scan-threads.ts'
export { type MergedObservation, mergeObservations } from './engine/merge.ts'
export { type Ecosystem, ECOSYSTEMS, ecosystemOf } from './sca/versions/ecosystems.ts'
export type { VersionKey } from './sca/versions/keys.ts'
export type { VersionTest } from './sca/versions/scheme.ts'
export {
  compareKeys,
  compareVersions,
  isPrerelease,
  isVersion,
  parseRange,
  parseVersion,
  RANGE_UNITS_MAX,
  satisfies,
  sortVersions,
  VERSION_UNITS_MAX,
} from './sca/versions/versions.ts'
export { affects, type AffectedVersions, compileAffected, evaluatedVersion } from './sca/osv/evaluate.ts'
export type { EvaluatedVersion, Interval } from './sca/osv/membership.ts'
export { normaliseName, osvPackageOf, type PackageName } from './sca/osv/names.ts'
export { OSV_RECORD_BYTES_MAX, type OsvAffected, type OsvEvent, type OsvRange, OsvRecord } from './sca/osv/record.ts'
export { type CvssRating, rateCvss, rateRecord, type Rating } from './sca/osv/severity.ts'
export { fixedVersions, smallestSafeUpgrade, type UpgradeOptions } from './sca/osv/upgrade.ts'
export { type HistoryBlob, type HistoryContext, scanHistory } from './secrets/history.ts'
export { createMaliciousScanner, type MaliciousOptions } from './malicious/scanner.ts'
export { type ConfigScannerOptions, createIacScanner, createK8sScanner } from './iac/scanner.ts'
export { createSastScanner } from './sast/scanner.ts'
export { type FixedFile, type FixProgress, fixTree } from './sast/fix/fix-tree.ts'
export { type FixWanted, suggestFix, type SuggestedFix } from './sast/fix/suggest.ts'
export { unifiedDiff } from './sast/fix/unified-diff.ts'
export { checkRules, type CheckedRules } from './sast/scan/check-rules.ts'
export { type CachePlace, OWN_PACK, type PackSource, type SastOptions } from './sast/scan/options.ts'
export { loadRules, type RuleText } from './sast/rules/load.ts'
export { OWN_RULES } from './sast/rules/own.ts'
export { readRuleFiles } from './sast/rules/read-files.ts'
export type { Rule as SastRule, RuleSet as SastRuleSet, SkippedRule } from './sast/rules/rule.ts'
export { toldSkipped } from './sast/rules/skipped.ts'
export { prepareRules } from './sast/search/prepared.ts'
export { type Scored, scoreCases, type Share, type TruthScore } from './sast/scoring/score.ts'
export { readTruth, type TruthCase } from './sast/scoring/truth.ts'
export { passes, type RuleTest, testRules } from './sast/testing/test-rules.ts'
export { SECRET_RULES } from './secrets/rules/all.ts'
export type { SecretRule } from './secrets/rules/rule.ts'
export { type SecretVerdict } from './secrets/verify/issuers.ts'
export { type Verified, VERIFIED_MAX, verifySecrets, type VerifyOptions } from './secrets/verify/verify.ts'
export { createSecretsScanner, isSearchedForSecrets } from './secrets/scanner.ts'
export {
  type AdvisoryDatabase,
  openAdvisories,
  type OpenAdvisoriesOptions,
  type PackageVersion,
} from './sca/advisories/database.ts'
export { type ExploitPrediction, type KnownExploited, readEpss, readKev } from './sca/advisories/exploitation.ts'
export { importAdvisories, type ImportOptions, type ImportReport } from './sca/advisories/import.ts'
export type { AdvisoryMatch, Exploitation } from './sca/advisories/match.ts'
export { bringAdvisories, type BringOptions, type Brought } from './sca/advisories/bring/bring.ts'
export { checkAdvisoryAddress } from './sca/advisories/bring/address.ts'
export { mirrorSources, OSV_EXPORT } from './sca/advisories/bring/mirror-sources.ts'
export { type ImportProgress, percentOf, progressText } from './sca/advisories/bring/progress.ts'
export { addressOf, megabytes, type Obtained } from './sca/advisories/bring/obtain.ts'
export {
  isAddress,
  type NamedSource,
  readSources,
  shownSource,
  type SourceKind,
  type SourceState,
} from './sca/advisories/bring/sources-file.ts'
export {
  createOsvServices,
  type OpenService,
  OSV_API,
  osvServiceFolder,
  type OsvServices,
} from './sca/advisories/online/services.ts'
export { npmRangeOf, npmVersionOf } from './sca/advisories/npm-range.ts'
export { currentSnapshot } from './sca/advisories/snapshot/folder.ts'
export type { SnapshotManifest } from './sca/advisories/snapshot/manifest.ts'
export { openRecords } from './sca/advisories/sources/open.ts'
export { type RecordSource, type RecordText, SOURCE_BYTES_MAX } from './sca/advisories/sources/source.ts'
export type { Inventory, InventoryComponent } from './engine/inventory.ts'
export { type DependencyPaths, dependencyPaths } from './sca/inventory/paths.ts'
export { type InventoryOptions, readInventory } from './sca/inventory/read.ts'
export { manifestsOf, type Selected } from './sca/inventory/select.ts'
export { type Licence, readLicence, type ReadLicence } from './sca/licences/expression.ts'
export { type LicencePolicy, type LicenceVerdict, licenceVerdict } from './sca/licences/policy.ts'
export type { Manifest, ManifestParser } from './sca/manifests/parser.ts'
export { cwesOf, summaryOf } from './sca/observe/vulnerability.ts'
export { packageOf } from './sca/observe/names.ts'
export { type AdvisoryPort, createScaScanner, judgeInventory, type ScaOptions, scanInventory } from './sca/scanner.ts'
export { bomOf } from './results/bom-of.ts'
export { type ResultFinding, resultOf, type Triage } from './results/finding.ts'
export { type GateRecordInput, gateRecordOf, type RecordedFinding } from './results/gate-record.ts'
export { reportedOf } from './results/reported-of.ts'
export { type SarifInput, sarifOf, sarifResultOf } from './results/sarif-of.ts'
export { type VexFinding, vexStatementsOf } from './results/vex-statements.ts'
