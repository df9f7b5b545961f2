export { startEffort } from './effort.ts'
export { patient_ms } from './patience.ts'
export { BROWSER_PATH } from './browser.ts'
export { type CuttableProxy, databaseAddress, startCuttableProxy } from './cuttable-proxy.ts'
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'
export { embeddedUrl, stopTestServer, type TemporaryDatabase, temporaryDatabase } from './database.ts'
export { type DatabaseTarget, databaseTargets, EMBEDDED_TARGET } from './database-targets.ts'
export { makeSchedulesDue } from './due-schedules.ts'
export { fillFindings, XSS } from './many-findings.ts'
export { hasPrograms, SEARCH_PATH } from './programs.ts'
export { findRedis, type RedisServer, startRedis } from './redis-server.ts'
export type { ScriptedReply, ScriptedRequest, ScriptedRequestBody, ScriptedToolCall } from './model/reply.ts'
export {
  type ModelScript,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from './scripted-model.ts'
export { type GatehouseRun, runGatehouse, type RunningGatehouse, startGatehouse } from './gatehouse.ts'
export { messageBody, messageEvents, type ScriptedBlock, type ScriptedMessage } from './model/messages-script.ts'
export {
  functionItem,
  messageItem,
  reasoningItem,
  responseBody,
  responseEvents,
  type ScriptedItem,
  type ScriptedResponse,
} from './model/responses-script.ts'
export {
  type ProviderAnswer,
  type ProviderRequest,
  type ScriptedProvider,
  startScriptedProvider,
} from './model/provider.ts'
export {
  type ConformanceResult,
  type ConformanceScenario,
  MCP_REVISIONS,
  type McpRevision,
  runConformance,
} from './mcp/conformance.ts'
export { type Reference, startReference } from './mcp/reference.ts'
export { serveSigstore, type SigstoreServer } from './sigstore.ts'
export { type GitServer, makeRepository, serveGit } from './git-server.ts'
export { type Desk, makeDesk, SCRIPT_PROGRAMS, type ShellOutcome } from './desk.ts'
export { freePort } from './free-port.ts'
export { followGuide, gatehouseCommand } from './guide.ts'
export { type Complaints, complaints } from './published-schemas.ts'
export { type AgentAction, type Effect, Ledger, type LedgerEntry } from './agents/deeds.ts'
export { type AttackAim, type Truth, truthOf } from './agents/aims.ts'
export type { AgentSpec } from './agents/spec.ts'
export { type RunningAgent, startAgent } from './agents/serve-agent.ts'
export { startToolServer } from './agents/serve-tool-server.ts'
export { DEVELOPMENT_AGENTS } from './agents/development.ts'
export { HELD_BACK_AGENTS } from './agents/guides/agents.ts'
export { type SocketPeer, startSocketServer } from './socket-server.ts'
