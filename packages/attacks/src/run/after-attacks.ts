import type { Clock } from '@gatehouse/kernel'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import type { Proof } from '../report/findings.ts'
import { withControl } from './control.ts'
import { withCrossTalk } from './cross-talk.ts'
import { learnFrom } from './learn.ts'
import { findProofs, type ProofPorts } from './proofs.ts'
import { withoutOutageReplies } from './outage-replies.ts'
import type { RunOutcome, RunSetup } from './run-attacks.ts'

/** With what it is looked again at what was found. */
export interface AfterWays extends Omit<ProofPorts, 'budget'> {
  readonly clock: Clock
  /** May be sent for it, at most; 0: nothing is sent. */
  readonly requestsMax: number
  /** Called before anything is sent. */
  readonly onProofs: () => void
}

/** What a run has brought, with what was learned of it when its attacks were over. */
export interface Looked {
  readonly outcome: RunOutcome
  /** By the id of the attack. */
  readonly proofs: ReadonlyMap<string, Proof>
  /** That was told, or learned from the replies; undefined: nobody knows it. */
  readonly systemPrompt: string | undefined
}

/**
 * Looks again at what a run has found: by all replies together, against a control without an attack, and for shorter proofs. A
 * run that was broken off is judged by what there is, and nothing more is sent for it.
 */
export async function lookAgain(made: RunOutcome, setup: RunSetup, ways: AfterWays): Promise<Looked> {
  const { outcome, systemPrompt = setup.systemPrompt } = learnFrom(
    withCrossTalk(withoutOutageReplies(made), setup.judgeConfidenceThreshold),
    setup.judgeConfidenceThreshold,
  )
  const looked = { outcome, proofs: new Map<string, Proof>(), systemPrompt }
  if (outcome.end !== 'final' || ways.requestsMax < 1) return looked
  ways.onProofs()
  // What goes out is counted where it does.
  const ports = { ...ways, budget: { spend: () => {} } }
  const known = { ...setup, systemPrompt }
  let sure = outcome
  try {
    sure = await withControl(outcome, known, ports)
    return { ...looked, outcome: sure, proofs: await findProofs(sure, known, ports, ways.requestsMax) }
  } catch (thrown) {
    if (ways.signal.aborted) return { ...looked, outcome: { ...sure, end: 'cancelled' } }
    if (thrown instanceof OutOfBudget) return { ...looked, outcome: sure }
    throw thrown
  }
}
