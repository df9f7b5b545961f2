import type { Attack } from '../engine/attack.ts'
import type { Exchange, Reply, SinkHit, Turn } from '../engine/exchange.ts'
import type { Target } from '../engine/target.ts'
import type { Attempt } from './attempt.ts'
import type { Pace } from './pace.ts'

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
}

export interface ConductPorts {
  readonly signal: AbortSignal
  readonly pace: Pace
  /** @throws {OutOfBudget} when no more may be sent */
  readonly budget: { spend(): void }
  readonly content?: ContentPort
  /** Asks the target's state; what it answers is compared. */
  readonly probe?: (signal: AbortSignal) => Promise<string | undefined>
}

/** The run may send no more. */
export class OutOfBudget extends Error {
  constructor() {
    super('the run has sent as many requests as it may')
  }
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
  let turns: readonly Turn[]
  let seen: ReturnType<ContentPort['withdraw']> | undefined
  try {
    turns = await converse(attempt, conduct.target, ports)
  } finally {
    seen = content?.withdraw(attempt)
  }
  const stateAfter = needsState ? await probe?.(signal) : undefined
  return {
    // The benign twin wants nothing, so that nothing can be seen of it.
    attack: kind === 'benign' ? { ...attack, turns: [attack.benign], history: [], oracles: [], plants: [] } : attack,
    turns,
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

async function converse({ attack, kind }: Attempt, target: Target, ports: ConductPorts): Promise<readonly Turn[]> {
  if (kind === 'benign') return talk([attack.benign], [], target, ports)
  const { turns, history, before = [] } = attack
  if (before.length === 0) return talk(turns, history, target, ports)
  // The session of somebody else stays open meanwhile: what it holds is what must not come out here.
  return talk(before, [], target, ports, (others) => {
    const failed = others.filter(({ reply }) => isOver(reply))
    return failed.length > 0 ? Promise.resolve(failed) : talk(turns, history, target, ports)
  })
}

/** One session. @param meanwhile  what is done before it is closed, in place of which its turns are forgotten */
async function talk(
  messages: readonly string[],
  history: Attack['history'],
  target: Target,
  ports: ConductPorts,
  meanwhile?: (turns: readonly Turn[]) => Promise<readonly Turn[]>,
): Promise<readonly Turn[]> {
  const session = await target.open()
  const turns: Turn[] = []
  try {
    for (const sent of messages) {
      await ports.pace.next(ports.signal)
      ports.budget.spend()
      const reply = await session.say(sent, turns.length === 0 ? history : [], ports.signal)
      turns.push({ sent: reply.sent ?? sent, reply })
      // Who does not answer one message is not asked the next.
      if (isOver(reply)) break
    }
    return meanwhile === undefined ? turns : await meanwhile(turns)
  } finally {
    await session.close()
  }
}

function isOver({ problem }: Reply): boolean {
  return problem !== undefined
}
