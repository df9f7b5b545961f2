// Hardening: a guard in front of the target, and a draft policy against the root causes.
export { candidateRules, type Exposed, type GuardRule, withRules } from './draft.ts'
export { type RuleEffect, selectRules } from './select-rules.ts'
export type { GuardDecision, TargetGuard } from './target-guard.ts'
export { createTracer, type GuardEvent, replayTrace } from './trace.ts'
export { benignControls } from './benign-controls.ts'
