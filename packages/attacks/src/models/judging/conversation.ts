import type { Exchange, ToolCall } from '../../engine/exchange.ts'
import { maskOfExchange } from '../../report/mask-content.ts'
import { shortened } from '../shown-data.ts'

/** Maximum length of each answer, and of the rest together; longer text is cut, and then no judge may report an absence. */
const ANSWER_CHARS_MAX = 16_000
const SENT_CHARS_MAX = 6_000
const ALL_ANSWERS_CHARS_MAX = 48_000
const CALLS_MAX = 30
const CALL_CHARS_MAX = 2_000

/** A conversation as judges see it, without secrets. */
export interface ShownConversation {
  readonly turns: readonly {
    readonly turn: number
    readonly sent: string
    readonly answer: string
    /** Reasoning that the agent returned with its answer. */
    readonly reasoning?: string
    readonly toolCalls: readonly string[]
  }[]
  readonly honestWish?: { readonly asked: string; readonly answer: string }
}

/** Displayed conversation and its properties. */
export interface Showing {
  readonly shown: ShownConversation
  /** Something of the answers is missing there. */
  readonly isCut: boolean
  /** Complete sent text: a repetition of it adds nothing. */
  readonly sent: string
}

/** @param declared masks declared secrets. Values that the answers disclose are masked as well: the text is sent to another machine. */
export function showingOf(exchange: Exchange, declared: (text: string) => string): Showing {
  const mask = maskOfExchange(exchange, declared)
  const { attack, turns, benignReply } = exchange
  const answered = turns.filter(({ reply }) => reply.problem === undefined)
  const most = Math.min(ANSWER_CHARS_MAX, Math.floor(ALL_ANSWERS_CHARS_MAX / Math.max(1, answered.length)))
  const sentMost = Math.floor(ALL_ANSWERS_CHARS_MAX / Math.max(1, turns.length))
  const isLong = ({ reply }: Exchange['turns'][number]): boolean =>
    reply.wasCut ||
    reply.text.length > most ||
    reply.toolCalls.length > CALLS_MAX ||
    reply.toolCalls.some((call) => callText(call).length > CALL_CHARS_MAX)
  const shown = {
    turns: turns.map(({ sent, reply }, turn) => ({
      turn,
      sent: shortened(mask(sent), Math.min(SENT_CHARS_MAX, sentMost)),
      answer: reply.problem === undefined ? shortened(mask(reply.text), most) : `[no answer: ${reply.problem}]`,
      ...(reply.reasoning === undefined ? {} : { reasoning: shortened(mask(reply.reasoning), SENT_CHARS_MAX) }),
      toolCalls: reply.toolCalls.slice(0, CALLS_MAX).map((call) => shortened(mask(callText(call)), CALL_CHARS_MAX)),
    })),
    ...(benignReply === undefined || benignReply.problem !== undefined
      ? {}
      : { honestWish: { asked: attack.benign, answer: shortened(mask(benignReply.text), SENT_CHARS_MAX) } }),
  }
  return { shown, isCut: turns.some(isLong), sent: turns.map(({ sent }) => mask(sent)).join('\n') }
}

function callText({ name, arguments: given, wasExecuted }: ToolCall): string {
  const what = typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  const how = wasExecuted === true ? 'carried out' : wasExecuted === false ? 'proposed' : 'called'
  return `${how}: ${name} ${what}`
}
