import type { Clock } from '@gatehouse/kernel'
import type { Attack } from '../engine/attack.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Judgement } from '../engine/judge.ts'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import { type PlanOutcome, planRound, type PlanSetup } from '../engine/plan.ts'
import { decide, observe } from '../judges/decide.ts'
import type { Attempt, AttemptRecord, Journal } from './attempt.ts'
import { type Conduct, conductAttempt, type ConductPorts } from './conduct.ts'
import { createPace } from './pace.ts'
import { createPool } from './pool.ts'

/** All that a run needs. */
export interface RunSetup extends PlanSetup, Conduct {
  readonly customAttacks: readonly Attack[]
  readonly repeats: number
  readonly concurrency: number
  readonly requestsPerMinute: number | undefined
  readonly delay_ms: number
  readonly maxRequests: number | undefined
  /** 0–1. */
  readonly judgeConfidenceThreshold: number
}

export interface RunPorts extends Omit<ConductPorts, 'pace' | 'budget'> {
  readonly journal: Journal
  readonly clock: Clock
  /** Cancels the run: requests in flight are aborted, what is over stays. */
  readonly signal: AbortSignal
  /** Called when an attempt is over, in the order in which they end. */
  readonly onRecord?: (record: AttemptRecord) => void
  /**
   * Judges after the rules have, e.g. a model: what it says counts. It leaves as it is what needs no second judge.
   * @param ruled  what the rules say
   */
  readonly judge?: (exchange: Exchange, ruled: Judgement, signal: AbortSignal) => Promise<Judgement>
}

/** What a run has brought. */
export interface RunOutcome {
  /** In the order of the plan, whatever order they ended in. */
  readonly records: readonly AttemptRecord[]
  /** `partial`: it was cancelled, or the budget was spent. */
  readonly end: 'final' | 'cancelled' | 'budget'
  /** That were sent, over all processes that worked on the run as far as the journal knows, preflight apart. */
  readonly requests: number
}

/**
 * Makes all attacks of a run, round after round: a round is planned when the one before is over. What the journal holds is not
 * done again, so that a run goes on where a process has ended.
 */
export async function runAttacks(setup: RunSetup, ports: RunPorts): Promise<RunOutcome> {
  const { journal, signal, clock } = ports
  const { ended, begun } = await journal.read()
  let requests = [...ended.values()].reduce((sum, { exchange }) => sum + requestsOf(exchange), 0)
  const budget = {
    spend(): void {
      if (setup.maxRequests !== undefined && requests >= setup.maxRequests) throw new OutOfBudget()
      requests += 1
    },
  }
  const pace = createPace(setup.requestsPerMinute, setup.delay_ms, clock)
  const pool = createPool(setup.concurrency)
  const records: AttemptRecord[] = []
  const twins: Twins = new Map()
  const one = async (attempt: Attempt): Promise<AttemptRecord> => {
    const known = ended.get(attempt.key)
    if (known !== undefined) return known
    await pool.enter(signal)
    let isTooMuch = false
    try {
      await journal.begin(attempt)
      const seen = await conductAttempt(attempt, setup, { ...ports, pace, budget })
      const exchange = await besideTwin(seen, attempt, twins)
      const ruled = decide(exchange, setup.judgeConfidenceThreshold)
      const judgement = ports.judge === undefined ? ruled : await ports.judge(exchange, ruled, signal)
      const record: AttemptRecord = {
        attempt,
        exchange,
        judgement,
        observation: observe(exchange, judgement),
        maySeeTwice: begun.has(attempt.key),
      }
      isTooMuch = exchange.turns.some(({ reply }) => TOO_MUCH.has(reply.problem))
      await journal.end(record)
      ports.onRecord?.(record)
      return record
    } finally {
      pool.leave(isTooMuch)
    }
  }
  for (let round = 0; round <= setup.adaptiveRounds; round += 1) {
    const attempts = attemptsOf(round, records, setup)
    const running = attempts.map((attempt) => {
      const record = one(attempt)
      if (attempt.kind === 'benign') twins.set(attempt.attack.category, record)
      return record
    })
    const settled = await Promise.allSettled(running)
    for (const result of settled) if (result.status === 'fulfilled') records.push(result.value)
    const failed = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    if (signal.aborted) return { records, end: 'cancelled', requests }
    if (failed.some((reason) => reason instanceof OutOfBudget)) return { records, end: 'budget', requests }
    if (failed.length > 0) throw failed[0]
  }
  return { records, end: 'final', requests }
}

/** The benign twins of the run by category, over or not. */
type Twins = Map<string, Promise<AttemptRecord>>

/**
 * Adds what the target said to the honest wish of the category where an oracle compares with it. Twins are the first that a run
 * begins, so they wait for nobody, and an attack waits at most for them: in which order the target answers changes nothing.
 * @throws what the twin has thrown: judged without it, the attack would be judged otherwise than in a run that went on
 */
async function besideTwin(seen: Exchange, { kind, attack }: Attempt, twins: Twins): Promise<Exchange> {
  const isCompared = attack.oracles.some((oracle) => oracle.kind === 'cost' || oracle.kind === 'differential')
  const twin = kind === 'benign' || !isCompared ? undefined : twins.get(attack.category)
  return twin === undefined ? seen : { ...seen, benignReply: (await twin).exchange.turns.at(-1)?.reply }
}

function requestsOf({ turns, before = [] }: Exchange): number {
  return turns.length + before.length
}

/** Answers that say: not so much at once. */
const TOO_MUCH: ReadonlySet<unknown> = new Set(['rate_limited', 'timeout', 'server_error'])

function attemptsOf(round: number, before: readonly AttemptRecord[], setup: RunSetup): readonly Attempt[] {
  const outcomes = before.flatMap(({ attempt, judgement, observation }): PlanOutcome[] =>
    // Repeats say how sure a result is; the first of each tells what to try next.
    attempt.kind === 'attack' && attempt.repeat === 0
      ? [{ attack: attempt.attack, verdict: judgement.verdict, observation }]
      : [],
  )
  const planned = planRound(round, outcomes, setup).flatMap((attack) =>
    repeated('attack', round, attack, setup.repeats),
  )
  if (round > 0) return planned
  const custom = setup.customAttacks.flatMap((attack) => repeated('custom', round, attack, setup.repeats))
  // One honest wish for each category that is attacked at all.
  const first = new Map(planned.map(({ attack }) => [attack.category, attack]).toReversed() as [string, Attack][])
  const benign = [...first.values()].toReversed().flatMap((attack) => repeated('benign', round, attack, 1))
  return [...benign, ...planned, ...custom]
}

function repeated(kind: Attempt['kind'], round: number, attack: Attack, times: number): Attempt[] {
  return Array.from({ length: times }, (_, repeat) => {
    const key = `${round}/${kind}/${kind === 'benign' ? attack.category : attack.id}/${repeat}`
    return { key, kind, round, repeat, attack }
  })
}
