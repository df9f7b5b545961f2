import type { HardenStep, RunRequest } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { createRandom } from '../engine/random.ts'
import { prepareReplay } from '../replay/prepare-replay.ts'
import type { ReplayItem } from '../replay/replay-items.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import type { RunEgressPorts, RunResult } from '../run/conduct-run.ts'
import type { PreparedRun } from '../run/prepare-run.ts'
import { systemClock } from '@gatehouse/kernel'
import { createTarget } from '../targets/create-target.ts'
import { createPace } from '../targets/pace.ts'
import type { HttpPort, SocketPort } from '../targets/port.ts'
import { benignControls } from './benign-controls.ts'
import type { TargetGuard } from './target-guard.ts'
import { createTracer, type GuardEvent } from './trace.ts'

/** Ports that a replay adds to those of a run. */
export type ReplayWays = Pick<RunEgressPorts, 'guard' | 'judge' | 'onRecord' | 'onPhase' | 'proofRequests'>

/** How requests reach the target. */
export interface ReplayPorts {
  /** Validates a request and generates its attacks. */
  readonly prepare: (request: RunRequest) => PreparedRun
  /** Executes a run under the egress policy. */
  readonly conduct: (prepared: PreparedRun, ways: ReplayWays) => Promise<RunResult>
  readonly http: HttpPort
  readonly socket: SocketPort
  /** Ends the replay: what was not sent has no verdict. */
  readonly signal: AbortSignal
  /** Called after each proof and each benign control. */
  readonly onProgress?: (step: HardenStep) => void
}

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
  { prepare, conduct, onProgress }: ReplayPorts,
  guard?: TargetGuard,
): Promise<readonly ReplayedAttempt[]> {
  if (items.length === 0) return []
  // A draft that blocks the benign message of the preflight would end the run: the benign controls report it.
  let isActive = false
  const tracer = createTracer(guard === undefined ? undefined : guardWhile(guard, () => isActive))
  const sent: Omit<ReplayedAttempt, 'attackId' | 'verdict'>[] = []
  const { prepared, made } = prepareReplay(items, report, prepare(request), 1)
  const result = await conduct(prepared, {
    guard: tracer.guard,
    proofRequests: 0,
    onPhase(phase) {
      isActive ||= phase === 'attacks'
      // Drops the events of the preflight.
      if (phase === 'attacks') tracer.take()
    },
    // With a judge, the next attack starts after the verdict: the decisions belong to one attempt.
    judge: (_exchange, ruled) => Promise.resolve(ruled),
    onRecord({ attempt }) {
      const { events, guards } = tracer.take()
      if (attempt.kind !== 'custom') return
      sent.push({ sentId: attempt.attack.id, events, guards })
      onProgress?.(stepOf(guard))
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

/** Creates a guard that allows everything until it is active. */
function guardWhile(guard: TargetGuard, isActive: () => boolean): TargetGuard {
  const allowed = (text: string) => Promise.resolve({ isBlocked: false, text, guards: [] })
  return {
    input: (text) => (isActive() ? guard.input(text) : allowed(text)),
    output: (text, prompt) => (isActive() ? guard.output(text, prompt) : allowed(text)),
    toolCall: (tool, args) => (isActive() ? guard.toolCall(tool, args) : allowed('')),
    toolOutput: (tool, text) => (isActive() ? guard.toolOutput(tool, text) : allowed(text)),
  }
}

function stepOf(guard: TargetGuard | undefined): HardenStep {
  return guard === undefined ? 'without_guard' : 'behind_guard'
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
  { target, attackConfig }: RunRequest,
  seed: string,
  { http, socket, signal, onProgress }: ReplayPorts,
  guard?: TargetGuard,
): Promise<readonly ControlReplay[]> {
  const tracer = createTracer(guard)
  const created = createTarget(target, {
    pace: createPace(attackConfig.requestsPerMinute, attackConfig.delayMs, systemClock),
    http,
    socket,
    random: createRandom(seed),
    guard: tracer.guard,
  })
  const replays: ControlReplay[] = []
  for (const text of benignControls(categories, target.type, seed)) {
    if (signal.aborted) return replays
    // Sequential, so that decisions belong to one control. oxlint-disable-next-line no-await-in-loop
    const session = await created.open()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(target.timeoutMs)])
    try {
      // oxlint-disable-next-line no-await-in-loop
      const reply = await session.say(text, [], limit)
      const trace = tracer.take()
      if (reply.problem === undefined) replays.push({ text, ...trace })
      onProgress?.(stepOf(guard))
    } catch (error) {
      if (!limit.aborted) throw error
      tracer.take()
    } finally {
      // oxlint-disable-next-line no-await-in-loop
      await session.close()
    }
  }
  return replays
}
