import { parentPort } from 'node:worker_threads'
import { Failure } from '../failure.ts'
import type { ThreadAnswer } from './bounded-thread.ts'

/** Makes the module that calls it the program of a `BoundedThread`: one job in, one answer out. */
export function serveThread(work: (job: never) => unknown): void {
  const answer = async (job: never): Promise<ThreadAnswer<unknown>> => {
    try {
      return { type: 'done', result: await work(job) }
    } catch (thrown) {
      if (thrown instanceof Failure) return { type: 'failure', code: thrown.code, message: thrown.message }
      return { type: 'defect', error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
    }
  }
  parentPort?.on('message', (job: unknown) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads has no origin
    void answer(job as never).then((message) => parentPort?.postMessage(message))
  })
}
