// Exports for MCP conformance runs and the reference server.
export { type ConformanceResult, MCP_REVISIONS, runConformance } from './conformance.ts'
export { type Reference, startReference } from './reference.ts'
