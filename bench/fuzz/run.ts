import { Failure } from '@gatehouse/kernel'
import { createRandom, mutate } from './mutate.ts'
import type { FuzzReader } from './reader.ts'

/** Maximum additional memory of one mutant. */
const MEMORY_MB_MAX = 512
/** Number of mutants between two memory checks. */
const MEMORY_EVERY = 50
const MB = 1024 * 1024

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  /** Maximum CPU time of one mutant; default: not measured. */
  readonly cpu_ms_max?: number
}

export interface FuzzFinding {
  readonly reader: string
  /** Reproduces the mutant: `npm run fuzz -- <reader> 1 <seed>`. */
  readonly seed: number
  readonly problem: string
}

export interface FuzzReport {
  readonly mutants: number
  readonly read: number
  readonly refused: number
  readonly slowest_ms: number
  readonly findings: readonly FuzzFinding[]
}

/** Reads mutants of a reader's samples. Each has its own seed, counted from the first one. */
export async function fuzz(reader: FuzzReader, { count, seed: first, cpu_ms_max }: FuzzOptions): Promise<FuzzReport> {
  const samples = (await reader.samples()).map((sample) => Buffer.from(sample))
  const parts = reader.parts?.().map((part) => Buffer.from(part))
  const findings: FuzzFinding[] = []
  const totals = { read: 0, refused: 0, slowest_ms: 0 }
  let seed = first
  const found = (problem: string): void => void findings.push({ reader: reader.name, seed, problem })
  const uncaught = (error: unknown): void => found(`uncaught: ${described(error)}`)
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', uncaught)
  const before_bytes = held()
  try {
    for (; seed < first + count; seed += 1) {
      const random = createRandom(seed)
      const isPart = parts !== undefined && random.below(2) === 0
      const bytes = isPart ? reader.wrap!(mutate(parts, random)) : mutate(samples, random)
      const from = process.threadCpuUsage()
      try {
        const output = await reader.read(bytes)
        totals.read += 1
        if (output > reader.outputMax) found(`${output} came out of ${bytes.length} bytes`)
      } catch (error) {
        if (error instanceof Failure) totals.refused += 1
        else found(described(error))
      }
      const { user, system } = process.threadCpuUsage(from)
      const took_ms = (user + system) / 1_000
      totals.slowest_ms = Math.max(totals.slowest_ms, took_ms)
      if (cpu_ms_max !== undefined && took_ms > cpu_ms_max) found(`took ${Math.round(took_ms)} ms of processor time`)
      if (seed % MEMORY_EVERY === 0) {
        const more_mb = (held() - before_bytes) / MB
        if (more_mb > MEMORY_MB_MAX) found(`${Math.round(more_mb)} MB more are held`)
      }
    }
    // Late stream errors belong to the last mutants.
    await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    process.off('uncaughtException', uncaught)
    process.off('unhandledRejection', uncaught)
    await reader.close?.()
  }
  return { mutants: count, ...totals, findings }
}

function held(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** A message may quote the whole mutant. */
const LINE_CHARS_MAX = 200

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, LINE_CHARS_MAX)
  const lines = (error.stack ?? error.message).split('\n').slice(0, 4)
  return lines.map((line) => line.slice(0, LINE_CHARS_MAX)).join(' | ')
}
