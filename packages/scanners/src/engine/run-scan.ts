import type { ScannerName } from '@gatehouse/contracts'
import { type Clock, messageOf, systemClock } from '@gatehouse/kernel'
import { type MergedObservation, mergeObservations } from './merge.ts'
import type { Inventory } from '../sca/inventory/inventory.ts'
import type { CoverageGap, Observation } from './observation.ts'
import type { Scanner, Shard, ShardResult } from './scanner.ts'
import type { SourceTree } from './tree.ts'

/** How far one scanner is. */
export interface ScannerProgress {
  readonly filesCompleted: number
  readonly filesTotal: number
  readonly findingsCount: number
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED'
}

export interface LocalScanOptions {
  readonly tree: SourceTree
  readonly scanners: readonly Scanner[]
  readonly clock?: Clock
  readonly signal?: AbortSignal
  /** Called after each file and each shard, often: whoever shows it decides how often. */
  readonly onProgress?: (progress: Readonly<Partial<Record<ScannerName, ScannerProgress>>>) => void
}

export interface LocalScan {
  /** In the order of their places. */
  readonly observations: readonly MergedObservation[]
  readonly gaps: readonly CoverageGap[]
  readonly filesScanned: number
  /** Scanners of which a shard failed; what they found elsewhere counts. */
  readonly failed: readonly ScannerName[]
  /** Present where a scanner looked for packages. */
  readonly inventory?: Inventory
}

/**
 * Runs scanners over a tree in this process, one shard after the other: what `gatehouse scan` does without a server. The
 * service runs the same shards in workers.
 * @throws the signal's reason when it fires
 */
export async function runScan(options: LocalScanOptions): Promise<LocalScan> {
  const { tree, scanners, clock = systemClock, signal = NEVER, onProgress = () => undefined } = options
  const plans = scanners.map((scanner) => ({ scanner, shards: scanner.plan(tree) }))
  const board: Partial<Record<ScannerName, ScannerProgress>> = {}
  for (const { scanner, shards } of plans) {
    board[scanner.name] = { filesCompleted: 0, filesTotal: filesOf(shards), findingsCount: 0, status: 'QUEUED' }
  }
  const tell = (name: ScannerName, change: Partial<ScannerProgress>): void => {
    board[name] = { ...board[name]!, ...change }
    onProgress(board)
  }
  const observations: Observation[] = []
  const gaps: CoverageGap[] = [...tree.gaps]
  const failed: ScannerName[] = []
  let inventory: Inventory | undefined
  for (const { scanner, shards } of plans) {
    const { name } = scanner
    tell(name, { status: 'RUNNING' })
    let isWhole = true
    for (const shard of shards) {
      const progress = (files: number): void => tell(name, { filesCompleted: board[name]!.filesCompleted + files })
      const before = board[name]!.filesCompleted
      const result = await runShard(scanner, shard, { tree, clock, signal, progress })
      isWhole &&= result.isWhole
      inventory = result.inventory ?? inventory
      for (const one of result.observations) observations.push(one)
      for (const one of result.gaps) gaps.push(one)
      const findingsCount = board[name]!.findingsCount + result.observations.length
      tell(name, { findingsCount, filesCompleted: before + shard.files.length })
    }
    if (!isWhole) failed.push(name)
    tell(name, { status: isWhole ? 'COMPLETED' : 'FAILED' })
  }
  const scanned = new Set(plans.flatMap(({ shards }) => shards.flatMap(({ files }) => files.map(({ path }) => path))))
  const found = { observations: mergeObservations(observations), gaps, filesScanned: scanned.size, failed }
  return inventory === undefined ? found : { ...found, inventory }
}

const NEVER = new AbortController().signal

/**
 * One shard, whatever its scanner does: what is thrown is a gap of the whole shard, never an empty result.
 * @throws the signal's reason when it fires
 */
export async function runShard(
  scanner: Scanner,
  shard: Shard,
  context: Parameters<Scanner['run']>[1],
): Promise<ShardResult & { readonly isWhole: boolean }> {
  context.signal.throwIfAborted()
  try {
    return { ...(await scanner.run(shard, context)), isWhole: true }
  } catch (error) {
    context.signal.throwIfAborted()
    const detail = `${counted(shard.files.length)} not scanned: ${messageOf(error)}`
    return { observations: [], gaps: [{ scanner: scanner.name, reason: 'failed', detail }], isWhole: false }
  }
}

function filesOf(shards: readonly Shard[]): number {
  return shards.reduce((sum, { files }) => sum + files.length, 0)
}

function counted(files: number): string {
  return files === 1 ? '1 file was' : `${files} files were`
}
