// Hardening: a draft policy against the root causes, proven by a replay behind the guard.
export { harden, type HardenRequest, notReplayed } from './harden.ts'
export { mergeRules, suggestedRules, withRules } from './merge-rules.ts'
export type { ReplayPorts, ReplayWays } from './replay-proofs.ts'
export type { GuardEvent } from './trace.ts'
