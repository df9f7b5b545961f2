import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from './failure.ts'

/** After a fresh start on a busy machine, the database accepts connections only after some seconds. */
const DELAYS_MS: readonly number[] = [1_000, 5_000, 15_000, 60_000]

export interface BackgroundRetry {
  /** Called after each failure with a one-line reason; `retry_ms` is absent after the last attempt. */
  readonly failed: (reason: string, retry_ms: number | undefined) => void
  readonly delays_ms?: readonly number[]
  /** Waits; rejects when the signal fires. */
  readonly wait?: (delay_ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Background work that is retried until it succeeds. */
export interface BackgroundWork {
  /** Stops retrying and resolves when nothing runs any more. */
  close(): Promise<void>
}

/** Runs immediately, and again after a delay on failure. Never throws. */
export function retryInBackground(run: () => Promise<unknown>, options: BackgroundRetry): BackgroundWork {
  const { failed, delays_ms = DELAYS_MS, wait = waitUnreferenced } = options
  const stop = new AbortController()
  const attempts = async (): Promise<void> => {
    for (let attempt = 0; !stop.signal.aborted; attempt += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        await run()
        return
      } catch (thrown) {
        if (stop.signal.aborted) return
        const retry_ms = delays_ms[attempt]
        failed(messageOf(thrown), retry_ms)
        if (retry_ms === undefined) return
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        await wait(retry_ms, stop.signal).catch(() => undefined)
      }
    }
  }
  const done = attempts()
  return {
    async close() {
      stop.abort()
      await done
    },
  }
}

function waitUnreferenced(delay_ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(delay_ms, undefined, { signal, ref: false })
}
