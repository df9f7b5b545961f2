// Program of a scan thread: runs one shard at a time, of scanners that need only files.
import { parentPort } from 'node:worker_threads'
import { messageOf } from '@gatehouse/kernel'
import { folderFiles } from '../folder-files.ts'
import type { RecipeModule, ScannerRecipe } from '../recipe.ts'
import type { Scanner } from '../scanner.ts'
import type { ThreadOrder, ThreadMessage } from './job.ts'

/** Interval of progress messages. */
const PROGRESS_MS = 50

/** Own limit: scans with different rules alternate; compiled rules are cached per scanner. */
const SCANNERS_MAX = 8

/** By key; the most recently used last. */
const scanners = new Map<string, Scanner>()
let stop = new AbortController()

parentPort?.on('message', (order: ThreadOrder) => {
  if (order.type === 'stop') stop.abort(new Error('the scan was stopped'))
  else void scan(order).then(post)
})

async function scan(order: ThreadOrder & { type: 'scan' }): Promise<ThreadMessage> {
  const { key, recipe, root, shard, carries, filesDone, now_ms } = order
  stop = new AbortController()
  const scanner = await scannerOf(key, recipe)
  if (scanner === undefined) return { type: 'unknown' }
  let files = 0
  let told_ms = performance.now()
  const progress = (more: number): void => {
    files += more
    Atomics.add(filesDone, 0, more)
    if (performance.now() - told_ms < PROGRESS_MS) return
    post({ type: 'progress', files })
    files = 0
    told_ms = performance.now()
  }
  const { beside = [] } = shard
  const tree = { root, files: shard.files, gaps: [], ...folderFiles(root, [...shard.files, ...beside]) }
  try {
    const context = { tree, clock: { now: () => now_ms }, signal: stop.signal }
    const result =
      carries === undefined || scanner.finish === undefined
        ? await scanner.run(shard, { ...context, progress })
        : await scanner.finish(carries, { ...context, tree: { ...tree, beside } })
    return { type: 'done', result }
  } catch (thrown) {
    return { type: 'failed', message: messageOf(thrown) }
  }
}

async function scannerOf(key: string, recipe: ScannerRecipe | undefined): Promise<Scanner | undefined> {
  const scanner = scanners.get(key) ?? (recipe === undefined ? undefined : await loadScanner(recipe))
  if (scanner === undefined) return undefined
  scanners.delete(key)
  scanners.set(key, scanner)
  const [oldest] = scanners.keys()
  if (scanners.size > SCANNERS_MAX) scanners.delete(oldest!)
  return scanner
}

/** Loads the module of a scanner at its first use. */
async function loadScanner(recipe: ScannerRecipe): Promise<Scanner> {
  const { createFromRecipe }: RecipeModule = await import(recipe.module)
  return createFromRecipe(recipe)
}

function post(word: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  parentPort?.postMessage(word)
}
