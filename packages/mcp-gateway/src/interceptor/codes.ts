import type { Era, Fields, JsonRpcId, JsonRpcResponse } from '@gatehouse/mcp'
import type { Stop } from '../enforcement/enforcement.ts'

/**
 * Error codes by protocol version. The stateless protocol reserves the range that the session protocol leaves free. docs/spec/guard.md
 * "Details".
 */
const CODES = {
  sessions: { blocked: -32_000, approval: -32_002, noRoute: -32_004 },
  stateless: { blocked: -32_040, approval: -32_041, noRoute: -32_042 },
} as const satisfies Record<Era, Record<string, number>>

export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603

/** Asks the client to open pages before a retry. MCP 2025-11-25, "URL Elicitation Required Error". */
export const PAGES_REQUIRED = -32_042

/** MCP 2025-11-25, "Resources", "Error Handling"; the gateway uses the same code for a missing approval. */
export const RESOURCE_NOT_FOUND = -32_002

/** Returns whether an error code is reserved for the gateway in this protocol version. */
export function isOwnCode(era: Era, code: number): boolean {
  return Object.values(CODES[era]).some((own) => own === code)
}

export function codeOf(era: Era, subject: keyof (typeof CODES)[Era]): number {
  return CODES[era][subject]
}

export function errorAnswer(id: JsonRpcId | null, code: number, message: string, data?: Fields): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}

/** Returns the error for a blocked message other than a tool call. */
export function blockedError(id: JsonRpcId, era: Era, { guardrail, message }: Stop): JsonRpcResponse {
  return errorAnswer(id, codeOf(era, 'blocked'), `Blocked by ${guardrail}: ${message}`, { guardrail })
}

/** Returns a blocked tool call as a result, so that the model can read it and respond. */
export function blockedResult(id: JsonRpcId, { guardrail, message }: Stop): JsonRpcResponse {
  const content = [{ type: 'text', text: `Blocked by ${guardrail}: ${message}` }]
  return { jsonrpc: '2.0', id, result: { content, isError: true, _meta: { 'shield/blocked': { guardrail } } } }
}

export function approvalError(id: JsonRpcId, era: Era, { message }: Stop, data: Fields): JsonRpcResponse {
  return errorAnswer(id, codeOf(era, 'approval'), message, data)
}
