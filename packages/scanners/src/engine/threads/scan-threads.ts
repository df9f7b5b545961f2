import { availableParallelism } from 'node:os'
import type { ScannerName } from '@gatehouse/contracts'
import type { ScanContext, Scanner, Shard, ShardResult } from '../scanner.ts'
import { ScanThread } from './scan-thread.ts'

/** Ours: each takes up to 150 MB, and more than this many read faster than most disks give. */
export const SCAN_THREADS_MAX = 16

/** Ours: less is done before a thread is asked, and while it is done nobody waits for long. */
const SHARD_BYTES_MIN = 1024 * 1024

/** Scanners that need nothing but files, so that they run anywhere. */
const MOVABLE: ReadonlySet<ScannerName> = new Set(['SECRETS_PATTERN'])

/** Threads that scan, one processor each. */
export interface ScanThreads {
  readonly count: number
  /** The same scanner; its shards run in a thread that is free, where the tree is a folder and they are worth it. */
  readonly spread: (scanner: Scanner) => Scanner
  /** Ends the threads; shards under way are not scanned. */
  readonly close: () => Promise<void>
}

/** As many threads as there are processors, or as are asked for; each starts when it is needed. */
export function createScanThreads(count: number = availableParallelism()): ScanThreads {
  const threads = Array.from({ length: Math.min(Math.max(1, count), SCAN_THREADS_MAX) }, () => new ScanThread())
  const free = [...threads]
  const waiting: ((thread: ScanThread) => void)[] = []

  const take = (): ScanThread | Promise<ScanThread> => free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  const giveBack = (thread: ScanThread): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(thread)
    else next(thread)
  }
  const run = async (name: ScannerName, root: string, shard: Shard, context: ScanContext): Promise<ShardResult> => {
    const thread = await take()
    try {
      return await thread.scan(name, root, shard, context)
    } finally {
      giveBack(thread)
    }
  }
  return {
    count: threads.length,
    spread(scanner) {
      if (!MOVABLE.has(scanner.name)) return scanner
      const { name, plan } = scanner
      return {
        name,
        plan,
        run: (shard, context) => {
          const { root } = context.tree
          const bytes = shard.files.reduce((sum, file) => sum + file.size_bytes, 0)
          return root === undefined || bytes < SHARD_BYTES_MIN
            ? scanner.run(shard, context)
            : run(name, root, shard, context)
        },
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
