import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { UpstreamReport } from './upstream-report.ts'

/** The scripted upstream, seen from the bench. */
export interface Upstream {
  readonly port: number
  report(): Promise<UpstreamReport>
  /** Forgets the streams so far. */
  reset(): Promise<void>
  stop(): void
}

export async function startUpstream(): Promise<Upstream> {
  const child = fork(fileURLToPath(new URL('upstream.ts', import.meta.url)))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const ask = async (question: string): Promise<UpstreamReport> => {
    child.send(question)
    const [report] = (await once(child, 'message')) as [UpstreamReport]
    return report
  }
  return {
    port,
    report: () => ask('report'),
    async reset() {
      await ask('reset')
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

/** Server of another project or ours, in a separate process. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** Returns the output so far. */
  output(): string
  stop(): Promise<void>
}

export function spawnServer(args: readonly string[], env: Readonly<Record<string, string>>): ServerProcess {
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'MALLOC_ARENA_MAX'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const child = spawn(process.execPath, [...args], {
    env: { ...(Object.fromEntries(inherited) as Record<string, string>), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const keep = (text: string): void => {
    out = (out + text).slice(-OUTPUT_CHARS_MAX)
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  return {
    child,
    output: () => out,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const removed = once(child, 'exit')
      child.kill('SIGTERM')
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await removed
      clearTimeout(killer)
    },
  }
}

const OUTPUT_CHARS_MAX = 100_000
const STOP_MS = 8_000
const START_MS = 60_000

/** Waits for an output of a server, e.g. its address. @throws {Error} when it exits or times out */
export async function said(server: ServerProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const until_ms = performance.now() + START_MS
  for (;;) {
    const match = pattern.exec(server.output())
    if (match !== null) return match
    if (server.child.exitCode !== null || performance.now() > until_ms) {
      throw new Error(`a server did not start:\n${server.output()}`)
    }
    await sleep(20)
  }
}

/** Returns a currently free port, for servers without automatic port selection. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** CPU time of a process so far, in microseconds; steps of 10 ms, as the kernel counts. */
export function cpuOf_us(pid: number): number {
  const fields = (read(`/proc/${pid}/stat`)?.replace(/^.*\) /, '') ?? '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Returns the resident memory of a process in megabytes; NaN when unavailable. */
export function rssOf_mb(pid: number): number {
  return (Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? '')?.[1]) * 1_024) / 1e6
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
