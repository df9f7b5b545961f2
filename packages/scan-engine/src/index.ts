export {
  type CoverageGap,
  DATA_FLOW_STEPS_MAX,
  type DataFlowStep,
  GAP_REASONS,
  type GapReason,
  type Observation,
  type SourceRange,
  type ObservationMetadata,
  type Suppression,
  SNIPPET_CHARS_MAX,
  UNANALYSED_FILES_MAX,
  type UnanalysedCause,
  type UnanalysedFile,
} from './observation.ts'
export {
  CARRY_UNITS_MAX,
  type FinishContext,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
} from './scanner.ts'
export type { ScannerRecipe, RecipeModule } from './recipe.ts'
export type { SourceTree, TreeFile } from './tree.ts'
export { type Fingerprinted, fingerprint, identitiesOf, identityOf, type KnownFinding } from './fingerprint.ts'
export { EntryPoints, entryPointsIn } from './entry-points.ts'
export { classifyPaths, PATH_CLASSES, type PathClass, pathClassOf, isInstalled } from './path-class.ts'
export { primaryLanguageOf } from './primary-language.ts'
export { SCANNERS_OF } from './scan-types.ts'
export { type FolderOptions, openFolder, TREE_FILES_MAX } from './folder-tree.ts'
export { type LocalScan, type LocalScanOptions, runScan, type ScannerProgress } from './run-scan.ts'
export { finishScanner, runShard, type CompleteResult } from './run-shard.ts'
export { type MergedObservation, mergeObservations, compareText } from './merge.ts'
export type { Inventory, InventoryComponent } from './inventory.ts'
export { withoutValues, MASK } from './mask-values.ts'
export { turnYielder } from './turns.ts'
export { sourceLanguageOf, unsupportedLanguageOf, SOURCE_FILES, type SourceFiles } from './source-languages.ts'
export { ENGINE_SOURCES } from './sources.ts'
