import { Worker } from 'node:worker_threads'
import { Failure } from '@gatehouse/kernel'
import type { ImportReport } from '../import.ts'
import type { ImportJob, ImportMessage } from './import-job.ts'

/** Own limit for the young generation; a larger one only delays the heap limit. */
const NURSERY_MB_MAX = 16
/** Time for a cancelled import to remove its files. */
const CLEANUP_MS_MAX = 5_000

export interface ThreadOptions {
  readonly memory_mb: number
  readonly signal: AbortSignal
  readonly progress: (records: number, recordsTotal?: number) => void
}

/**
 * Runs the import in a thread with a heap limit: otherwise the heap grows to the size of the machine's memory.
 * @throws {Failure} failures of the import; `limit_reached` when the memory is insufficient
 */
export async function importInThread(job: ImportJob, options: ThreadOptions): Promise<ImportReport> {
  options.signal.throwIfAborted()
  const worker = new Worker(WORKER, {
    workerData: job,
    env: {},
    execArgv: FLAGS,
    resourceLimits: { maxOldGenerationSizeMb: options.memory_mb, maxYoungGenerationSizeMb: NURSERY_MB_MAX },
  })
  let late: NodeJS.Timeout | undefined
  const stop = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
    worker.postMessage('stop')
    late = setTimeout(() => void worker.terminate(), CLEANUP_MS_MAX)
  }
  options.signal.addEventListener('abort', stop, { once: true })
  try {
    return await answerOf(worker, options)
  } finally {
    clearTimeout(late)
    options.signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function answerOf(worker: Worker, { memory_mb, signal, progress }: ThreadOptions): Promise<ImportReport> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ImportMessage) => {
      if (message.type === 'progress') progress(message.records, message.recordsTotal)
      else if (message.type === 'done') resolve(message.report)
      else if (signal.aborted) reject(signal.reason)
      else reject(message.type === 'failure' ? new Failure(message.code, message.message) : defect(message.stack))
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isFull ? new Failure('limit_reached', tooLittle(memory_mb)) : error)
    })
    worker.on('exit', () => reject(signal.aborted ? signal.reason : new Error('The import thread stopped.')))
  })
}

function tooLittle(memory_mb: number): string {
  return `The advisories do not fit into ${memory_mb} MB of memory. Import fewer ecosystems, or raise --memory.`
}

function defect(stack: string): Error {
  const error = new Error('The import failed.')
  error.stack = stack
  return error
}

/** The worker is next to this file, as source or compiled. */
const IS_SOURCE = import.meta.url.endsWith('.ts')
const WORKER = IS_SOURCE
  ? new URL('./import-worker.ts', import.meta.url)
  : new URL('./import-worker.js', import.meta.url)
const FLAGS = IS_SOURCE ? ['--conditions=gatehouse'] : []
