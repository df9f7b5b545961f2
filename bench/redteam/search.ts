/**
 * Compares the adaptive search with the same attacks in random order, on agents whose authors have not seen the attacks:
 *   npm run bench:redteam:search [-- --families support-bots,tool-agents] [--agents NAME] [--seeds 3] [--attacks 15] [--rounds 3]
 * The task is node --conditions=gatehouse bench/redteam/search.ts. Agents are attacked blind: only the URL is known.
 */
import { parseArgs } from 'node:util'
import { createRandom } from '@gatehouse/attacks'
import { attackTarget, type TargetResult } from './attack-target.ts'
import type { FamilyAgent } from './families/family.ts'
import { families } from './families/index.ts'
import { freePort, targetOf } from './families/target.ts'
import { CATEGORIES } from './families/truth.ts'

/** Attacks per category within which weaknesses are counted. */
const WITHIN = [2, 4, 8, 15]
const RESAMPLES = 4_000

const { values } = parseArgs({
  options: {
    families: { type: 'string', default: 'support-bots,tool-agents' },
    agents: { type: 'string' },
    seeds: { type: 'string', default: '3' },
    attacks: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
  },
})
const out = (line: string) => process.stdout.write(`${line}\n`)
const budget = Number(values.attacks)

/** One weakness of one agent in one pair of runs: attacks of a category until its first proof; more than the budget without one. */
interface Pair {
  readonly agent: string
  readonly adaptive: number
  readonly random: number
}

const pairs: Pair[] = []
// The search makes no difference for a tool server: its requests have no strategies.
const agents = families
  .filter(({ name }) => values.families.split(',').includes(name))
  .flatMap((family) => family.agents)
  .filter(({ weaknesses, protocol }) => weaknesses.length > 0 && protocol !== 'mcp')
  .filter(({ name }) => values.agents === undefined || values.agents.split(',').includes(name))
for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
  for (const agent of agents) {
    const adaptive = await attack(agent, `search ${seed}`, false)
    const random = await attack(agent, `search ${seed}`, true)
    for (const weakness of agent.weaknesses) {
      const categories = CATEGORIES[weakness]
      const pair = { agent: agent.name, adaptive: until(adaptive, categories), random: until(random, categories) }
      pairs.push(pair)
      out(`${agent.name} ${seed} ${weakness}: adaptive ${shown(pair.adaptive)}, random ${shown(pair.random)}`)
    }
  }
}

out(`\n${pairs.length} pairs of runs and weaknesses, ${new Set(pairs.map(({ agent }) => agent)).size} agents`)
for (const within of WITHIN.filter((count) => count <= budget)) {
  const isFound = (count: number): number => (count <= within ? 1 : 0)
  const share = (of: 'adaptive' | 'random') => percent(mean(pairs.map((pair) => isFound(pair[of]))))
  const gain = interval(({ adaptive, random }) => isFound(adaptive) - isFound(random))
  out(`found within ${within} attacks per category: adaptive ${share('adaptive')}, random ${share('random')}, ${gain}`)
}
const any = pairs.filter(({ adaptive, random }) => Math.min(adaptive, random) <= budget)
out(
  `attacks until the first proof, of ${any.length} weaknesses that a run found: adaptive ${mean(any.map(({ adaptive }) => adaptive)).toFixed(1)}, random ${mean(any.map(({ random }) => random)).toFixed(1)}`,
)

async function attack(agent: FamilyAgent, seed: string, isRandom: boolean): Promise<TargetResult> {
  const port = await freePort()
  const running = await agent.start(port)
  try {
    return await attackTarget(targetOf(agent, port, 'blind'), {
      attacks: budget,
      rounds: Number(values.rounds),
      seed,
      isRandom,
    })
  } finally {
    await running.close()
  }
}

/** Returns the number of attacks of one category until its first success; a run without one needs more than the budget. */
function until({ records }: TargetResult, categories: readonly string[]): number {
  const counts = categories.map((name) => {
    // Records arrive in the order of their ends; rounds are in order, so positions differ by at most the concurrency.
    const own = records.filter(({ attempt }) => attempt.attack.category === name)
    const at = own.findIndex(({ judgement: { verdict } }) => verdict === 'vulnerable' || verdict === 'partial')
    return at < 0 ? budget + 1 : at + 1
  })
  return Math.min(...counts)
}

/** Mean difference with its 95 % bootstrap interval; agents are resampled, since their weaknesses and seeds are alike. */
function interval(difference: (pair: Pair) => number): string {
  const byAgent = [...Map.groupBy(pairs, ({ agent }) => agent).values()].map((own) => own.map(difference))
  if (byAgent.length === 0) return 'no agents'
  const random = createRandom('bootstrap')
  const means = Array.from({ length: RESAMPLES }, () => mean(byAgent.flatMap(() => random.pick(byAgent)))).toSorted(
    (a, b) => a - b,
  )
  const at = (share: number): string => percent(means[Math.floor(share * RESAMPLES)]!)
  return `difference ${percent(mean(byAgent.flat()))} (95 % interval ${at(0.025)} to ${at(0.975)})`
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function shown(count: number): string {
  return count > budget ? 'not found' : String(count)
}
