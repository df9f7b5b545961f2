import type { ScannerName } from '@gatehouse/contracts'
import type { Clock } from '@gatehouse/kernel'
import type { Inventory } from './inventory.ts'
import type { CoverageGap, Observation } from './observation.ts'
import type { ScannerRecipe } from './recipe.ts'
import type { SourceTree, TreeFile } from './tree.ts'

/** A piece of a scanner's work: done whole or not at all, and done again elsewhere when its worker is lost. */
export interface Shard {
  /** Unique within the scanner and the same on every worker that plans the same tree. */
  readonly id: string
  readonly files: readonly TreeFile[]
  /** What is read beside them and not scanned, such as lists of what is left out. */
  readonly beside?: readonly TreeFile[]
}

/** What a shard needs beside its files. */
export interface ScanContext {
  readonly tree: SourceTree
  readonly clock: Clock
  /** Fires when the scan is paused, stopped or cancelled: the shard ends within 2 s by throwing the signal's reason. */
  readonly signal: AbortSignal
  /** Called with the number of files done since the last call. */
  readonly progress: (files: number) => void
}

export interface ShardResult {
  readonly observations: readonly Observation[]
  readonly gaps: readonly CoverageGap[]
  /** The packages that it found, where it looks for them: bills of materials are made from these. */
  readonly inventory?: Inventory
  /** What the end of the scan needs to know of it: see {@link Scanner.finish}. At most {@link CARRY_UNITS_MAX}. */
  readonly carry?: readonly string[]
}

/** UTF-16 units that one shard carries to the end of its scan; of more the rest is left out, and that is told. */
export const CARRY_UNITS_MAX = 32 * 1024 * 1024

/** What the end of a scan needs. */
export type FinishContext = Omit<ScanContext, 'progress'>

/** One scanner over one tree. Made per scan by a factory that takes its ports (advisories, model) and options. */
export interface Scanner {
  readonly name: ScannerName
  /** The files that it wants, cut in shards. Deterministic; reads no file. */
  readonly plan: (tree: SourceTree) => readonly Shard[]
  /** @throws the reason of the signal when it fires; anything else is a gap of the whole shard */
  readonly run: (shard: Shard, context: ScanContext) => Promise<ShardResult>
  /**
   * What only all shards together show, such as data that flows from file to file. Called once after the last of them where there was
   * one at all, on one thread.
   * @param carries what the shards carried, in the order of no promise
   * @throws as {@link run}
   */
  readonly finish?: (carries: readonly string[], context: FinishContext) => Promise<ShardResult>
  /** How a thread of its own makes the same scanner; absent: it cannot. */
  readonly recipe?: ScannerRecipe
}
