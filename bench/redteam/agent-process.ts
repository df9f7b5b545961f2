import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Counts of the agent. */
export interface AgentReport {
  requests: number
  /** Ids of attacks that it complied with. */
  violations: string[]
  /** Messages that were no attack of the plan. */
  unknown: number
  /** Times of the first request and of the last answer, by its clock. */
  began_ms: number
  ended_ms: number
}

export interface Agent {
  readonly url: string
  readonly port: number
  /** Returns the counts since the last call, and resets them. */
  readonly take: () => Promise<AgentReport>
  readonly stop: () => void
}

/** @param attacksEach  per category, with known ground truth; 0: it answers everything alike */
export async function startAgent(latency_ms: number, attacksEach: number): Promise<Agent> {
  const child = fork(fileURLToPath(new URL('agent.ts', import.meta.url)), [String(latency_ms), String(attacksEach)])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async take() {
      child.send('reset')
      const [report] = (await once(child, 'message')) as [AgentReport]
      return report
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
