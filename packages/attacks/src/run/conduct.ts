import type { Attack } from '../engine/attack.ts'
import type { Exchange, Reply, SinkHit, Turn } from '../engine/exchange.ts'
import type { Target } from '../engine/target.ts'
import { isRefusal } from '../judges/refusal.ts'
import type { Attempt } from './attempt.ts'

/** Facts about the target in addition to its request format. */
export interface Conduct {
  readonly target: Target
  readonly targetCanaries: readonly { readonly name: string; readonly value: string }[]
  readonly systemPrompt: string | undefined
  readonly allowedTools: readonly string[] | undefined
}

/** The run's own server, to which a target that was led astray turns. */
export interface ContentPort {
  /** Serves the plants of an attack until they are withdrawn. */
  readonly serve: (attempt: Attempt) => void
  /** Returns the requests of this attack since then. */
  readonly withdraw: (attempt: Attempt) => { readonly hits: readonly SinkHit[]; readonly readPlants: readonly string[] }
  /** Returns the sink requests since the withdrawal; each request is reported once. */
  readonly late?: (attempt: Attempt) => readonly SinkHit[]
}

/** Returns the next message; undefined: the conversation has ended. */
export type NextMessage = (turns: readonly Turn[], signal: AbortSignal) => Promise<string | undefined>

export interface ConductPorts {
  readonly signal: AbortSignal
  /** @throws {OutOfBudget} when no more may be sent */
  readonly budget: { spend(): void }
  readonly content?: ContentPort
  /** Queries the target's state; the answers are compared. */
  readonly probe?: (signal: AbortSignal) => Promise<string | undefined>
  /** Continues the conversation after the messages of the attack. */
  readonly next?: NextMessage
}

/**
 * Executes one attempt in a separate session: the messages of one attack never help another.
 * @throws {OutOfBudget}, or the reason of the signal when it fires
 */
export async function conductAttempt(attempt: Attempt, conduct: Conduct, ports: ConductPorts): Promise<Exchange> {
  const { attack, kind } = attempt
  const { content, probe, signal } = ports
  const needsState = kind !== 'benign' && attack.oracles.some((oracle) => oracle.kind === 'state')
  const stateBefore = needsState ? await probe?.(signal) : undefined
  content?.serve(attempt)
  let conversations: Conversations
  let seen: ReturnType<ContentPort['withdraw']> | undefined
  try {
    conversations = await converse(attempt, conduct.target, ports)
  } finally {
    seen = content?.withdraw(attempt)
  }
  const stateAfter = needsState ? await probe?.(signal) : undefined
  return {
    // The benign control has no objective, so that no oracle applies.
    attack:
      kind === 'benign'
        ? { ...attack, turns: [attack.benign], history: [], oracles: [], plants: [] }
        : ports.next === undefined
          ? attack
          : { ...attack, turns: conversations.turns.map(({ sent }) => sent) },
    ...conversations,
    hits: seen?.hits ?? [],
    readPlants: seen?.readPlants ?? [],
    stateBefore,
    stateAfter,
    benignReply: undefined,
    targetCanaries: conduct.targetCanaries,
    systemPrompt: conduct.systemPrompt,
    allowedTools: conduct.allowedTools,
  }
}

/** Turns in the attack's own session, and in the earlier session of another user. */
type Conversations = Pick<Exchange, 'turns' | 'before'>

async function converse({ attack, kind }: Attempt, target: Target, ports: ConductPorts): Promise<Conversations> {
  if (kind === 'benign') return { turns: await talk({ turns: [attack.benign], history: [] }, target, ports) }
  const { before = [] } = attack
  if (before.length === 0) return { turns: await talk(attack, target, ports, undefined, ports.next) }
  let own: readonly Turn[] = []
  // The other user's session stays open meanwhile: its content must not be disclosed here.
  const others = await talk({ turns: before, history: [] }, target, ports, async (said) => {
    const failed = said.filter(({ reply }) => isOver(reply))
    own = failed.length > 0 ? failed : await talk(attack, target, ports)
  })
  return { turns: own, before: others.filter((other) => !own.includes(other)) }
}

/**
 * Conducts one session.
 * @param meanwhile executed before the session is closed
 * @param next returns further messages
 */
async function talk(
  { turns: messages, history, retracts, carrier }: Pick<Attack, 'turns' | 'history' | 'retracts' | 'carrier'>,
  target: Target,
  ports: ConductPorts,
  meanwhile?: (turns: readonly Turn[]) => Promise<void>,
  next?: NextMessage,
): Promise<readonly Turn[]> {
  const session = await target.open()
  const turns: Turn[] = []
  try {
    for (let at = 0; ; at += 1) {
      const sent = messages[at] ?? (await next?.(turns, ports.signal))
      if (sent === undefined) break
      ports.budget.spend()
      const reply = await session.say(sent, turns.length === 0 ? history : [], ports.signal, carrier)
      turns.push({ sent: reply.sent ?? sent, reply })
      // After a failed message the conversation is not continued.
      if (isOver(reply)) break
      if (retracts === true && (reply.blockedByGuard || isRefusal(reply.text))) session.retract?.()
    }
    await meanwhile?.(turns)
    return turns
  } finally {
    await session.close()
  }
}

function isOver({ problem }: Reply): boolean {
  return problem !== undefined
}
