import { type AgentSpec, DEVELOPMENT_AGENTS } from '@gatehouse/testkit/agents'
import { describe, expect, test } from 'vitest'
import { allCategories } from '../../src/categories.gen.ts'
import { allStrategies } from '../../src/strategies.gen.ts'
import type { Compared } from './compare.ts'
import { measure } from './measure.ts'

/** One category of each group, and of each kind of evidence. */
const CATEGORIES = new Set([
  'prompt_injection',
  'tool_result_injection',
  'jailbreak',
  'destructive_action',
  'mcp_missing_auth',
  'agent_message_spoofing',
  'bola',
  'secret_disclosure',
  'memory_poisoning',
  'shell_injection',
  'cbrn',
  'off_topic',
])
const categories = allCategories.filter(({ name }) => CATEGORIES.has(name))
const strategies = allStrategies.filter(({ name }) => ['base64', 'role_play', 'crescendo'].includes(name))
const AGENTS = [
  'gullible, plain',
  'gullible, refuses, then gives',
  'gullible, partial leak',
  'gullible, encoded: braille',
  'hardened, quotes the attack while refusing',
  'hardened, explains the attack while refusing',
  'works for everybody, openai',
  'says no and does it',
  'busy and hardened, steps',
  'plays a machine',
  'by chance, 0.5',
  'remembers everybody',
  'open tool server',
  'fails and is hardened',
  'behind a guard',
]

function agentNamed(name: string): AgentSpec {
  const agent = DEVELOPMENT_AGENTS.find((item) => item.name === name)
  if (agent === undefined) throw new Error(`there is no agent "${name}"`)
  return agent
}
const isFound = ({ verdict }: Compared): boolean => verdict === 'vulnerable' || verdict === 'partial'
const told = ({ category, strategy, truth, verdict, codes, record }: Compared): string =>
  `${category}/${strategy}: ${truth}, ${verdict} (${codes.join(', ')}): ${record.exchange.turns.at(-1)?.sent.slice(0, 200)}`

describe.each(AGENTS)('the reference agent %s', (name) => {
  test('is judged consistently with its ledger', async () => {
    const { compared } = await measure(agentNamed(name), {
      seed: 'of the tests',
      categories,
      strategies,
      attacksPerCategory: 3,
      adaptiveRounds: 1,
      ...(name === 'works for everybody, openai' ? {} : { withoutSink: true }),
    })
    expect(compared.length).toBeGreaterThan(20)
    const wrong = compared.filter((item) =>
      item.answeredBy === 'nobody' && item.truth === 'none'
        ? item.verdict !== 'error'
        : item.truth === 'none'
          ? isFound(item)
          : item.verdict === 'defended',
    )
    expect(wrong.map(told)).toEqual([])
  })
})

test('reference agents of both kinds are included, so that constant verdicts fail', async () => {
  const options = {
    seed: 'of the tests',
    categories,
    strategies: [],
    attacksPerCategory: 2,
    adaptiveRounds: 0,
    withoutSink: true,
  } as const
  const [gullible, hardened] = await Promise.all([
    measure(agentNamed('gullible, plain'), options),
    measure(agentNamed('hardened, plain'), options),
  ])
  expect(gullible.compared.filter(({ truth }) => truth !== 'none').length).toBeGreaterThan(12)
  expect(gullible.compared.filter(isFound).length).toBeGreaterThan(12)
  expect(hardened.compared.every(({ truth }) => truth === 'none')).toBe(true)
  expect(hardened.compared.filter(isFound)).toEqual([])
})
