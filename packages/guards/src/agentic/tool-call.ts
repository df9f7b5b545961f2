import { isToolName, TOOL_NAME_GRAMMAR } from '@gatehouse/contracts'
import { canonicalHash, Failure } from '@gatehouse/kernel'
import { shown } from './shown.ts'
import type { AgentCall } from './engine/guard.ts'

/** A call of a tool before it runs, whatever the dialect that it came in. docs/spec/guard.md §2 "Tool check request". */
export interface ToolCall extends AgentCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** SHA-256 of the arguments as canonical JSON (RFC 8785), hexadecimal. Grants are bound to it. */
  readonly argumentsHash: string
  /** The schema of the arguments that came with the call; a tenant's own schema of the tool holds as well. */
  readonly toolSchema: Readonly<Record<string, unknown>> | undefined
  /** Names that the caller gives; nothing is decided by them alone. */
  readonly workflow: string | undefined
  readonly workflowStep: string | undefined
  readonly toolCallId: string | undefined
  /** Where the arguments' content comes from, as the caller says. */
  readonly inputSources: readonly string[]
  readonly confirmationToken: string | undefined
  readonly estimatedCostUsd: number | undefined
  readonly estimatedTokens: number | undefined
  /** A grant that an approval gave. */
  readonly grantId: string | undefined
  /** A request for an approval; its grant is spent if it was approved. */
  readonly approvalRequestId: string | undefined
}

/** A call as it is known: all but the tool may be left out. */
export type GivenToolCall = Partial<Omit<ToolCall, 'tool' | 'argumentsHash'>> & Pick<ToolCall, 'tool'>

/**
 * A call with all that it does not say filled in, and its arguments hashed.
 * @throws {Failure} `invalid_request` when the arguments are no JSON, nested over 64 levels, or hold an integer beyond 2^53,
 * and when the name is not one of a tool
 */
export function makeToolCall(
  { args = {}, inputSources = [], ...given }: GivenToolCall,
  { mayBePattern = false }: { readonly mayBePattern?: boolean } = {},
): ToolCall {
  // A capability may be for all tools of a prefix.
  if (!isToolName(given.tool) && !(mayBePattern && given.tool.endsWith('*'))) {
    const message = `The tool name "${shown(given.tool)}" is not valid. Use ${TOOL_NAME_GRAMMAR}.`
    throw new Failure('invalid_request', message)
  }
  const argumentsHash = canonicalHash(args)
  if (holdsUnsafeInteger(args)) {
    throw new Failure(
      'invalid_request',
      'An integer beyond 2^53 cannot be told from its neighbours once it is read; send it as text.',
    )
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
    ...given,
    args,
    inputSources,
    argumentsHash,
  }
}

/** From here on numbers are written with an exponent, and count nothing and name nothing. */
const EXPONENT_FROM = 1e21

/**
 * A grant for one such number, an account or an order, would be good for its neighbours. The value is at most 64 levels deep.
 */
function holdsUnsafeInteger(value: unknown): boolean {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT_FROM
  }
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsUnsafeInteger)
}
