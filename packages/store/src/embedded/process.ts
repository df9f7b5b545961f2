import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Poll interval of waits. */
const POLL_INTERVAL_MS = 10

/** Distinguishes a process from a later one with the same id. */
export interface ProcessIdentity {
  readonly pid: number
  /** Start time in the system's format; empty when unreadable. */
  readonly started: string
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startTime(process.pid) }
}

/** Returns whether the process is running: same number, same start time, not a zombie. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  if (!isRunning(pid)) return false
  const now = startTime(pid)
  return started === '' || now === '' || now === started
}

/** Returns whether any process has this number and is not a zombie. */
export function isRunning(pid: number): boolean {
  // An orphaned server may remain as a zombie if no process reaps it.
  return exists(pid) && linuxStat(pid)?.[0] !== 'Z'
}

/** Returns whether the process id is in use, including zombies. */
export function exists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns false only if the process is certainly not a server with this data directory. */
export function mayBePostmaster(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster
    } catch {
      // The folder of another user's process is unreadable, so that only its name is checked.
      return linuxName(pid).startsWith('postgres')
    }
  }
  return ps(pid, 'comm').includes('postgres')
}

export function startTime(pid: number): string {
  // Fields after the name, from "state" (3rd) on. The 22nd field of the line is the start time in ticks since boot.
  if (process.platform === 'linux') return linuxStat(pid)?.[19] ?? ''
  return ps(pid, 'lstart')
}

/**
 * Waits until a process has ended.
 * @returns false if it was still running after `timeout_ms`
 */
export async function waitForExit(pid: number, timeout_ms: number): Promise<boolean> {
  const deadline = Date.now() + timeout_ms
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false
    await sleep(POLL_INTERVAL_MS)
  }
  return true
}

function linuxStat(pid: number): string[] | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function linuxName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

function ps(pid: number, column: 'lstart' | 'comm'): string {
  if (process.platform === 'win32') return ''
  try {
    return execFileSync('/bin/ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    }).trim()
  } catch {
    return ''
  }
}
