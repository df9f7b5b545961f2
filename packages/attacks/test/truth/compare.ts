import type { Verdict } from '@gatehouse/contracts'
import { type AgentSpec, type Asked, type Ledger, type Truth, truthOf } from '@gatehouse/testkit'
import { allCategories } from '../../src/categories.gen.ts'
import type { Attack } from '../../src/engine/attack.ts'
import type { AttemptRecord } from '../../src/run/attempt.ts'

/** One attack: what the agent knows that it did, and what the judges say. */
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
  /** The last message was answered by the agent, a guard or nobody. */
  readonly answeredBy: 'agent' | 'guard' | 'nobody'
  readonly record: AttemptRecord
}

const GROUPS = new Map(allCategories.map(({ name, group }) => [name, group]))

/**
 * Joins attempts to the conversations that the agent remembers, by what was said in them: attacks differ in their words.
 * @throws {Error} where the agent knows nothing of an attempt that was answered: then the comparison would be worth nothing
 */
export function compare(records: readonly AttemptRecord[], ledger: Ledger, agent: AgentSpec): readonly Compared[] {
  const talks = Map.groupBy([...ledger.sessions().values()], (entries) => keyOf(entries.map(({ heard }) => heard)))
  return records.flatMap((record) => {
    const { attempt, exchange, judgement } = record
    if (attempt.kind !== 'attack') return []
    const entries = talks.get(keyOf(exchange.turns.map(({ sent }) => sent)))?.shift()
    const last = exchange.turns.at(-1)?.reply
    if (entries === undefined && last?.problem === undefined) {
      throw new Error(`${agent.name} does not know of an attack of ${attempt.attack.category}`)
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

function askedBy({ category, oracles, before = [] }: Attack, { hidesCalls }: AgentSpec): Asked {
  const canaries = new Set(oracles.flatMap((oracle) => (oracle.kind === 'canary' ? [oracle.of] : [])))
  return {
    category,
    secret: canaries.has('target'),
    // What leaves no trace can be seen by the state alone, where an attack looks at that.
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

/** A message that is a request of a protocol arrives as one, however it was written. */
function asRequest(message: string): string {
  if (!REQUEST.test(message)) return message
  try {
    const { method, params = {} } = JSON.parse(message) as { readonly method: string; readonly params?: object }
    return JSON.stringify({ method, params })
  } catch {
    // With more behind it, it is no request any more.
    return message
  }
}
