export { actorOf, findingOf, keyIdOf, verdictEntry } from './audit-entry.ts'
export { actingAgent } from './checks/acting-agent.ts'
export { countAttempt, countContentAttempt } from './checks/count-attempt.ts'
export { callerOf, type CheckAnswer, type CheckPorts, decideCheck, runCheck } from './checks/run-check.ts'
export { compileSent, toolCallOf } from './checks/tool-call.ts'
export { decisive, mergeVerdicts, type PartVerdict } from './merge-verdicts.ts'
export { agenticEntries, createPolicies, NO_TENANT, type Policies, type TenantSnapshot } from './policies.ts'
export { isEmpty, partsOf } from './policy-parts.ts'
export { CHARS_PER_TOKEN, runContext, type ScreenPorts, tokensOf } from './run-context.ts'
export type {
  AuditEntryInput,
  AuditPort,
  KeeperPort,
  MeterPort,
  TenantPort,
  UnregisteredPort,
  UsagePort,
} from './ports.ts'
export { screenFile } from './screen-file.ts'
export { screenInput, screenOutput } from './screen.ts'
export { toolOutputEntry } from './tool-output/audit-entry.ts'
export { screenPayload } from './tool-output/screen-payload.ts'
export {
  applyPolicies,
  decideToolOutput,
  modelPorts,
  screenToolOutput,
  type ToolOutput,
  type ToolOutputDecision,
} from './tool-output/screen-tool-output.ts'
