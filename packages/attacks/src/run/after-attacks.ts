import type { Clock } from '@gatehouse/kernel'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import type { Proof } from '../report/findings.ts'
import { withControl } from './control.ts'
import { withCrossTalk } from './cross-talk.ts'
import { learnFrom } from './learn.ts'
import { findProofs, type ProofPorts } from './proofs.ts'
import { comparedWithControls } from './compared-with-controls.ts'
import { withoutUnprocessedReplies } from './unprocessed-replies.ts'
import type { RunOutcome, RunSetup } from './run-attacks.ts'

/** Ports for the review of the results. */
export interface ReviewPorts extends Omit<ProofPorts, 'budget'> {
  readonly clock: Clock
  /** May be sent for it, at most; 0: nothing is sent. */
  readonly requestsMax: number
  /** Called before anything is sent. */
  readonly onProofs: () => void
}

/** Result of a run, with the findings of the final review. */
export interface Looked {
  readonly outcome: RunOutcome
  /** By the id of the attack. */
  readonly proofs: ReadonlyMap<string, Proof>
  /** Configured or inferred from the replies; undefined: unknown. */
  readonly systemPrompt: string | undefined
}

/**
 * Reviews the results of a run: by all replies together, against a control without an attack, and for shorter proofs. A cancelled run is
 * judged by the available results without further requests.
 */
export async function reviewFindings(made: RunOutcome, setup: RunSetup, ways: ReviewPorts): Promise<Looked> {
  const { outcome, systemPrompt = setup.systemPrompt } = learnFrom(
    withCrossTalk(
      withoutUnprocessedReplies(
        comparedWithControls(made, setup.judgeConfidenceThreshold, setup.publicContent),
        setup.judgeConfidenceThreshold,
      ),
      setup.judgeConfidenceThreshold,
    ),
    setup.judgeConfidenceThreshold,
  )
  const looked = { outcome, proofs: new Map<string, Proof>(), systemPrompt }
  if (outcome.end !== 'final' || ways.requestsMax < 1) return looked
  ways.onProofs()
  // Outbound requests are counted by the ports.
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
