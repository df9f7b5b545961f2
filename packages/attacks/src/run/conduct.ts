import type { Attack } from '../engine/attack.ts'
import type { Exchange, Reply, SinkHit, Turn } from '../engine/exchange.ts'
import type { Target } from '../engine/target.ts'
import type { Attempt } from './attempt.ts'

/** What is known of the target beside how it is asked. */
export interface Conduct {
  readonly target: Target
  readonly targetCanaries: readonly { readonly name: string; readonly value: string }[]
  readonly systemPrompt: string | undefined
  readonly allowedTools: readonly string[] | undefined
}

/** The run's own server, to which a target that was led astray turns. */
export interface ContentPort {
  /** Serves what is planted for an attack, until it is withdrawn. */
  readonly serve: (attempt: Attempt) => void
  /** What was asked for of this attack since. */
  readonly withdraw: (attempt: Attempt) => { readonly hits: readonly SinkHit[]; readonly readPlants: readonly string[] }
  /** What has come to its sink since it was withdrawn; each request is told once. */
  readonly late?: (attempt: Attempt) => readonly SinkHit[]
}

/** Says what is said next; undefined: the conversation is over. */
export type NextMessage = (turns: readonly Turn[], signal: AbortSignal) => Promise<string | undefined>

export interface ConductPorts {
  readonly signal: AbortSignal
  /** @throws {OutOfBudget} when no more may be sent */
  readonly budget: { spend(): void }
  readonly content?: ContentPort
  /** Asks the target's state; what it answers is compared. */
  readonly probe?: (signal: AbortSignal) => Promise<string | undefined>
  /** Goes on where the messages of the attack end. */
  readonly next?: NextMessage
}

/**
 * Makes one attempt in a session of its own: what one attack has said never helps another.
 * @throws {OutOfBudget}, or the reason of the signal when it fires
 */
export async function conductAttempt(attempt: Attempt, conduct: Conduct, ports: ConductPorts): Promise<Exchange> {
  const { attack, kind } = attempt
  const { content, probe, signal } = ports
  const needsState = kind !== 'benign' && attack.oracles.some((oracle) => oracle.kind === 'state')
  const stateBefore = needsState ? await probe?.(signal) : undefined
  content?.serve(attempt)
  let said: Conversations
  let seen: ReturnType<ContentPort['withdraw']> | undefined
  try {
    said = await converse(attempt, conduct.target, ports)
  } finally {
    seen = content?.withdraw(attempt)
  }
  const stateAfter = needsState ? await probe?.(signal) : undefined
  return {
    // The benign twin wants nothing, so that nothing can be seen of it.
    attack:
      kind === 'benign'
        ? { ...attack, turns: [attack.benign], history: [], oracles: [], plants: [] }
        : ports.next === undefined
          ? attack
          : { ...attack, turns: said.turns.map(({ sent }) => sent) },
    ...said,
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

/** What was said in the attack's own session, and in that of somebody else before. */
type Conversations = Pick<Exchange, 'turns' | 'before'>

async function converse({ attack, kind }: Attempt, target: Target, ports: ConductPorts): Promise<Conversations> {
  if (kind === 'benign') return { turns: await talk([attack.benign], [], target, ports) }
  const { turns, history, before = [] } = attack
  if (before.length === 0) return { turns: await talk(turns, history, target, ports, undefined, ports.next) }
  let own: readonly Turn[] = []
  // The session of somebody else stays open meanwhile: what it holds is what must not come out here.
  const others = await talk(before, [], target, ports, async (said) => {
    const failed = said.filter(({ reply }) => isOver(reply))
    own = failed.length > 0 ? failed : await talk(turns, history, target, ports)
  })
  return { turns: own, before: others.filter((one) => !own.includes(one)) }
}

/**
 * One session.
 * @param meanwhile  what is done before it is closed
 * @param next  what is said after the messages
 */
async function talk(
  messages: readonly string[],
  history: Attack['history'],
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
      const reply = await session.say(sent, turns.length === 0 ? history : [], ports.signal)
      turns.push({ sent: reply.sent ?? sent, reply })
      // Who does not answer one message is not asked the next.
      if (isOver(reply)) break
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
