// The program of a scan thread: one shard at a time, of scanners that need nothing but files.
import { parentPort } from 'node:worker_threads'
import type { ScannerName } from '@gatehouse/contracts'
import { messageOf } from '@gatehouse/kernel'
import { createSecretsScanner } from '../../secrets/scanner.ts'
import { folderFiles } from '../folder-files.ts'
import type { Scanner } from '../scanner.ts'
import type { ThreadOrder, ThreadWord } from './job.ts'

/** How often a thread says how far it is. */
const PROGRESS_MS = 50

const scanners = new Map<ScannerName, Scanner>([['SECRETS_PATTERN', createSecretsScanner({ ownThread: true })]])
let stop = new AbortController()

parentPort?.on('message', (order: ThreadOrder) => {
  if (order.type === 'stop') stop.abort(new Error('the scan is to do no more'))
  else void scan(order).then(tell)
})

async function scan({ scanner: name, root, shard, now_ms }: ThreadOrder & { type: 'scan' }): Promise<ThreadWord> {
  stop = new AbortController()
  const scanner = scanners.get(name)
  if (scanner === undefined) return { type: 'failed', message: `The scanner ${name} does not run in threads.` }
  let files = 0
  let told_ms = performance.now()
  const progress = (more: number): void => {
    files += more
    if (performance.now() - told_ms < PROGRESS_MS) return
    tell({ type: 'progress', files })
    files = 0
    told_ms = performance.now()
  }
  const tree = { root, files: shard.files, gaps: [], ...folderFiles(root, shard.files) }
  try {
    const clock = { now: () => now_ms }
    return { type: 'done', result: await scanner.run(shard, { tree, clock, signal: stop.signal, progress }) }
  } catch (thrown) {
    return { type: 'failed', message: messageOf(thrown) }
  }
}

function tell(word: ThreadWord): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  parentPort?.postMessage(word)
}
