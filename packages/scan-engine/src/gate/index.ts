export { type UnanalysedCode, unanalysedCode, codeOf } from './unanalysed.ts'
export { type GateTraits, gateTraitsOf, gateUnanalysed } from './gate-traits.ts'
export {
  ALL_ANALYSED,
  blindnessIn,
  coverageOf,
  decideGate,
  type GateDecision,
  type GatedSeverity,
  type GateFinding,
  type GateInput,
  type GateSuppressions,
  type GateUnanalysed,
  NO_SUPPRESSIONS,
  notRunSentence,
} from './gate.ts'
export { distinctGaps } from './distinct-gaps.ts'
export { emptiness } from './emptiness.ts'
export { notRunGaps, type RequestedBySettings } from './not-run.ts'
export { attributedGaps, sourceGap } from './source-gaps.ts'
export { leftEntryGaps } from './left-entries.ts'
export { type GateRecordInput, gateRecordOf, type RecordedFinding } from './gate-record.ts'
