import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { ScannerRecipe } from '../recipe.ts'
import type { FinishContext, ScanContext, Scanner, Shard, ShardResult } from '../scanner.ts'
import { ScanThread, type ThreadLimits } from './scan-thread.ts'
import { runSplit } from './split.ts'

/** Own limit: each thread needs up to 150 MB, and more threads read faster than most disks. */
export const SCAN_THREADS_MAX = 16

/** Scan threads, one per CPU. */
export interface ScanThreads {
  readonly count: number
  /** Wraps a scanner so that its shards and final step run in an idle thread if the tree is a folder and the work is large enough. */
  readonly spread: (scanner: Scanner) => Scanner
  /** Ends the threads; shards in progress are not scanned. */
  readonly close: () => Promise<void>
}

/**
 * Creates one thread per CPU, or the requested number; each starts on demand.
 * @param limits of each thread
 */
export function createScanThreads(count: number = availableParallelism(), limits: ThreadLimits = {}): ScanThreads {
  const threads = Array.from({ length: Math.min(Math.max(1, count), SCAN_THREADS_MAX) }, () => new ScanThread(limits))
  const free = [...threads]
  const waiting: ((thread: ScanThread) => void)[] = []

  const take = (): ScanThread | Promise<ScanThread> => free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  const giveBack = (thread: ScanThread): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(thread)
    else next(thread)
  }
  const run = async (named: Named, root: string, work: Work, context: Context): Promise<ShardResult> => {
    const thread = await take()
    try {
      return await thread.scan(named, root, work, context)
    } finally {
      giveBack(thread)
    }
  }
  const end = (scanner: Scanner, named: Named, carries: readonly string[], context: FinishContext) => {
    const { root, files, beside } = context.tree
    if (root === undefined) return scanner.finish!(carries, context)
    const work = { shard: { id: '', files, ...(beside !== undefined && { beside }) }, carries }
    return run(named, root, work, { ...context, progress: () => undefined })
  }
  return {
    count: threads.length,
    spread(scanner) {
      const { recipe, finish } = scanner
      if (recipe === undefined) return scanner
      const named = { key: keyOf(recipe), recipe }
      return {
        ...scanner,
        run: (shard, context) => {
          const { root } = context.tree
          const bytes = shard.files.reduce((sum, file) => sum + file.size_bytes, 0)
          return root === undefined || bytes < (recipe.threadBytesMin ?? 0)
            ? scanner.run(shard, context)
            : runSplit(scanner.name, shard, context, (part, own) => run(named, root, { shard: part }, own))
        },
        ...(finish !== undefined && { finish: (carries, context) => end(scanner, named, carries, context) }),
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

interface Work {
  readonly shard: Shard
  readonly carries?: readonly string[]
}

type Context = Omit<ScanContext, 'tree'>

interface Named {
  readonly key: string
  readonly recipe: ScannerRecipe
}

const keys = new WeakMap<ScannerRecipe, string>()

/** Returns a key that is equal for equal recipes. */
function keyOf(recipe: ScannerRecipe): string {
  let key = keys.get(recipe)
  if (key === undefined) {
    key = createHash('sha256').update(JSON.stringify(recipe)).digest('hex')
    keys.set(recipe, key)
  }
  return key
}
