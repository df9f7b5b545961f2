import type { ScannerName } from '@gatehouse/contracts/scans'
import { type Clock, systemClock } from '@gatehouse/kernel'
import { emptiness } from './gate/emptiness.ts'
import { type MergedObservation, mergeObservations } from './merge.ts'
import type { Inventory } from './inventory.ts'
import type { CoverageGap } from './observation.ts'
import { finishScanner, runShard, type CompleteResult } from './run-shard.ts'
import type { Scanner, Shard } from './scanner.ts'
import { attributedGaps } from './gate/source-gaps.ts'
import type { SourceTree } from './tree.ts'

/** Progress of one scanner. */
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
  /** Number of concurrent shards, usually the number of threads. Default 1. */
  readonly atOnce?: number
  /** Called after each file and each shard; the receiver should throttle. */
  readonly onProgress?: (progress: Readonly<Partial<Record<ScannerName, ScannerProgress>>>) => void
}

export interface LocalScan {
  /** Sorted by location, without suppressed ones. */
  readonly observations: readonly MergedObservation[]
  /** Suppressed by comments in the source: acceptable when users scan their own files. */
  readonly suppressed: readonly MergedObservation[]
  readonly gaps: readonly CoverageGap[]
  readonly filesScanned: number
  /** Scanners with a failed shard; their other results count. */
  readonly failed: readonly ScannerName[]
  /** Present if a scanner searched packages. */
  readonly inventory?: Inventory
}

/**
 * Runs scanners over a tree: the implementation of `gatehouse scan` without a server. The service runs the same shards in workers.
 * @returns the same result for any number of concurrent shards
 * @throws the signal's reason when it fires, after every shard has ended
 */
export async function runScan(options: LocalScanOptions): Promise<LocalScan> {
  const { tree, scanners, clock = systemClock, signal = NEVER, onProgress = () => undefined, atOnce = 1 } = options
  const plans = scanners.map((scanner) => ({
    scanner,
    shards: scanner.plan(tree),
    results: new Array<CompleteResult>(),
  }))
  const board = new Board(plans, onProgress)
  const left = tasksOf(plans).values()
  const lane = async (): Promise<void> => {
    for (const { plan, shard, at } of left) {
      const { name } = plan.scanner
      const reported = board.start(name)
      const result = await runShard(plan.scanner, shard, { tree, clock, signal, progress: reported.more })
      plan.results[at] = result
      reported.end(shard.files.length, mergeObservations(result.observations).length)
      if (Object.keys(plan.results).length < plan.shards.length) continue
      const last = await finishScanner(plan.scanner, plan.results, { tree, clock, signal })
      if (last !== undefined) {
        plan.results.push(last)
        board.found(name, last.observations.length)
      }
      board.end(name, areComplete(plan.results))
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane))
  for (const item of lanes) if (item.status === 'rejected') throw item.reason
  for (const { scanner, shards } of plans) if (shards.length === 0) board.end(scanner.name, true)

  const results = plans.flatMap((plan) => plan.results)
  const names = scanners.map(({ name }) => name)
  const nothingToDo = emptiness(tree.files.length, plans.flatMap(({ shards }) => shards).length, names)
  const { kept = [], suppressed = [] } = Object.groupBy(
    mergeObservations(results.flatMap((result) => result.observations)),
    ({ suppression }) => (suppression === undefined ? 'kept' : 'suppressed'),
  )
  const inventory = results.findLast((result) => result.inventory !== undefined)?.inventory
  return {
    observations: kept,
    suppressed,
    gaps: [...attributedGaps(tree.gaps, names), ...results.flatMap((result) => result.gaps), ...nothingToDo],
    filesScanned: new Set(plans.flatMap(({ shards }) => shards.flatMap(({ files }) => files.map(({ path }) => path))))
      .size,
    failed: plans.filter((plan) => !areComplete(plan.results)).map(({ scanner }) => scanner.name),
    ...(inventory === undefined ? {} : { inventory }),
  }
}

interface Plan {
  readonly scanner: Scanner
  readonly shards: readonly Shard[]
  readonly results: CompleteResult[]
}

function areComplete(results: readonly CompleteResult[]): boolean {
  return results.every((result) => result.isWhole)
}

/** Orders scanners with few shards first, so that a long shard runs in parallel with short ones. */
function tasksOf(plans: readonly Plan[]): readonly { plan: Plan; shard: Shard; at: number }[] {
  const ordered = plans.toSorted((a, b) => a.shards.length - b.shards.length)
  return ordered.flatMap((plan) => plan.shards.map((shard, at) => ({ plan, shard, at })))
}

/** How far all scanners are. */
class Board {
  readonly #rows: Partial<Record<ScannerName, ScannerProgress>> = {}
  readonly #tell: NonNullable<LocalScanOptions['onProgress']>

  constructor(plans: readonly Plan[], tell: NonNullable<LocalScanOptions['onProgress']>) {
    this.#tell = tell
    for (const { scanner, shards } of plans) {
      this.#rows[scanner.name] = { filesCompleted: 0, filesTotal: filesOf(shards), findingsCount: 0, status: 'QUEUED' }
    }
  }

  /** Called at the start of a shard. */
  start(name: ScannerName): { more: (files: number) => void; end: (files: number, findings: number) => void } {
    let reported = 0
    this.#change(name, { status: 'RUNNING' })
    return {
      more: (files) => {
        reported += files
        this.#change(name, { filesCompleted: this.#rows[name]!.filesCompleted + files })
      },
      // Scanners need not report each file.
      end: (files, findings) => {
        const { filesCompleted, findingsCount } = this.#rows[name]!
        this.#change(name, {
          findingsCount: findingsCount + findings,
          filesCompleted: filesCompleted + files - reported,
        })
      },
    }
  }

  /** Findings of no shard. */
  found(name: ScannerName, findings: number): void {
    this.#change(name, { findingsCount: this.#rows[name]!.findingsCount + findings })
  }

  end(name: ScannerName, isComplete: boolean): void {
    this.#change(name, { status: isComplete ? 'COMPLETED' : 'FAILED' })
  }

  #change(name: ScannerName, change: Partial<ScannerProgress>): void {
    this.#rows[name] = { ...this.#rows[name]!, ...change }
    this.#tell(this.#rows)
  }
}

const NEVER = new AbortController().signal

function filesOf(shards: readonly Shard[]): number {
  return shards.reduce((sum, { files }) => sum + files.length, 0)
}
