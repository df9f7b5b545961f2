import type { ToolCall } from '@gatehouse/guards'

/** Why something does not pass, in words for the caller. */
export interface Stop {
  /** The guard that said so. */
  readonly guardrail: string
  readonly message: string
}

/** What becomes of a call of a tool. */
export type CallDecision =
  | { readonly kind: 'allowed' }
  | ({ readonly kind: 'blocked' } & Stop)
  /** People are asked first; `data` says by what name they know the request. */
  | ({ readonly kind: 'approval'; readonly data: Readonly<Record<string, unknown>> } & Stop)

/** What becomes of a text. */
export type TextDecision =
  | { readonly kind: 'passes'; /** After all redactions. */ readonly text: string }
  | ({ readonly kind: 'blocked' } & Stop)

/** A call that was let through, as its result is screened. */
export interface ResultOf {
  readonly call: ToolCall
}

/** What of a server is screened beside results of tools. */
export type UntrustedKind =
  | 'resources'
  | 'prompts'
  | 'completion'
  | 'sampling'
  | 'elicitation'
  | 'notification'
  | 'error'

/** Who decides: the guards of this process, or those of another Gatehouse. Whatever goes wrong, nothing passes. */
export interface Enforcement {
  checkCall(call: ToolCall): Promise<CallDecision>
  /** A result of a tool, as JSON. */
  screenResult(json: string, result: ResultOf): Promise<TextDecision>
  /** What a server wrote for a model or a person to read, as JSON. */
  screenUntrusted(json: string, kind: UntrustedKind): Promise<TextDecision>
  /** What a client answers a server, as JSON: it leaves. */
  screenLeaving(json: string, kind: UntrustedKind): Promise<TextDecision>
}

/** Whether a text of this kind is what a client asked for, or, where it leaves, what it says as it asks. */
export function isRequest(kind: UntrustedKind): boolean {
  return kind === 'resources' || kind === 'prompts' || kind === 'completion'
}
