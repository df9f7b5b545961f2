import {
  type AttemptRecord,
  conductRun,
  egressPort,
  listeningHost,
  memoryJournal,
  prepareRun,
} from '@gatehouse/attacks'
import { RunRequest } from '@gatehouse/contracts/redteam'
import { Failure, systemClock } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'

export interface AttackSize {
  /** Per category. */
  readonly attacks: number
  readonly rounds: number
  readonly seed: string
  /** Random order, regardless of results. */
  readonly isRandom?: boolean
}

export interface TargetResult {
  /** Without benign controls, as judged at the end of the run. */
  readonly records: readonly AttemptRecord[]
  readonly seconds: number
  /** Why the run failed before its first attack. */
  readonly failure: string | undefined
}

/** Attacks a target as a user would: default categories and strategies. @param target as in a run request */
export async function attackTarget(
  target: object,
  { attacks, rounds, seed, isRandom = false }: AttackSize,
): Promise<TargetResult> {
  const began = performance.now()
  const journal = memoryJournal()
  const request = RunRequest.parse({
    target,
    attackConfig: { maxAttacksPerCategory: attacks, adaptiveRounds: rounds, seed },
  })
  const egress = createEgress({ localMode: true })
  let failure: string | undefined
  try {
    const prepared = prepareRun(request, { hasContentHost: true })
    const setupFor: typeof prepared.setupFor = (...known) => ({ ...prepared.setupFor(...known), isRandom })
    await conductRun(
      { ...prepared, setupFor },
      {
        http: egressPort(egress),
        clock: systemClock,
        signal: new AbortController().signal,
        contentHost: listeningHost(),
        journal,
        proofRequests: 0,
      },
    )
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    failure = thrown.message
  } finally {
    await egress.close()
  }
  // The final review judges with the replies of the entire run.
  const { ended } = await journal.read()
  const records = [...ended.values()].filter(({ attempt }) => attempt.kind === 'attack' || attempt.kind === 'custom')
  return { records, seconds: (performance.now() - began) / 1_000, failure }
}
