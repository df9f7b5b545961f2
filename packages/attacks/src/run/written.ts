import type { Attack } from '../engine/attack.ts'
import type { Category } from '../engine/category.ts'
import type { PlanSetup } from '../engine/plan.ts'
import type { Attempt, AttemptRecord } from './attempt.ts'
import type { Conduct, NextMessage } from './conduct.ts'

/** Writer of attacks during a run, e.g. a model. */
export interface AttackWriter {
  /** Of the attacks of each later round, 0–1. */
  readonly share: () => number
  /**
   * Writes and executes attacks of one round, in addition to the planned ones.
   * @throws errors of {@link WrittenRound.make}
   */
  readonly write: (round: WrittenRound) => Promise<void>
}

export interface WrittenRound {
  readonly round: number
  /** Of all rounds before. */
  readonly before: readonly AttemptRecord[]
  readonly setup: PlanSetup & Conduct
  /** How many attacks of a category may be written in this round. */
  readonly quotaOf: (category: Category) => number
  readonly make: (written: WrittenAttack) => Promise<AttemptRecord>
  readonly signal: AbortSignal
}

export interface WrittenAttack {
  /** Unique within the round, and the same after a restart: an ended attempt with this key is not repeated. */
  readonly key: string
  readonly attack: Attack
  /** With words and addresses of its own. @param time  which of several times it is */
  readonly again: (time: string) => Attack
  /** Continues the conversation after the messages of the attack. */
  readonly next?: NextMessage
}

/** @param make  returns the ended attempt of the key, or executes it */
export async function runWritten(
  writer: AttackWriter,
  round: Omit<WrittenRound, 'make'>,
  repeats: number,
  make: (attempt: Attempt, next?: NextMessage) => Promise<AttemptRecord>,
): Promise<{ readonly done: readonly AttemptRecord[]; readonly failures: readonly unknown[] }> {
  const done: AttemptRecord[] = []
  const failures: unknown[] = []
  const running: Promise<unknown>[] = []
  const one = (attempt: Attempt, next?: NextMessage): Promise<AttemptRecord> => {
    const record = make(attempt, next)
    running.push(
      record.then(
        (over) => done.push(over),
        (thrown: unknown) => failures.push(thrown),
      ),
    )
    return record
  }
  const attempts = async ({ key, attack, again, next }: WrittenAttack): Promise<AttemptRecord> => {
    const attemptOf = (repeat: number, what: Attack): Attempt => {
      return { key: `${round.round}/${key}/${repeat}`, kind: 'attack', round: round.round, repeat, attack: what }
    }
    const first = await one(attemptOf(0, attack), next)
    // Repetitions replay the messages of the first conversation.
    const repeated = (repeat: number): Attack => (next === undefined ? again(String(repeat)) : first.attempt.attack)
    const others = Array.from({ length: repeats - 1 }, (_, at) => one(attemptOf(at + 1, repeated(at + 1))))
    await Promise.all(others)
    return first
  }
  try {
    await writer.write({ ...round, make: attempts })
  } catch (thrown) {
    await Promise.all(running)
    if (!failures.includes(thrown)) failures.push(thrown)
  }
  // After a failure other attempts may still be in flight.
  await Promise.all(running)
  // In which order they ended is chance.
  return { done: done.toSorted((a, b) => (a.attempt.key < b.attempt.key ? -1 : 1)), failures }
}
