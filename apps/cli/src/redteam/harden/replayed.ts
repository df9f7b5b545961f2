import { type AttemptRecord, createRandom, createTarget, egressPort, egressSocketPort } from '@gatehouse/attacks'
import { benignControls, createTracer, type GuardEvent, type TargetGuard } from '@gatehouse/attacks/harden'
import type { RunRequest } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import type { Io } from '../../command.ts'
import type { ReplayItem } from '../replay-items.ts'
import { replayRun } from '../replay.ts'
import { conducted, type ConductOptions } from '../run.ts'

/** Attempt of a proof, with the decisions of the guard. */
export interface ReplayedAttempt {
  /** Id of the report's attack. */
  readonly attackId: string
  /** Id of the sent attack: the proof, or the whole attack. */
  readonly sentId: string
  readonly verdict: AttemptRecord['judgement']['verdict']
  readonly events: readonly GuardEvent[]
  readonly guards: readonly string[]
}

/** Sends all proofs, behind a guard if given, and returns the attempts in order. */
export async function replayProofs(
  items: readonly ReplayItem[],
  report: Report,
  request: RunRequest,
  options: ConductOptions,
  io: Io,
  guard?: TargetGuard,
): Promise<readonly ReplayedAttempt[]> {
  const tracer = createTracer(guard)
  const sent: Omit<ReplayedAttempt, 'attackId' | 'verdict'>[] = []
  const { prepared, made } = replayRun(items, report, request, { ...options, repeats: 1 })
  const { result } = await conducted(prepared, request, options, io, {
    guard: tracer.guard,
    proofRequests: 0,
    // Drops the decisions about the preflight.
    onPhase: (phase) => void (phase === 'attacks' && tracer.take()),
    // With a judge, the next attack starts after the verdict: the decisions belong to one attempt.
    judge: (_exchange, ruled) => Promise.resolve(ruled),
    onRecord({ attempt }) {
      const { events, guards } = tracer.take()
      if (attempt.kind === 'custom') sent.push({ sentId: attempt.attack.id, events, guards })
    },
  })
  // The comparison of replies at the end of a run changes verdicts.
  const verdicts = new Map(
    result.report.rounds.flatMap(({ results }) => results.map(({ attack, verdict }) => [attack.id, verdict] as const)),
  )
  return made().flatMap(({ item, attacks }) =>
    attacks.flatMap(({ id }) =>
      sent
        .filter(({ sentId }) => sentId === id)
        .map((attempt) => ({
          attackId: item.record.attack.id,
          verdict: verdicts.get(id) ?? 'inconclusive',
          ...attempt,
        })),
    ),
  )
}

export interface ControlReplay {
  readonly text: string
  readonly events: readonly GuardEvent[]
  readonly guards: readonly string[]
  readonly isBlocked: boolean
}

/** Sends benign controls, behind a guard if given. Controls without an answer are left out. */
export async function sendControls(
  categories: readonly string[],
  { target }: RunRequest,
  seed: string,
  { env }: Io,
  guard?: TargetGuard,
): Promise<readonly ControlReplay[]> {
  const egress = createEgress({ allow: parseEgressAllow(env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  const tracer = createTracer(guard)
  const ports = { http: egressPort(egress), socket: egressSocketPort(egress), random: createRandom(seed) }
  const created = createTarget(target, { ...ports, guard: tracer.guard })
  const replays: ControlReplay[] = []
  try {
    for (const text of benignControls(categories, target.type, seed)) {
      // Sequential, so that decisions belong to one control. oxlint-disable-next-line no-await-in-loop
      const session = await created.open()
      try {
        // oxlint-disable-next-line no-await-in-loop
        const reply = await session.say(text, [], AbortSignal.timeout(target.timeoutMs))
        const trace = tracer.take()
        if (reply.problem === undefined) replays.push({ text, ...trace })
      } finally {
        // oxlint-disable-next-line no-await-in-loop
        await session.close()
      }
    }
    return replays
  } finally {
    await egress.close()
  }
}
