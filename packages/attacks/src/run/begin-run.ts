import { Failure } from '@gatehouse/kernel'
import type { Spent } from '../engine/judge.ts'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import { profileTarget, type TargetProfile, UNKNOWN_TARGET } from '../profile/profile-target.ts'
import { readProfile } from '../profile/stored-profile.ts'
import type { CreatedTarget } from '../targets/create-target.ts'
import { preflight } from '../targets/preflight.ts'
import type { Journal } from './attempt.ts'
import type { RunEgressPorts } from './conduct-run.ts'
import type { Meter } from './counted.ts'
import type { PreparedRun } from './prepare-run.ts'
import type { RunOutcome } from './run-attacks.ts'

/** Minimum request budget of a run whose target is profiled. Own limit. */
const PROFILED_FROM = 50
const PROFILE_NOTE = 'target profile'
const NO_MODEL: Spent = { calls: 0, tokens: 0, usd: 0 }

interface BeginPorts extends Pick<RunEgressPorts, 'signal' | 'onPhase'> {
  readonly meter: Meter
  readonly journal: Journal
  /** State of an earlier process. */
  readonly left: Awaited<ReturnType<Journal['read']>>
}

/**
 * Checks and profiles the target of a new run, and returns the stored profile of a resumed one.
 * @throws {Failure} `target_failed` when the target returns no usable answer
 */
export async function beginRun(prepared: PreparedRun, target: CreatedTarget, ports: BeginPorts): Promise<Begun> {
  if (ports.left.ended.size > 0) return resumedProfile(ports.left)
  const begun = await firstContact(prepared, target, ports)
  if (begun.outcome === undefined) {
    await ports.journal.note?.(PROFILE_NOTE, { value: begun.profile, spent: NO_MODEL })
  }
  return begun
}

export interface Begun {
  /** Of a run that ends before its first attack. */
  readonly outcome?: RunOutcome
  readonly profile: TargetProfile
}

async function firstContact(
  prepared: PreparedRun,
  target: CreatedTarget,
  { signal, onPhase, meter }: BeginPorts,
): Promise<Begun> {
  onPhase?.('preflight')
  const ended = (end: RunOutcome['end']): Begun => ({
    outcome: { records: [], end, requests: 0 },
    profile: UNKNOWN_TARGET,
  })
  try {
    const { problem, reply } = await preflight(target, signal)
    if (problem !== undefined) throw new Failure('target_failed', problem)
    // A tool server reads no language, and a small budget is for attacks.
    const isProfiled = reply !== undefined && prepared.request.target.type !== 'mcp' && meter.left() >= PROFILED_FROM
    return { profile: isProfiled ? await profileTarget(target, reply, signal) : UNKNOWN_TARGET }
  } catch (thrown) {
    if (signal.aborted) return ended('cancelled')
    if (thrown instanceof OutOfBudget) return ended('budget')
    throw thrown
  }
}

/** A run of an earlier version has no profile. */
function resumedProfile({ notes }: BeginPorts['left']): Begun {
  return { profile: readProfile(notes?.get(PROFILE_NOTE)?.value) }
}
