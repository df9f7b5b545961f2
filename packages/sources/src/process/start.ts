import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { Failure, withKeptError } from '@gatehouse/kernel'
import { killGroup } from './kill-group.ts'

export interface StartOptions {
  readonly file: string
  /** Visible to all users of the machine: must not contain secrets. */
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Running program with streamed output. */
export interface Started {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Kills the process group; harmless after its end. */
  kill(): void
  /**
   * How it ended.
   * @throws {Failure} `unavailable` when it could not be started
   */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>
}

const STDERR_CHARS_KEPT = 8_192

/** Starts a program without a shell, in a separate process group, which is ended when the signal fires. */
export function startProgram({ file, args, cwd, env, signal }: StartOptions): Started {
  signal.throwIfAborted()
  const child = spawn(file, [...args], { cwd, env, shell: false, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const kill = (): void => killGroup(child.pid)
  signal.addEventListener('abort', kill, { once: true })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS_KEPT)
  })
  // A program may exit before reading its input. Its exit status counts.
  child.stdin.on('error', () => undefined)
  child.stderr.on('error', () => undefined)
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve, reject) => {
    child.once('error', (cause) => {
      signal.removeEventListener('abort', kill)
      child.stdout.destroy()
      reject(new Failure('unavailable', `${file} cannot be started; is it installed?`, { cause }))
    })
    child.once('close', (code) => {
      signal.removeEventListener('abort', kill)
      resolve({ code, stderr })
    })
  })
  // Readers of the output notice the end first, and may never await the exit status.
  ended.catch(() => undefined)
  return { stdin: child.stdin, stdout: withKeptError(child.stdout), kill, ended }
}
