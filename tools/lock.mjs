import { closeSync, openSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The holder touches its lock this often. */
const HEARTBEAT_ms = 2_000
/** A lock file that was not touched for this long belongs to a dead process. */
const STALE_AFTER_ms = 15_000
const POLL_ms = 250

/**
 * Acquires a lock file; waits while another process owns it. The age of the file shows whether the owner is alive, not its process id,
 * which is meaningless across containers with a shared folder.
 * @param {string} path the lock file
 * @param {() => void} onWait called once when waiting starts
 * @returns {Promise<() => void>} releases the lock
 */
export async function holdLock(path, onWait) {
  let waited = false
  while (!tryCreate(path)) {
    if (isStale(path)) {
      discard(path)
      continue
    }
    if (!waited) onWait()
    waited = true
    await sleep(POLL_ms)
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch {
      // The folder was removed meanwhile; the release handles that too.
    }
  }, HEARTBEAT_ms)
  heartbeat.unref()
  const release = () => {
    clearInterval(heartbeat)
    process.off('exit', release)
    rmSync(path, { force: true })
  }
  process.once('exit', release)
  return release
}

function tryCreate(path) {
  try {
    closeSync(openSync(path, 'wx'))
    return true
  } catch (cause) {
    if (cause.code === 'EEXIST') return false
    throw cause
  }
}

function isStale(path) {
  try {
    return Date.now() - statSync(path).mtimeMs > STALE_AFTER_ms
  } catch {
    return false
  }
}

/** Two processes may see the same stale lock; the later one must not remove the new lock of the first. */
function discard(path) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (isStale(aside)) rmSync(aside, { force: true })
  else renameSync(aside, path)
}
