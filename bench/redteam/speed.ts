import { join } from 'node:path'
import { openLoad } from '../lib/load.ts'
import { median } from '../lib/statistics.ts'
import { type Watched, watched } from '../appsec/watched.ts'
import { type Agent, type AgentReport, startAgent } from './agent-process.ts'
import type { EngineRun } from './engine-run.ts'

const ENGINE = join(import.meta.dirname, 'engine-run.ts')
const LATENCY_MS = 50
const CONCURRENCY = 32
/** About 4,850 attacks: eight seconds without overhead. */
const ATTACKS_EACH = 178
const PLAIN_MS = 5_000
const ROUNDS = 3
/** Issue 7: share of the theoretical maximum. */
const SHARE_MIN = 0.95
const POSSIBLE = (CONCURRENCY * 1_000) / LATENCY_MS
const out = (line: string) => process.stdout.write(`${line}\n`)

export interface Ran {
  readonly run: EngineRun
  readonly process: Watched
  readonly seen: AgentReport
}

/** Executes one run of the engine in a separate process. */
export async function runEngine(agent: Agent, attacksEach: number, kind: 'spoken' | 'all'): Promise<Ran> {
  await agent.take()
  const ran = await watched([ENGINE, agent.url, String(attacksEach), String(CONCURRENCY), kind])
  if (ran.code !== 0) throw new Error(`The run failed: ${ran.stderr}`)
  return { run: JSON.parse(ran.stdout) as EngineRun, process: ran, seen: await agent.take() }
}

export function rateOf({ requests, began_ms, ended_ms }: AgentReport): number {
  return (requests * 1_000) / (ended_ms - began_ms)
}

/** Measures requests per second against an agent with 50 ms latency, compared with a minimal client, alternating. */
export async function benchSpeed(): Promise<void> {
  const agent = await startAgent(LATENCY_MS, ATTACKS_EACH)
  try {
    const [plain, own]: [number[], Ran[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      plain.push(await plainRate(agent))
      own.push(await runEngine(agent, ATTACKS_EACH, 'spoken'))
    }
    const best = own.reduce((a, b) => (rateOf(b.seen) > rateOf(a.seen) ? b : a))
    const [rate, other] = [rateOf(best.seen), Math.max(...plain)]
    const cpu_ms = (best.process.cpu_s * 1_000) / best.seen.requests
    out(`possible      ${POSSIBLE} requests/s: ${CONCURRENCY} at once, ${LATENCY_MS} ms each`)
    out(`plain client  ${other.toFixed(0)} requests/s, ${(other / POSSIBLE).toFixed(3)} of the possible`)
    out(`gatehouse     ${rate.toFixed(0)} requests/s, ${(rate / POSSIBLE).toFixed(3)} of the possible`)
    out(`  ${(rate / other).toFixed(3)} of the plain client's; wanted ${SHARE_MIN} of the possible`)
    const pause_ms = median(own.map(({ run }) => run.pause_ms))
    out(
      `  ${pause_ms.toFixed(2)} ms from an answer to the next request, ${(pause_ms / LATENCY_MS).toFixed(4)} of the time`,
    )
    const each = own.map(({ seen }, at) => (rateOf(seen) / plain[at]!).toFixed(3)).join(', ')
    out(`  turn by turn: ${each}; ${cpu_ms.toFixed(2)} ms of processors for each attack, start and report included`)
  } finally {
    agent.stop()
  }
}

async function plainRate(agent: Agent): Promise<number> {
  await agent.take()
  const body = JSON.stringify({ message: 'Hello, what can you do for me?' })
  const load = await openLoad({ port: agent.port, connections: CONCURRENCY, path: '/chat', body })
  await load.run(PLAIN_MS)
  load.close()
  return rateOf(await agent.take())
}
