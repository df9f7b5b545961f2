import { systemClock } from '@gatehouse/kernel'
import {
  allGuards,
  BUILTIN_DEFAULTS,
  compilePolicy,
  type ContentStage,
  createRegistry,
  localWindows,
  resolveBlock,
  runPolicy,
} from '@gatehouse/guards'
import { median, quantile } from '../lib/statistics.ts'
import { PROSE } from './texts.ts'

const SIZES = [1_024, 10_240, 102_400, 1_048_576] as const
/** Characters processed per size, so that each row takes about equally long. */
const CHARS_PER_ROW = 12_000_000
const RUNS_MIN = 12

/** Prints p50 and p99 of the default policies by size, and the cost of folding the same text once, as a ratio. */
export async function printEngineTable(): Promise<void> {
  const lines = ['engine, default guards, prose                p50 ms     p99 ms   µs/KB   times NFKC + lower case']
  for (const stage of ['input', 'output'] as const) {
    const policy = policyOf(stage)
    for (const size of SIZES) {
      const text = PROSE.slice(0, size)
      const runs = Math.max(RUNS_MIN, Math.ceil(CHARS_PER_ROW / size))
      const engine = await timeEach(runs, () => runPolicy(policy, { text }, context(stage)))
      const fold = await timeEach(runs, () => text.normalize('NFKC').toLowerCase().length)
      lines.push(
        [
          `  ${stage.padEnd(8)}${`${size / 1_024} KB`.padEnd(28)}`,
          median(engine).toFixed(3).padStart(12),
          quantile(engine, 0.99).toFixed(3).padStart(11),
          ((median(engine) * 1_000) / (size / 1_024)).toFixed(1).padStart(8),
          (median(engine) / median(fold)).toFixed(1).padStart(10),
        ].join(''),
      )
    }
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

function policyOf(stage: ContentStage) {
  return compilePolicy(resolveBlock({ builtin: BUILTIN_DEFAULTS[stage], configured: {} }, undefined, undefined), {
    stage,
    mode: 'enforce',
    registry: createRegistry(allGuards),
    ports: { windows: localWindows(systemClock) },
    path: [],
  })
}

function context(stage: ContentStage) {
  return {
    tenantId: 'bench',
    stage,
    agentKey: undefined,
    userRole: undefined,
    sessionId: undefined,
    prompt: undefined,
    contextDocs: [],
    clock: systemClock,
  }
}

async function timeEach(runs: number, act: () => unknown): Promise<number[]> {
  const times: number[] = []
  // A tenth more to warm up; the compiler needs a few hundred short runs.
  const warmUp = Math.ceil(runs / 10)
  for (let run = -warmUp; run < runs; run += 1) {
    const from = performance.now()
    await act()
    if (run >= 0) times.push(performance.now() - from)
  }
  return times
}
