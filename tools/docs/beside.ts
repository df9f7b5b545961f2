import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Context of a background build. */
export interface BackgroundBuild {
  /** Absolute path of the site; errors are written to a file next to it, which the console reads. */
  readonly folder: string
  /** Whether the services answer: before that they need the processor themselves. */
  readonly isUp: () => Promise<boolean>
  readonly memory_bytes: () => number
  readonly build: () => Promise<unknown>
}

/** A build takes half of it; on smaller machines the services need the memory. */
const MEMORY_BYTES_MIN = 2.5 * 1024 ** 3
const POLL_MS = 1_000
const WAIT_S_MAX = 180
const REASON_CHARS_MAX = 2_000

/** Builds when the services are up, or never if they do not start. Does not throw: errors are written next to the folder. */
export async function buildInBackground(
  { folder, isUp, memory_bytes, build }: BackgroundBuild,
  pollMs = POLL_MS,
): Promise<void> {
  const failed = `${folder}.failed`
  rmSync(failed, { force: true })
  mkdirSync(dirname(folder), { recursive: true })
  for (let waited_s = 0; !(await isUp()); waited_s += POLL_MS / 1_000) {
    if (waited_s >= WAIT_S_MAX) return
    await sleep(pollMs)
  }
  if (memory_bytes() < MEMORY_BYTES_MIN) {
    writeFileSync(failed, 'This machine has less than 2.5 GB of memory to spare.')
    return
  }
  try {
    await build()
  } catch (error) {
    writeFileSync(failed, (error instanceof Error ? error.message : String(error)).slice(0, REASON_CHARS_MAX))
  }
}
