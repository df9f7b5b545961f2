import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@gatehouse/kernel'
import type { Attack } from '../engine/attack.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Judgement } from '../engine/judge.ts'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import { type PlannedAttack, planAttacks, type PlanOutcome, type PlanSetup, quotaOf } from '../engine/plan.ts'
import { FEATURE_UNITS } from '../engine/reply-features.ts'
import { contentHashes, disclosesContent } from '../judges/content/content-judge.ts'
import { decide, observe } from '../judges/decide.ts'
import type { Attempt, AttemptRecord, Journal } from './attempt.ts'
import { type Conduct, conductAttempt, type ConductPorts, type NextMessage } from './conduct.ts'
import { LATE_HITS_MS, resumeListening, withLateHits } from './late-hits.ts'
import { createPool, type Pool } from './pool.ts'
import { type AttackWriter, runWritten } from './written.ts'

/** All that a run needs. */
export interface RunSetup extends PlanSetup, Conduct {
  /** Attacks of the caller; planned ones get new words and addresses for each repetition. */
  readonly customAttacks: readonly (Attack | PlannedAttack)[]
  /** Hashes of content that the target returns to harmless messages before the attacks. */
  readonly publicContent?: readonly string[]
  /** Attacks of an earlier run: those that are compared with a benign control get one, as in that run. */
  readonly isReplay?: boolean
  readonly repeats: number
  readonly concurrency: number
  readonly maxRequests: number | undefined
  /** How long after the last attempt requests to the sink are still waited for. */
  readonly lateHits_ms?: number
  /** 0–1. */
  readonly judgeConfidenceThreshold: number
}

export interface RunPorts extends Omit<ConductPorts, 'budget' | 'next'> {
  readonly journal: Journal
  readonly clock: Clock
  /** Cancels the run: requests in flight are aborted, ended attempts are kept. */
  readonly signal: AbortSignal
  /** Called at the end of each attempt. */
  readonly onRecord?: (record: AttemptRecord) => void
  /**
   * Judge after the rules, e.g. a model: its judgement counts. It returns conclusive judgements unchanged.
   * @param ruled judgement of the rules
   */
  readonly judge?: (exchange: Exchange, ruled: Judgement, signal: AbortSignal) => Promise<Judgement>
  /** Reduces a judged attempt in memory; default: it is kept completely. */
  readonly hold?: (record: AttemptRecord) => AttemptRecord
  /** Writes a share of the attacks of later rounds. */
  readonly writer?: AttackWriter
}

/** Result of a run. */
export interface RunOutcome {
  /** In the order of the plan, independent of the order of their ends. */
  readonly records: readonly AttemptRecord[]
  /** `partial`: it was cancelled, or the budget was spent. */
  readonly end: 'final' | 'cancelled' | 'budget'
  /** Number of requests over all processes of the run, as far as the journal knows, without the preflight. */
  readonly requests: number
}

/**
 * Executes all attacks of a run, round by round: a round is planned after the previous one ended. Attempts in the journal are not
 * repeated, so that a run resumes after a crash.
 */
export async function runAttacks(wanted: RunSetup, ports: RunPorts): Promise<RunOutcome> {
  const { journal, signal, writer } = ports
  const setup = writer === undefined ? wanted : { ...wanted, writtenShare: writer.share }
  const { ended, begun } = await journal.read()
  let requests = [...ended.values()].reduce((sum, { exchange }) => sum + requestsOf(exchange), 0)
  const budget = {
    spend(): void {
      if (setup.maxRequests !== undefined && requests >= setup.maxRequests) throw new OutOfBudget()
      requests += 1
    },
  }
  const shared: Shared = { setup, ports, ended, begun, conduct: { ...ports, budget }, twins: new Map() }
  const pool = createPool(setup.concurrency)
  const records: AttemptRecord[] = []
  const endsAs = async (end: RunOutcome['end']): Promise<RunOutcome> => {
    const wait_ms = end === 'cancelled' ? 0 : (setup.lateHits_ms ?? LATE_HITS_MS)
    const told = await withLateHits(records, wait_ms, ports, (exchange) =>
      decide(exchange, setup.judgeConfidenceThreshold),
    )
    return { records: told, end: signal.aborted ? 'cancelled' : end, requests }
  }
  for (let round = 0; round <= setup.adaptiveRounds; round += 1) {
    const planned = attemptsOf(round, records, setup)
    const [own, written] = await Promise.all([runRound(planned, shared, pool), writtenIn(round, records, shared, pool)])
    records.push(...own.done, ...written.done)
    const failures = [...own.failures, ...written.failures]
    if (signal.aborted) return endsAs('cancelled')
    if (failures.some((reason) => reason instanceof OutOfBudget)) return endsAs('budget')
    if (failures.length > 0) throw failures[0]
  }
  return endsAs('final')
}

/** Values that all attempts of a run share. */
interface Shared {
  readonly setup: RunSetup
  readonly ports: RunPorts
  readonly conduct: ConductPorts
  readonly ended: ReadonlyMap<string, AttemptRecord>
  readonly begun: ReadonlySet<string>
  readonly twins: Twins
}

/**
 * Starts attempts as capacity permits, so that only attempts in flight are in memory; after a failure no other attempt starts.
 * @returns the ended attempts in the order of the plan, and the errors of the others
 */
async function runRound(
  attempts: Iterable<Attempt>,
  shared: Shared,
  pool: Pool,
): Promise<{ readonly done: readonly AttemptRecord[]; readonly failures: readonly unknown[] }> {
  const { ended, twins, ports } = shared
  const failures: unknown[] = []
  const fail = (reason: unknown): undefined => void failures.push(reason)
  const running: Promise<AttemptRecord | undefined>[] = []
  try {
    for (const attempt of attempts) {
      const known = ended.get(attempt.key)
      if (known === undefined) await pool.enter(ports.signal)
      if (failures.length > 0) break
      const record = known === undefined ? makeAttempt(attempt, shared, pool) : Promise.resolve(known)
      if (known !== undefined) resumeListening(attempt, ports.content)
      if (attempt.kind === 'benign') twins.set(attempt.attack.category, record)
      running.push(record.catch(fail))
    }
  } catch (thrown) {
    fail(thrown)
  }
  const done = (await Promise.all(running)).filter((record) => record !== undefined)
  return { done, failures }
}

/** Runs the model-written attacks of a round, in addition to the planned ones. */
async function writtenIn(
  round: number,
  records: readonly AttemptRecord[],
  shared: Shared,
  pool: Pool,
): Promise<Awaited<ReturnType<typeof runRound>>> {
  const { setup, ports, ended } = shared
  const { writer, signal } = ports
  if (writer === undefined || round === 0) return { done: [], failures: [] }
  const before = [...records]
  const had = Map.groupBy(before.filter(isFirst), ({ attempt }) => attempt.attack.category)
  const quota = ({ name }: { readonly name: string }) => quotaOf(round, had.get(name)?.length ?? 0, setup).written
  const about = { round, before, setup, signal, quotaOf: quota }
  return runWritten(writer, about, setup.repeats, async (attempt, next) => {
    const known = ended.get(attempt.key)
    if (known === undefined) {
      await pool.enter(signal)
      return makeAttempt(attempt, shared, pool, next)
    }
    resumeListening(known.attempt, ports.content)
    return known
  })
}

/** Repetitions measure confidence; the first attempt of each attack drives planning. */
function isFirst({ attempt }: AttemptRecord): boolean {
  return attempt.kind === 'attack' && attempt.repeat === 0
}

async function makeAttempt(planned: Attempt, shared: Shared, pool: Pool, next?: NextMessage): Promise<AttemptRecord> {
  const { setup, ports, conduct, begun, twins } = shared
  let isTooMuch = false
  let isInside = true
  const leave = (): void => {
    if (isInside) pool.leave(isTooMuch)
    isInside = false
  }
  try {
    await ports.journal.begin(planned)
    const seen = await conductAttempt(planned, setup, next === undefined ? conduct : { ...conduct, next })
    isTooMuch = seen.turns.some(({ reply }) => TOO_MUCH.has(reply.problem))
    // The next attack is sent before this one is judged: the target does not wait for the rules.
    if (ports.judge === undefined) {
      leave()
      await setImmediate()
    }
    // The conversation's messages are known only now.
    const attempt = next === undefined ? planned : { ...planned, attack: seen.attack }
    const exchange = await withPublicContent(await withControlReply(seen, attempt, twins), attempt, shared)
    const judgement = await judged(exchange, shared)
    const whole: AttemptRecord = {
      attempt,
      exchange,
      judgement,
      observation: observe(exchange, judgement),
      maySeeTwice: begun.has(attempt.key),
    }
    const record = ports.hold?.(whole) ?? whole
    await ports.journal.end(record)
    ports.onRecord?.(record)
    return record
  } finally {
    leave()
  }
}

function judged(exchange: Exchange, { setup, ports }: Shared): Judgement | Promise<Judgement> {
  const ruled = decide(exchange, setup.judgeConfidenceThreshold)
  return ports.judge === undefined ? ruled : ports.judge(exchange, ruled, ports.signal)
}

/** The benign twins of the run by category, over or not. */
type Twins = Map<string, Promise<AttemptRecord>>

/**
 * Adds the answer to the benign control of the category when an oracle compares with it. The control starts before the attacks of its
 * category, and each attack waits only for the control: the order of answers changes nothing.
 * @throws the error of the control: a judgement without it would differ from that of a resumed run
 */
async function withControlReply(seen: Exchange, { kind, attack }: Attempt, twins: Twins): Promise<Exchange> {
  const twin = kind === 'benign' || !isCompared(attack) ? undefined : twins.get(attack.category)
  return twin === undefined ? seen : { ...seen, benignReply: (await twin).exchange.turns.at(-1)?.reply }
}

/** Adds the content that the benign control of the category also received, when the reply discloses content. */
async function withPublicContent(seen: Exchange, { kind, attack }: Attempt, shared: Shared): Promise<Exchange> {
  if (kind === 'benign' || !disclosesContent(seen)) return seen
  const { publicContent = [] } = shared.setup
  const twin = await shared.twins.get(attack.category)
  const replies = twin?.exchange.turns.flatMap(({ reply }) => contentHashes(reply)) ?? []
  return { ...seen, publicContent: [...publicContent, ...replies] }
}

function isCompared({ oracles }: Attack): boolean {
  return oracles.some(({ kind }) => kind === 'cost' || kind === 'differential')
}

function requestsOf({ turns, before = [] }: Exchange): number {
  return turns.length + before.length
}

/** Overload signals. */
const TOO_MUCH: ReadonlySet<unknown> = new Set(['rate_limited', 'timeout', 'server_error'])

/**
 * Yields the attempts of a round on demand. The benign control of a category precedes its first attack and has its own addresses, so that
 * attacks do not wait long for it and a small budget is not spent on controls alone.
 */
function* attemptsOf(round: number, before: readonly AttemptRecord[], setup: RunSetup): Generator<Attempt, undefined> {
  const outcomes = before.filter(isFirst).map(({ attempt, exchange, judgement, observation, inTime }): PlanOutcome => {
    const reply = exchange.turns.at(-1)?.reply.text.slice(0, FEATURE_UNITS) ?? ''
    return { attack: attempt.attack, reply, ...(inTime ?? { verdict: judgement.verdict, observation }) }
  })
  let category: string | undefined
  for (const planAttack of planAttacks(round, outcomes, setup)) {
    if (round === 0 && planAttack.attack.category !== category) {
      category = planAttack.attack.category
      yield { key: `0/benign/${category}/0`, kind: 'benign', round, repeat: 0, attack: planAttack.again('benign') }
    }
    yield* repeated('attack', round, planAttack, setup.repeats)
  }
  if (round > 0) return undefined
  const twinned = new Set<string>()
  for (const customAttack of setup.customAttacks) {
    const planned = 'again' in customAttack ? customAttack : { attack: customAttack, again: () => customAttack }
    const { attack } = planned
    if (setup.isReplay === true && isCompared(attack) && !twinned.has(attack.category)) {
      twinned.add(attack.category)
      yield { key: `0/benign/${attack.category}/0`, kind: 'benign', round, repeat: 0, attack }
    }
    yield* repeated('custom', round, planned, setup.repeats)
  }
  return undefined
}

function repeated(
  kind: 'attack' | 'custom',
  round: number,
  { attack, again }: PlannedAttack,
  times: number,
): readonly Attempt[] {
  return Array.from({ length: times }, (_, repeat) => {
    const key = `${round}/${kind}/${attack.id}/${repeat}`
    // Sink requests of one repetition must not count for another.
    return { key, kind, round, repeat, attack: repeat === 0 ? attack : again(String(repeat)) }
  })
}
