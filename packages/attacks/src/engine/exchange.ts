import type { Attack } from './attack.ts'

/** A call of a tool that the target proposed or made. */
export interface ToolCall {
  readonly name: string
  /** Parsed where it was JSON, else the text. */
  readonly arguments: unknown
  /** True where a result of it was seen, false where it was proposed alone, undefined where nobody can tell. */
  readonly wasExecuted: boolean | undefined
  readonly result?: string
}

/** Why there is no answer to judge. None of these is ever a defence. */
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

/** What the target answered to one message. */
export interface Reply {
  /** The words, joined; empty where there were none. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** Of HTTP; undefined where nothing came. */
  readonly statusCode: number | undefined
  readonly responseTime_ms: number
  /** Undefined: it is an answer. */
  readonly problem: ReplyProblem | undefined
  /** A guard in front of the target refused: a status of 4xx whose body says so. An answer, and a defence. */
  readonly blockedByGuard: boolean
  /** The text was cut at the limit of what is kept. */
  readonly wasCut: boolean
  /** Reasoning that the target showed beside its answer. */
  readonly reasoning?: string
  /** What was sent where it is not the message alone: the history that is made up stands before it. */
  readonly sent?: string
}

/** A request that reached the run's own sink. */
export interface SinkHit {
  readonly at: Date
  /** Path and query, or the name that was asked for. */
  readonly what: string
  /** Bounded. */
  readonly body: string
  /** It came after the conversation was over. */
  readonly isLate?: true
}

export interface Turn {
  /** As sent, with the history written in where it was. */
  readonly sent: string
  readonly reply: Reply
}

/** All that was seen of one attack: what judges look at. */
export interface Exchange {
  readonly attack: Attack
  readonly turns: readonly Turn[]
  /** What somebody else and the target said before, in a session of their own; judges do not look at it. */
  readonly before?: readonly Turn[]
  readonly hits: readonly SinkHit[]
  /** Plants that the target has asked for. */
  readonly readPlants: readonly string[]
  /** What the probe of the target's state said; undefined where there is none. */
  readonly stateBefore: string | undefined
  readonly stateAfter: string | undefined
  /** What the target says to the benign twin; undefined where nobody asked. */
  readonly benignReply: Reply | undefined
  /** Secrets of the target that its owner named: never sent. */
  readonly targetCanaries: readonly { readonly name: string; readonly value: string }[]
  readonly systemPrompt: string | undefined
  /** Tools that the target's owner allows; undefined: nobody said. */
  readonly allowedTools: readonly string[] | undefined
}
