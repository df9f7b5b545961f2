import { spawn } from 'node:child_process'
import { Failure } from '@gatehouse/kernel'
import { killGroup } from './kill-group.ts'

export interface RunOptions {
  readonly file: string
  /** Visible to everybody on the machine: nothing secret. */
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  /** Written to its standard input, which is then closed. */
  readonly input?: string
  readonly timeout_ms: number
  readonly signal: AbortSignal
  /** Bytes of its standard output that are kept; more end it. */
  readonly outputBytesMax?: number
  /** Asked twice a second: a sentence ends the program, and is why. */
  readonly watch?: () => Promise<string | undefined>
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  /** The last of it, for messages; whoever shows it removes what is secret. */
  readonly stderr: string
}

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const STDERR_CHARS_KEPT = 8_192
const WATCH_MS = 500

/**
 * Runs a program without a shell, in a group of its own, and ends the whole group when the time is over, the signal fires or
 * the watch says so.
 * @throws {Failure} `unavailable` when it cannot be started, takes too long or writes too much; the signal's reason
 */
export function runProgram(options: RunOptions): Promise<Ran> {
  const { file, args, cwd, env, input, timeout_ms, signal, outputBytesMax = OUTPUT_BYTES_MAX, watch } = options
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { cwd, env, shell: false, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const stdout: Buffer[] = []
    let stdoutBytes = 0
    let stderr = ''
    let over: unknown
    const end = (reason: unknown): void => {
      over ??= reason
      killGroup(child.pid)
    }
    const timer = setTimeout(() => end(unavailable(`${file} timed out after ${timeout_ms / 1_000} s`)), timeout_ms)
    const watcher = watch === undefined ? undefined : setInterval(() => void look(), WATCH_MS)
    const look = async (): Promise<void> => {
      const reason = await watch!().catch(() => undefined)
      if (reason !== undefined) end(new Failure('invalid_request', reason))
    }
    const onAbort = (): void => end(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const settle = (): void => {
      clearTimeout(timer)
      clearInterval(watcher)
      signal.removeEventListener('abort', onAbort)
    }
    child.once('error', (cause) => {
      settle()
      reject(unavailable(`${file} cannot be started; is it installed?`, cause))
    })
    child.stdout.on('data', (chunk: Buffer) => {
      stdoutBytes += chunk.length
      if (stdoutBytes > outputBytesMax) end(unavailable(`${file} wrote more than ${outputBytesMax} bytes`))
      else stdout.push(chunk)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_CHARS_KEPT)
    })
    // A program that ends before it has read its input is judged by how it ended.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    child.once('close', (code) => {
      settle()
      // What it started and left behind would go on.
      killGroup(child.pid)
      if (over === undefined) resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr })
      else reject(over)
    })
  })
}

function unavailable(detail: string, cause?: unknown): Failure {
  return new Failure('unavailable', detail, cause === undefined ? {} : { cause })
}
