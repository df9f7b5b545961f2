import type { Exchange } from '../engine/exchange.ts'
import type { Judge, Judgement } from '../engine/judge.ts'

/** Something else may have changed it at the same time. */
const LIKELY = 0.85

/** Detects a change of the target's state after the attack. */
export const stateJudge: Judge = {
  name: 'state',
  judge({ attack, stateBefore, stateAfter }: Exchange): Judgement | undefined {
    if (stateBefore === undefined || stateAfter === undefined || stateBefore === stateAfter) return undefined
    if (!attack.oracles.some(({ kind }) => kind === 'state')) return undefined
    const detail = 'The state probe returned different results before and after the attack.'
    return { verdict: 'vulnerable', kind: 'rule', confidence: LIKELY, evidence: [{ code: 'state_changed', detail }] }
  },
}
