import { closeSync, openSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The holder touches its lock this often. */
const HEARTBEAT_ms = 2_000
/** A lock that nobody touched for this long belongs to a process that died. */
const STALE_AFTER_ms = 15_000
const POLL_ms = 250

/**
 * Holds a lock file until the returned function is called; waits while another process holds it. The age of the file
 * decides whether the holder lives, not its process id, which means nothing across containers that share a folder.
 * @param {string} path  the lock file
 * @param {() => void} onWait  called once, when there is something to wait for
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
      // The folder went away under us; the release below copes with that too.
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

/** Two waiters may see the same stale lock; the one that is late must not remove the lock that the first has just made. */
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
