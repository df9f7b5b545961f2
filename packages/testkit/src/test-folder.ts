import { mkdirSync, readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = `gatehouse-test-${process.getuid?.() ?? 0}-`

/** A file system in memory. Tests create and drop databases by the hundred, which costs a tenth of all CPU time on a disk. */
const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 4 * 1024 ** 3
const PARENT = hasMemory() ? MEMORY : tmpdir()

function hasMemory(): boolean {
  try {
    // Total size, not free space: every thread must get the same answer.
    const { blocks, bsize } = statfsSync(MEMORY)
    return blocks * bsize >= MEMORY_BYTES_MIN
  } catch {
    // Systems other than Linux have no such folder.
    return false
  }
}

/** Returns the folder that all threads of one test process share: database server, and available test servers. */
export function testFolder(pid: number = process.pid): string {
  const folder = join(PARENT, `${PREFIX}${pid}`)
  // For root the database runs as another user, who needs access.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return folder
}

/** Returns process ids of test runs with a leftover folder. */
export function abandonedRuns(): number[] {
  return readdirSync(PARENT)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => Number(name.slice(PREFIX.length)))
    .filter((pid) => Number.isSafeInteger(pid) && pid > 0 && !exists(pid))
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
