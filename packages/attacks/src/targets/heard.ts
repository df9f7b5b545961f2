import type { ReplyProblem, ToolCall } from '../engine/exchange.ts'

/** Words of one reply that are kept: what is longer is cut, and judges are told. Ours. */
export const TEXT_UNITS_MAX = 256 * 1024
/** Of an answer, read at most: JSON must be whole to be read. Ours; answers of agents have kilobytes. */
export const READ_BYTES_MAX = 4 * 1024 * 1024

/** What an answer says, whatever way it came. */
export interface Heard {
  /** Undefined where it says nothing anywhere. */
  readonly text: string | undefined
  readonly toolCalls: readonly ToolCall[]
  readonly reasoning: string | undefined
  readonly wasCut: boolean
  readonly problem: ReplyProblem | undefined
  readonly isGuardBlock: boolean
}

/** Where the words and the calls stand, and who else wants to see the answer. */
export interface Hearing {
  readonly responsePath: string | undefined
  readonly toolCallsPath: string | undefined
  /** Called with each value of JSON that came. */
  readonly seen?: (value: unknown) => void
}

export const NOTHING_HEARD: Heard = {
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
