export {
  type CoverageGap,
  GAP_REASONS,
  type GapReason,
  type Observation,
  type ObservationMetadata,
  SNIPPET_CHARS_MAX,
} from './engine/observation.ts'
export type { ScanContext, Scanner, Shard, ShardResult } from './engine/scanner.ts'
export type { SourceTree, TreeFile } from './engine/tree.ts'
export { type Fingerprinted, fingerprint, identityOf, type KnownFinding } from './engine/fingerprint.ts'
export { decideGate, type GateDecision, type GatedSeverity, type GateFinding, type GateInput } from './engine/gate.ts'
export { type MergedObservation, mergeObservations } from './engine/merge.ts'
