import type { ScannerName } from '@gatehouse/contracts/scans'
import type { Clock } from '@gatehouse/kernel'
import type { Inventory } from './inventory.ts'
import type { CoverageGap, Observation } from './observation.ts'
import type { ScannerRecipe } from './recipe.ts'
import type { SourceTree, TreeFile } from './tree.ts'

/** A piece of a scanner's work: done whole or not at all, and done again elsewhere when its worker is lost. */
export interface Shard {
  /** Unique within the scanner, and equal on every worker that plans the same tree. */
  readonly id: string
  readonly files: readonly TreeFile[]
  /** Files that are read but not scanned, such as ignore files. */
  readonly beside?: readonly TreeFile[]
}

/** Input of a shard in addition to its files. */
export interface ScanContext {
  readonly tree: SourceTree
  readonly clock: Clock
  /** Fires when the scan is paused, stopped or cancelled: the shard must throw the signal's reason within 2 s. */
  readonly signal: AbortSignal
  /** Called with the number of files done since the last call. */
  readonly progress: (files: number) => void
}

export interface ShardResult {
  readonly observations: readonly Observation[]
  readonly gaps: readonly CoverageGap[]
  /** Packages, if the scanner searches them: input for bills of materials. */
  readonly inventory?: Inventory
  /** Data for the final step: see {@link Scanner.finish}. At most {@link CARRY_UNITS_MAX}. */
  readonly carry?: readonly string[]
}

/** Maximum length of one shard's data for the final step, in UTF-16 units; the excess is dropped and reported. */
export const CARRY_UNITS_MAX = 32 * 1024 * 1024

/** Input of the final step of a scan. */
export type FinishContext = Omit<ScanContext, 'progress'>

/** Scanner over one tree. Created per scan by a factory with its ports (advisories, model) and options. */
export interface Scanner {
  readonly name: ScannerName
  /** Returns the scanner's files, split into shards. Deterministic; reads no file. */
  readonly plan: (tree: SourceTree) => readonly Shard[]
  /** @throws the reason of the signal when it fires; anything else is a gap of the whole shard */
  readonly run: (shard: Shard, context: ScanContext) => Promise<ShardResult>
  /**
   * Final step over all shards, such as data flow across files. Called once after the last shard, if any, on one thread.
   * @param carries data of the shards, in any order
   * @throws like {@link run}
   */
  readonly finish?: (carries: readonly string[], context: FinishContext) => Promise<ShardResult>
  /** Recipe to create the same scanner in another thread; absent if not possible. */
  readonly recipe?: ScannerRecipe
}
