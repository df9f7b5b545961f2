import {
  compilePolicy,
  type ContentStage,
  createRegistry,
  localWindows,
  resolveBlock,
  runPolicy,
  allGuards,
} from '@gatehouse/guards'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import { systemClock } from '@gatehouse/kernel'
import { median, quantile } from '../lib/statistics.ts'

export type Block = GuardBlock

/** Characters processed per figure. */
const CHARS_PER_FIGURE = 3_000_000
const RUNS_MIN = 30
const RUNS_MAX = 3_000

/** Returns p50 and p99 in milliseconds of one policy over one text, after warm-up. */
export async function timePolicy(
  stage: ContentStage,
  block: Block,
  text: string,
): Promise<readonly [p50_ms: number, p99_ms: number]> {
  const policy = compilePolicy(resolveBlock({ builtin: {}, configured: {} }, block, undefined), {
    stage,
    mode: 'monitor',
    registry: createRegistry(allGuards),
    ports: { windows: localWindows(systemClock) },
    path: [],
  })
  const context = {
    tenantId: 'bench',
    stage,
    agentKey: undefined,
    userRole: 'user',
    sessionId: undefined,
    prompt: 'Please summarise the quarterly report.',
    contextDocs: [text.slice(0, 4_000)],
    clock: systemClock,
  }
  const runs = Math.min(RUNS_MAX, Math.max(RUNS_MIN, Math.ceil(CHARS_PER_FIGURE / text.length)))
  const times: number[] = []
  for (let run = -runs; run < runs; run += 1) {
    const started = performance.now()
    await runPolicy(policy, { text }, context)
    if (run >= 0) times.push(performance.now() - started)
  }
  return [median(times), quantile(times, 0.99)]
}
