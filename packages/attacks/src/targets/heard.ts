import type { ReplyProblem, ToolCall } from '../engine/exchange.ts'

/** Maximum length of a reply's text: longer texts are cut and marked for judges. Own limit. */
export const TEXT_UNITS_MAX = 256 * 1024
/** Maximum size of an answer: JSON must be complete to be parsed. Own limit; answers of agents have kilobytes. */
export const READ_BYTES_MAX = 4 * 1024 * 1024

/** Content of an answer, independent of its transport. */
export interface ParsedAnswer {
  /** Undefined without any text. */
  readonly text: string | undefined
  readonly toolCalls: readonly ToolCall[]
  readonly reasoning: string | undefined
  readonly wasCut: boolean
  readonly problem: ReplyProblem | undefined
  readonly isGuardBlock: boolean
}

/** Paths of text and calls, and observers of the answer. */
export interface Hearing {
  readonly responsePath: string | undefined
  readonly toolCallsPath: string | undefined
  /** The target is an agent that answers other agents: a rejected task is an answer, also with an error status. */
  readonly isPeer?: boolean
  /** Called with each received JSON value. */
  readonly seen?: (value: unknown) => void
}

export const NOTHING_HEARD: ParsedAnswer = {
  text: undefined,
  toolCalls: [],
  reasoning: undefined,
  wasCut: false,
  problem: undefined,
  isGuardBlock: false,
}

/** A text within the bound, never cut through a character. */
export function bounded(text: string): { readonly text: string; readonly wasCut: boolean } {
  if (text.length <= TEXT_UNITS_MAX) return { text: text.toWellFormed(), wasCut: false }
  return { text: text.slice(0, TEXT_UNITS_MAX).toWellFormed(), wasCut: true }
}
