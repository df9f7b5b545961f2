import { parentPort } from 'node:worker_threads'
import { Failure } from '../failure.ts'
import { currentUnit, runUnit, type WorkUnit } from '../uncaught.ts'
import type { ThreadAnswer } from './bounded-thread.ts'

/**
 * Makes the calling module the program of a `BoundedThread`: one job in, one result out. An uncaught error ends the thread while its job
 * runs. A pending promise of an earlier job does not end a later job.
 */
export function serveThread(work: (job: never) => unknown): void {
  let running: WorkUnit | undefined
  const answer = async (job: never): Promise<ThreadAnswer<unknown>> => {
    try {
      return { type: 'done', result: await work(job) }
    } catch (thrown) {
      if (thrown instanceof Failure) return { type: 'failure', code: thrown.code, message: thrown.message }
      return { type: 'defect', error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
    }
  }
  process.on('unhandledRejection', (error) => {
    if (currentUnit() === running) throw error
  })
  parentPort?.on('message', (job: unknown) => {
    const unit: WorkUnit = { kind: 'job', service: 'thread', crashed: () => undefined }
    running = unit
    const respond = async (): Promise<void> => {
      const message = await runUnit(unit, () => answer(job as never))
      running = undefined
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
      parentPort?.postMessage(message)
    }
    void respond()
  })
}
