import { spawn } from 'node:child_process'
import { Failure } from '@gatehouse/kernel'
import { killGroup } from './kill-group.ts'

export interface RunOptions {
  readonly file: string
  /** Visible to all users of the machine: must not contain secrets. */
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  /** Input for its standard input, which is then closed. */
  readonly input?: string
  readonly timeout_ms: number
  readonly signal: AbortSignal
  /** Maximum size of standard output; more kills the program. */
  readonly outputBytesMax?: number
  /** Called twice a second. Returning a sentence kills the program with that reason. */
  readonly watch?: () => Promise<string | undefined>
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  /** End of standard error, for messages; remove secrets before displaying it. */
  readonly stderr: string
}

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const STDERR_CHARS_KEPT = 8_192
const WATCH_MS = 500

/**
 * Runs a program without a shell in a separate process group, and kills the group after the timeout, when the signal fires, or when the
 * watch requests it.
 * @throws {Failure} `unavailable` when it cannot be started, times out or writes too much; the signal's reason
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
    // A program may exit before reading its input. Its exit status counts.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    child.once('close', (code) => {
      settle()
      // Ends the remaining child processes.
      killGroup(child.pid)
      if (over === undefined) resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr })
      else reject(over)
    })
  })
}

function unavailable(detail: string, cause?: unknown): Failure {
  return new Failure('unavailable', detail, cause === undefined ? {} : { cause })
}
