import { megabytes } from '../appsec/watched.ts'
import { startAgent } from './agent-process.ts'
import { rateOf, runEngine } from './speed.ts'

/** Nearly a hundred categories, without those that need missing capabilities: more than 20,000 attacks. */
const ATTACKS_EACH = 345
/** Issue 7: 20,000 attacks. */
const ATTACKS_MIN = 20_000
const MEMORY_BYTES_MAX = 400_000_000
const out = (line: string) => process.stdout.write(`${line}\n`)

/** A large run with its report against an agent that answers at once with a kilobyte, in a process of its own. */
export async function benchMemory(): Promise<void> {
  const agent = await startAgent(0, 0)
  try {
    const { run, process: used, seen } = await runEngine(agent, ATTACKS_EACH, 'all')
    out(`${run.attacks} attacks (${ATTACKS_MIN} wanted) over HTTP, with their report: ${megabytes(used.memory_bytes)}`)
    out(`  ${(used.memory_bytes / MEMORY_BYTES_MAX).toFixed(2)} of the limit; the whole process, at its most`)
    out(`  ${run.seconds.toFixed(1)} s, ${rateOf(seen).toFixed(0)} requests/s; report ${run.report_s.toFixed(2)} s`)
    out(`  ${((used.cpu_s * 1_000) / seen.requests).toFixed(2)} ms of processors for each attack`)
    if (run.attacks < ATTACKS_MIN || used.memory_bytes > MEMORY_BYTES_MAX) process.exitCode = 1
  } finally {
    agent.stop()
  }
}
