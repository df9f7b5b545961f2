import { parentPort, workerData } from 'node:worker_threads'
import { Failure, systemClock } from '@gatehouse/kernel'
import { importAdvisories } from '../import.ts'
import type { ImportJob, ImportMessage } from './import-job.ts'

const stop = new AbortController()
// The only message to this thread: clean up and exit.
parentPort?.once('message', () => stop.abort(new Failure('unavailable', 'The import was stopped.')))

post(await work(workerData as ImportJob))
parentPort?.close()

async function work(job: ImportJob): Promise<ImportMessage> {
  try {
    const report = await importAdvisories({
      ...job,
      clock: systemClock,
      signal: stop.signal,
      progress: (records, recordsTotal) =>
        post({ type: 'progress', records, ...(recordsTotal !== undefined && { recordsTotal }) }),
    })
    return { type: 'done', report }
  } catch (thrown) {
    if (thrown instanceof Failure) return { type: 'failure', code: thrown.code, message: thrown.message }
    return { type: 'defect', stack: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }
  }
}

function post(message: ImportMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
  parentPort?.postMessage(message)
}
