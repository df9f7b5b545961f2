/**
 * Attacks third-party agents with documented weaknesses, and counts the weaknesses that are found:
 *   npm run bench:redteam:outside [-- --agents legacybot,toolbot] [--modes blind,declared] [--attacks 15] [--rounds 3] [--misses]
 * The task is node --conditions=gatehouse bench/redteam/outside.ts. The archive of the agents is not part of the repository; without it,
 * nothing runs.
 */
import { parseArgs } from 'node:util'
import { findArchive, startAgents } from './outside/agents.ts'
import { type AgentResult, attackAgent, type Mode, MODES } from './outside/attack-agent.ts'
import { printMisses, printResult, printTotals } from './outside/print.ts'
import { OUTSIDE_AGENTS } from './outside/truth.ts'

const { values } = parseArgs({
  options: {
    agents: { type: 'string' },
    modes: { type: 'string', default: MODES.join(',') },
    attacks: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: 'outside' },
    misses: { type: 'boolean', default: false },
  },
})

const archive = findArchive()
if (archive === undefined) {
  process.stdout.write(
    'The archive of the third-party agents (shared/data/outside/dvaa.tar.gz) is absent: nothing to do.\n',
  )
} else {
  const names = values.agents?.split(',')
  const chosen = OUTSIDE_AGENTS.filter(({ name }) => names === undefined || names.includes(name))
  const agents = await startAgents(archive, OUTSIDE_AGENTS.map(({ port }) => port)) // prettier-ignore
  try {
    for (const mode of values.modes.split(',') as Mode[]) {
      const results: AgentResult[] = []
      process.stdout.write(`\n${mode}\n`)
      for (const agent of chosen) {
        const options = { attacks: Number(values.attacks), rounds: Number(values.rounds), seed: values.seed, mode }
        const result = await attackAgent(agent, agents, options)
        results.push(result)
        printResult(result)
        if (values.misses) printMisses(result)
      }
      printTotals(results)
    }
  } finally {
    agents.stop()
  }
}
