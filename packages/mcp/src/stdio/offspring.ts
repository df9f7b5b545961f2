import { open, readdir, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Environment variable that marks a process and all its descendants. */
export const MARK_NAME = 'GATEHOUSE_MCP_PROCESS'

/** Maximum number of inspected processes: the Linux default for pid_max. */
const PROCESSES_MAX = 32_768
/** Number of concurrent inspections. */
const AT_ONCE = 16
/** Own limit of an environment. A larger one is suspicious. */
const ENVIRONMENT_BYTES_MAX = 256 * 1024
/** Number of passes over all processes, because a process may start others before its end. */
const ROUNDS_MAX = 5
const BETWEEN_ROUNDS_MS = 20

/**
 * Ends descendants that left the process group, by their inherited mark. Only Linux exposes the environment of processes. On other
 * systems, and for processes that cleared it, nothing is done.
 */
export class Offspring {
  #waiting: { readonly mark: string; readonly done: () => void }[] = []
  #isLooking = false

  /** Ends all processes with a mark. Concurrent calls share one pass. */
  end(mark: string): Promise<void> {
    if (process.platform !== 'linux') return Promise.resolve()
    const ended = new Promise<void>((done) => void this.#waiting.push({ mark, done }))
    if (!this.#isLooking) void this.#look()
    return ended
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.length > 0) {
      const looked = this.#waiting
      this.#waiting = []
      // oxlint-disable-next-line no-await-in-loop -- those who come meanwhile are looked for together
      await endMarked(new Set(looked.map(({ mark }) => mark))).catch(() => undefined)
      for (const { done } of looked) done()
    }
    this.#isLooking = false
  }
}

/* oxlint-disable no-await-in-loop -- a few at a time, and again */
async function endMarked(marks: ReadonlySet<string>): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (round > 0) await pause(BETWEEN_ROUNDS_MS)
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).slice(0, PROCESSES_MAX)
    let ended = 0
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const found = await Promise.all(names.slice(at, at + AT_ONCE).map((pid) => endIfMarked(pid, marks)))
      ended += found.filter(Boolean).length
    }
    if (ended === 0) return
  }
}
/* oxlint-enable no-await-in-loop */

async function endIfMarked(pid: string, marks: ReadonlySet<string>): Promise<boolean> {
  try {
    const place = `/proc/${pid}`
    if (Number(pid) === process.pid || (await stat(place)).uid !== process.getuid?.()) return false
    const isMarked = (await environmentAt(`${place}/environ`)).some((entry) => {
      const at = entry.indexOf('=')
      return entry.slice(0, at) === MARK_NAME && marks.has(entry.slice(at + 1))
    })
    return isMarked && process.kill(Number(pid), 'SIGKILL')
  } catch {
    // The process has ended, or is not readable.
    return false
  }
}

async function environmentAt(path: string): Promise<readonly string[]> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ENVIRONMENT_BYTES_MAX), 0, ENVIRONMENT_BYTES_MAX, 0)
    return buffer.toString('latin1', 0, bytesRead).split('\0')
  } finally {
    await file.close()
  }
}
