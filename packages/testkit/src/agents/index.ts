// Exports for the instrumented agents that red-team tests attack.
export { Ledger } from './deeds.ts'
export { type AttackAim, type Truth, truthOf } from './aims.ts'
export type { AgentSpec } from './spec.ts'
export { type RunningAgent, startAgent } from './serve-agent.ts'
export { startToolServer } from './serve-tool-server.ts'
export { DEVELOPMENT_AGENTS } from './development.ts'
export { HELD_BACK_AGENTS } from './guides/agents.ts'
export { type SocketPeer, startSocketServer } from '../socket-server.ts'
