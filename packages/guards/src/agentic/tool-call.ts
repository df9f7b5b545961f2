import { isToolName, TOOL_NAME_GRAMMAR } from '@gatehouse/contracts/policies'
import { canonicalHash, Failure } from '@gatehouse/kernel'
import { shown } from './shown.ts'
import type { AgentCall } from './engine/guard.ts'

/** A tool call before it runs, from any dialect. docs/spec/guard.md §2 "Tool check request". */
export interface ToolCall extends AgentCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** SHA-256 of the arguments as canonical JSON (RFC 8785), hexadecimal. Grants are bound to it. */
  readonly argumentsHash: string
  /** The argument schema of the request; a tenant's own schema of the tool applies as well. */
  readonly toolSchema: Readonly<Record<string, unknown>> | undefined
  /** Caller-defined names, on which no decision depends alone. */
  readonly workflow: string | undefined
  readonly workflowStep: string | undefined
  readonly toolCallId: string | undefined
  /** Sources of the arguments' content, as declared by the caller. */
  readonly inputSources: readonly string[]
  readonly confirmationToken: string | undefined
  readonly estimatedCostUsd: number | undefined
  readonly estimatedTokens: number | undefined
  /** A grant of an approval. */
  readonly grantId: string | undefined
  /** A request for an approval; its grant is spent if it was approved. */
  readonly approvalRequestId: string | undefined
}

/** A partial call: all fields except the tool are optional. */
export type PartialToolCall = Partial<Omit<ToolCall, 'tool' | 'argumentsHash'>> & Pick<ToolCall, 'tool'>

/**
 * Returns a call with defaults for missing fields, and with hashed arguments.
 * @throws {Failure} `invalid_request` for arguments that are not JSON, are nested over 64 levels, or contain an integer beyond 2^53, and
 * for an invalid tool name
 */
export function makeToolCall(
  { args = {}, inputSources = [], ...value }: PartialToolCall,
  { mayBePattern = false }: { readonly mayBePattern?: boolean } = {},
): ToolCall {
  // A capability may be for all tools with a prefix.
  if (!isToolName(value.tool) && !(mayBePattern && value.tool.endsWith('*'))) {
    const message = `The tool name "${shown(value.tool)}" is not valid. Use ${TOOL_NAME_GRAMMAR}.`
    throw new Failure('invalid_request', message)
  }
  const argumentsHash = canonicalHash(args)
  if (containsUnsafeInteger(args)) {
    throw new Failure('invalid_request', 'Integers beyond 2^53 lose precision when parsed; send the value as a string.')
  }
  return {
    agentKey: undefined,
    headerAgentKey: undefined,
    userRole: undefined,
    sessionId: undefined,
    toolSchema: undefined,
    workflow: undefined,
    workflowStep: undefined,
    toolCallId: undefined,
    confirmationToken: undefined,
    estimatedCostUsd: undefined,
    estimatedTokens: undefined,
    grantId: undefined,
    approvalRequestId: undefined,
    ...value,
    args,
    inputSources,
    argumentsHash,
  }
}

/** Larger numbers are written with an exponent, and are neither counts nor ids. */
const EXPONENT_FROM = 1e21

/**
 * Returns whether a value contains an unsafe integer. A grant for such an account or order number would also match its neighbors. The
 * value is at most 64 levels deep.
 */
function containsUnsafeInteger(value: unknown): boolean {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT_FROM
  }
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(containsUnsafeInteger)
}
