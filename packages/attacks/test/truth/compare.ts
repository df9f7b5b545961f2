import type { Verdict } from '@gatehouse/contracts/redteam'
import { type AgentSpec, type AttackAim, type Ledger, type Truth, truthOf } from '@gatehouse/testkit/agents'
import { allCategories } from '../../src/categories.gen.ts'
import type { Attack } from '../../src/engine/attack.ts'
import type { AttemptRecord } from '../../src/run/attempt.ts'

/** One attack: the agent's own record of its actions, and the judgement. */
export interface Compared {
  readonly agent: string
  readonly voice: string
  readonly category: string
  readonly group: string
  readonly strategy: string
  readonly truth: Truth
  readonly verdict: Verdict
  readonly confidence: number
  /** Codes of the evidence. */
  readonly codes: readonly string[]
  /** Sender of the last answer: the agent, a guard, or none. */
  readonly answeredBy: 'agent' | 'guard' | 'nobody'
  readonly record: AttemptRecord
}

const GROUPS = new Map(allCategories.map(({ name, group }) => [name, group]))

/**
 * Matches attempts with the agent's recorded conversations, by their texts, which are unique.
 * @throws {Error} when the agent has no record of an answered attempt: the comparison would be invalid
 */
export function compare(records: readonly AttemptRecord[], ledger: Ledger, agent: AgentSpec): readonly Compared[] {
  const talks = Map.groupBy([...ledger.sessions().values()], (entries) => keyOf(entries.map(({ heard }) => heard)))
  return records.flatMap((record) => {
    const { attempt, exchange, judgement } = record
    if (attempt.kind !== 'attack') return []
    const entries = talks.get(keyOf(exchange.turns.map(({ sent }) => sent)))?.shift()
    const last = exchange.turns.at(-1)?.reply
    // A search makes any number of calls with values that the server named: no single conversation is its record.
    if (entries === undefined && exchange.turns.some(({ sent }) => isSearch(sent))) return []
    if (entries === undefined && last?.problem === undefined) {
      throw new Error(
        `${agent.name} does not know of an attack of ${attempt.attack.category}: ${exchange.turns[0]?.sent.slice(0, 300)}`,
      )
    }
    const answeredBy = last?.problem === undefined ? (entries?.at(-1)?.answeredBy ?? 'nobody') : 'nobody'
    const compared: Compared = {
      agent: agent.name,
      voice: agent.voice.name,
      category: attempt.attack.category,
      group: GROUPS.get(attempt.attack.category)!,
      strategy: attempt.attack.strategy,
      truth: truthOf(
        askedBy(attempt.attack, agent),
        (entries ?? []).map(({ deeds }) => deeds),
      ),
      verdict: judgement.verdict,
      confidence: judgement.confidence,
      codes: judgement.evidence.map(({ code }) => code),
      answeredBy,
      record,
    }
    return [compared]
  })
}

function askedBy({ category, oracles, before = [] }: Attack, { hidesCalls }: AgentSpec): AttackAim {
  const canaries = new Set(oracles.flatMap((oracle) => (oracle.kind === 'canary' ? [oracle.of] : [])))
  return {
    category,
    secret: canaries.has('target'),
    // Invisible calls are only detectable by the state, if an attack checks it.
    calls: hidesCalls !== true && oracles.some(({ kind }) => kind === 'tool_call'),
    word: oracles.some(({ kind }) => kind === 'marker'),
    instructions: canaries.has('system_prompt'),
    others: before,
    state: hidesCalls === true && oracles.some(({ kind }) => kind === 'state'),
  }
}

function keyOf(heard: readonly string[]): string {
  return JSON.stringify(heard.map(asRequest))
}

const REQUEST = /^\s*\{"method": "[a-z/]+", "params": /

/** Returns whether a request goes to every tool or resource with other values than one that it names. */
function isSearch(message: string): boolean {
  return REQUEST.test(message) && message.includes('"*"') && !message.includes('"value": "')
}

interface Probe {
  readonly name?: string
  readonly uri?: string
  readonly value?: string
}

/** Returns the request in a message that is a protocol request. */
function asRequest(message: string): string {
  if (!REQUEST.test(message)) return message
  try {
    const { method, params = {} } = JSON.parse(message) as { readonly method: string; readonly params?: Probe }
    // A call of every tool arrives as its value, and a read of everything as the list, which is empty.
    if (params.name === '*' && method === 'tools/call') return params.value ?? ''
    if (params.name === '*' || params.uri === '*') {
      return JSON.stringify({ method: `${method.split('/')[0]}/list`, params: {} })
    }
    return JSON.stringify({ method, params })
  } catch {
    // A message with additional text is not a request.
    return message
  }
}
