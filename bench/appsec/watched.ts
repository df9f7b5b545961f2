import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TELL_USAGE = new URL('./tell-usage.ts', import.meta.url).href
const LIMIT_MS = 300_000
/** Launcher as used by users: with its Node options. */
const LAUNCHER = join(import.meta.dirname, '../../bin/gatehouse.mjs')

export interface Watched {
  readonly code: number | null
  readonly seconds: number
  /** Until the first byte on either output. */
  readonly firstWord_s: number
  /** Of processors, all threads of the process together. */
  readonly cpu_s: number
  readonly memory_bytes: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a Node program in a separate process and returns its resource use. @param limit_ms timeout */
export async function watched(
  args: readonly string[],
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
  limit_ms = LIMIT_MS,
): Promise<Watched> {
  return run([...process.execArgv, '--import', TELL_USAGE, ...args], cwd, env, limit_ms)
}

async function run(
  args: readonly string[],
  cwd: string | undefined,
  env: NodeJS.ProcessEnv,
  limit_ms: number,
): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-usage-'))
  const usage = join(folder, 'usage.json')
  try {
    const from = performance.now()
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env, BENCH_USAGE_FILE: usage },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limit_ms,
    })
    let firstWord_s: number | undefined
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
    const hear = (into: Buffer[]) => (bytes: Buffer) => {
      firstWord_s ??= (performance.now() - from) / 1_000
      into.push(bytes)
    }
    child.stdout.on('data', hear(stdout))
    child.stderr.on('data', hear(stderr))
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    const seconds = (performance.now() - from) / 1_000
    const whole = JSON.parse(readFileSync(usage, 'utf8')) as Pick<Watched, 'cpu_s' | 'memory_bytes'>
    const text = (pieces: Buffer[]) => Buffer.concat(pieces).toString()
    return { code, seconds, firstWord_s: firstWord_s ?? seconds, ...whole, stdout: text(stdout), stderr: text(stderr) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the command line of this checkout, as users start it. */
export function gatehouse(args: readonly string[], env: NodeJS.ProcessEnv = {}, limit_ms = LIMIT_MS): Promise<Watched> {
  const options = [process.env['NODE_OPTIONS'] ?? '', '--disable-warning=ExperimentalWarning', '--import', TELL_USAGE]
  const reported = { GATEHOUSE_LOG_LEVEL: 'error', NODE_OPTIONS: options.join(' ').trim() }
  return run([LAUNCHER, ...args], undefined, { ...reported, ...env }, limit_ms)
}

/**
 * Returns the seconds until the command line prints something to a terminal; undefined on machines without `script`, which emulates one.
 */
export async function firstSign(args: readonly string[]): Promise<number | undefined> {
  const line = [process.execPath, LAUNCHER, ...args].map((word) => `'${word}'`).join(' ')
  const from = performance.now()
  const child = spawn('script', ['-qec', line, '/dev/null'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const failed = once(child, 'error').then(() => undefined)
    const shown = once(child.stdout, 'data').then(() => (performance.now() - from) / 1_000)
    return await Promise.race([shown, failed])
  } catch {
    return undefined
  } finally {
    child.stdout.resume()
    if (child.exitCode === null && child.pid !== undefined) await once(child, 'close')
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

export function took({ seconds, cpu_s, memory_bytes }: Watched): string {
  return `${seconds.toFixed(2)} s, ${cpu_s.toFixed(2)} s of processors, ${megabytes(memory_bytes)} of memory`
}
