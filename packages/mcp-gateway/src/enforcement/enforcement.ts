import type { ToolCall } from '@gatehouse/guards/tools'

/** Reason for a block, for the caller. */
export interface Stop {
  /** The responsible guard. */
  readonly guardrail: string
  readonly message: string
}

/** Decision about a tool call. */
export type CallDecision =
  | { readonly kind: 'allowed' }
  | ({ readonly kind: 'blocked' } & Stop)
  /** An approval is required. `data` contains the id of the request. */
  | ({ readonly kind: 'approval'; readonly data: Readonly<Record<string, unknown>> } & Stop)

/** Decision about a text. */
export type TextDecision =
  | { readonly kind: 'passes'; /** Text after all redactions. */ readonly text: string }
  | ({ readonly kind: 'blocked' } & Stop)

/** An allowed call, used to screen its result. */
export interface ResultOf {
  readonly call: ToolCall
}

/** Screened server content other than tool results. */
export type UntrustedKind =
  | 'resources'
  | 'prompts'
  | 'completion'
  | 'sampling'
  | 'elicitation'
  | 'notification'
  | 'error'

/** Makes the decisions: with the guards of this process, or with another Gatehouse. Any error blocks. */
export interface Enforcement {
  checkCall(call: ToolCall): Promise<CallDecision>
  /** Screens a tool result, as JSON. */
  screenResult(json: string, result: ResultOf): Promise<TextDecision>
  /** Screens server content for a model or a person, as JSON. */
  screenUntrusted(json: string, kind: UntrustedKind): Promise<TextDecision>
  /** Screens a client's response to a server, as JSON. */
  screenLeaving(json: string, kind: UntrustedKind): Promise<TextDecision>
}

/** Returns whether a text of this kind is a client request, in either direction. */
export function isRequest(kind: UntrustedKind): boolean {
  return kind === 'resources' || kind === 'prompts' || kind === 'completion'
}
