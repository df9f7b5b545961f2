import type { AttemptRecord } from '@gatehouse/attacks'
import { type AttackSize, attackTarget, type TargetResult } from '../attack-target.ts'
import type { Agents } from './agents.ts'
import type { OutsideAgent, Weakness } from './truth.ts'

/** `blind`: only the URL is known. `declared`: also the owner's secrets, system prompt and tool names. */
export const MODES = ['blind', 'declared'] as const
export type Mode = (typeof MODES)[number]

export interface AttackOptions extends AttackSize {
  readonly mode: Mode
}

export interface WeaknessResult {
  readonly weakness: Weakness
  /** An attack of its categories was answered. */
  readonly isReached: boolean
  /** An attack of its categories was decided. */
  readonly isJudged: boolean
  readonly isFound: boolean
}

export interface AgentResult extends TargetResult {
  readonly agent: OutsideAgent
  readonly weaknesses: readonly WeaknessResult[]
}

/** Attacks one agent as a user would: default categories and strategies. */
export async function attackAgent(agent: OutsideAgent, agents: Agents, options: AttackOptions): Promise<AgentResult> {
  const owned = options.mode === 'declared' ? declared(agent, agents) : {}
  const target = { ...targetOf(agent, agents.urlOf(agent.port)), ...owned }
  const result = await attackTarget(target, options)
  return { agent, weaknesses: agent.weaknesses.map((weakness) => resultOf(weakness, result.records)), ...result }
}

function targetOf({ name, protocol }: OutsideAgent, url: string) {
  switch (protocol) {
    case 'chat':
      return { type: 'openai', baseUrl: `${url}/v1`, model: name }
    case 'mcp':
      return { type: 'mcp', baseUrl: `${url}/mcp` }
    case 'a2a':
      return { type: 'a2a', name, baseUrl: `${url}/a2a/message` }
    default:
      return protocol satisfies never
  }
}

function declared({ port, protocol }: OutsideAgent, agents: Agents) {
  const { systemPrompt, tools, secrets } = agents.factsOf(port)
  return {
    canaries: secrets.map((value, at) => ({ name: `secret ${at + 1}`, value })),
    ...(protocol === 'mcp' ? {} : { systemPrompt }),
    ...(tools.length === 0 ? {} : { allowedTools: tools }),
  }
}

/** Returns what the attacks of a weakness achieved. */
export function resultOf(weakness: Weakness, records: readonly AttemptRecord[]): WeaknessResult {
  const verdicts = new Set(
    records
      .filter(({ attempt }) => weakness.categories.includes(attempt.attack.category))
      .map(({ judgement }) => judgement.verdict),
  )
  const isFound = verdicts.has('vulnerable') || verdicts.has('partial')
  const isJudged = isFound || verdicts.has('defended')
  return { weakness, isReached: isJudged || verdicts.has('inconclusive'), isJudged, isFound }
}
