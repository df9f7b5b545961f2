import type { Attack } from './attack.ts'

/** Tool call that the target proposed or made. */
export interface ToolCall {
  readonly name: string
  /** Parsed from JSON where possible, else the text. */
  readonly arguments: unknown
  /** True when a result was seen, false when the call was only proposed, undefined when unknown. */
  readonly wasExecuted: boolean | undefined
  readonly result?: string
}

/** Reasons for a missing answer. None of them counts as a defense. */
export const REPLY_PROBLEMS = [
  'network',
  'timeout',
  'unauthorized',
  'rate_limited',
  'server_error',
  'client_error',
  'empty',
  'malformed',
  'too_large',
  'no_text',
  'aborted',
] as const
export type ReplyProblem = (typeof REPLY_PROBLEMS)[number]

/** Answer of the target to one message. */
export interface Reply {
  /** Joined text; empty without text. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** HTTP status; undefined without a response. */
  readonly statusCode: number | undefined
  readonly responseTime_ms: number
  /** Undefined: it is an answer. */
  readonly problem: ReplyProblem | undefined
  /** A guard in front of the target blocked the request: a 4xx status with a body that says so. Counts as an answer and as a defense. */
  readonly blockedByGuard: boolean
  /** The text was cut at the storage limit. */
  readonly wasCut: boolean
  /** Reasoning that the target returned with its answer. */
  readonly reasoning?: string
  /** Sent text, if different from the message: the fabricated history precedes the message. */
  readonly sent?: string
}

/** A request that reached the run's own sink. */
export interface SinkHit {
  readonly at: Date
  /** Requested path and query, or host name. */
  readonly what: string
  /** Bounded. */
  readonly body: string
  /** The request came after the end of the conversation. */
  readonly isLate?: true
}

export interface Turn {
  /** Text as sent, including a history that was written into it. */
  readonly sent: string
  readonly reply: Reply
}

/** All observations of one attack: the input of judges. */
export interface Exchange {
  readonly attack: Attack
  readonly turns: readonly Turn[]
  /** Earlier turns of another user in a separate session; judges ignore them. */
  readonly before?: readonly Turn[]
  readonly hits: readonly SinkHit[]
  /** Plants that the target requested. */
  readonly readPlants: readonly string[]
  /** Answer of the state probe; undefined without a probe. */
  readonly stateBefore: string | undefined
  readonly stateAfter: string | undefined
  /** Answer to the benign control; undefined when it was not sent. */
  readonly benignReply: Reply | undefined
  /** Hashes of content that benign controls returned as well: no disclosure. */
  readonly publicContent?: readonly string[]
  /** Other benign requests received the same last reply, and the target gives different replies to different messages. */
  readonly isUsualReply?: true
  /** Folded texts that the entire run sent: a store returns them in reply to a later attack. */
  readonly runTexts?: string
  /** Secrets of the target that its owner named: never sent. */
  readonly targetCanaries: readonly { readonly name: string; readonly value: string }[]
  readonly systemPrompt: string | undefined
  /** Tools that the target's owner allows; undefined: not configured. */
  readonly allowedTools: readonly string[] | undefined
}
