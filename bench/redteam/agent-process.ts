import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the agent has counted. */
export interface AgentReport {
  requests: number
  /** Ids of attacks to which it has given in. */
  violations: string[]
  /** Messages that were no attack of the plan. */
  unknown: number
  /** Of its clock: the first request came, the last answer went. */
  began_ms: number
  ended_ms: number
}

export interface Agent {
  readonly url: string
  readonly port: number
  /** What it has counted since the last time, and begins anew. */
  readonly take: () => Promise<AgentReport>
  readonly stop: () => void
}

/** @param attacksEach  of each category, whose truth it knows; 0: it answers all alike */
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
