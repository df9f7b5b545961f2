import { Worker } from 'node:worker_threads'
import { Failure, type Secret } from '@gatehouse/kernel'
import type { BatchWriter } from './batch-writer.ts'
import type { StampedEntry } from './entry.ts'
import type { Receipt } from './statements.ts'
import { decodeOutcomes, type ThreadAnswer, type ThreadRequest, type ThreadStart } from './thread-message.ts'

/** Seconds until a caller should ask again after the thread ended. */
const RETRY_AFTER_S = 1

/** The thread's file is of the same kind as this one, source or built, and finds its packages in the same way. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const FILE = new URL(IS_SOURCE ? './thread-main.ts' : './thread-main.js', import.meta.url)
const EXEC_ARGV = IS_SOURCE ? [...process.execArgv, '--conditions=source'] : process.execArgv

interface Waiting {
  readonly resolve: (answer: ThreadAnswer) => void
  readonly reject: (failure: Failure) => void
}

/**
 * A writer in a thread of its own. What the caller's thread does for an entry is to write it into a batch as JSON; hashing,
 * encoding and the database are the thread's. A thread that ends is started anew by the next batch; of the batch that it had,
 * nothing is known, so its callers are told that it may not be written.
 */
export function createThreadWriter(url: Secret, instanceId: string): BatchWriter {
  let thread: Worker | undefined
  let waiting: Waiting | undefined

  function start(): Worker {
    const workerData: ThreadStart = { url: url.reveal(), instanceId }
    const fresh = new Worker(FILE, { workerData, name: 'audit', execArgv: EXEC_ARGV })
    fresh.on('message', (answer: ThreadAnswer) => {
      waiting?.resolve(answer)
      waiting = undefined
    })
    const ended = (cause: unknown): void => {
      if (thread === fresh) thread = undefined
      waiting?.reject(new Failure('unavailable', 'the audit thread ended', { retryAfter_s: RETRY_AFTER_S, cause }))
      waiting = undefined
    }
    fresh.on('error', ended)
    fresh.on('exit', ended)
    // The process may end while the thread has nothing to do.
    fresh.unref()
    return fresh
  }

  // At once: the first caller need not wait for it to load and connect.
  thread = start()
  return {
    async write(entries: readonly StampedEntry[]): Promise<readonly (Receipt | Failure)[]> {
      const worker = (thread ??= start())
      const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
        waiting = { resolve, reject }
        // While a batch is on its way, the process must not end.
        worker.ref()
        send(worker, { batch: JSON.stringify(entries) })
      }).finally(() => worker.unref())
      return decodeOutcomes(answer, entries)
    },
    async close() {
      const worker = thread
      if (worker === undefined) return
      const exit = new Promise((resolve) => worker.once('exit', resolve))
      worker.ref()
      send(worker, { close: true })
      await exit
    },
  }
}

function send(worker: Worker, request: ThreadRequest): void {
  worker.postMessage(request)
}
