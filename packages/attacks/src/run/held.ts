import type { Exchange, Reply, ToolCall, Turn } from '../engine/exchange.ts'
import { spansOf } from '../judges/sight/places.ts'
import { boundedRanges, type Mask } from '../report/bound.ts'
import type { AttemptRecord } from './attempt.ts'

/** Maximum size of a judged conversation in memory: the same as in a report. Own limit. */
const CONVERSATION_UNITS = 64 * 1024
const REPLY_UNITS = 32 * 1024
/** Maximum total size of a run's conversations. Later ones are truncated; verdicts and evidence are always kept. */
const RUN_UNITS = 128 * 1024 * 1024
const FULL_UNITS = 1_000
const CALLS_MAX = 100
const ARGUMENT_UNITS = 8 * 1024
const HITS_MAX = 10

/**
 * Creates a function that reduces an ended attempt in memory: judges have seen it completely, and a target with endless output must not
 * exhaust the memory. Benign controls stay complete, since later replies are compared with them. Texts are masked before they are cut,
 * since half a secret is not detected any more.
 */
export function createHolder(mask: Mask): (record: AttemptRecord) => AttemptRecord {
  let taken = 0
  return (record) => {
    if (record.attempt.kind === 'benign') return record
    const { turns, before = [] } = record.exchange
    const share = Math.min(REPLY_UNITS, Math.floor(CONVERSATION_UNITS / Math.max(1, turns.length + before.length)))
    const exchange = boundedExchange(
      record.exchange,
      taken > RUN_UNITS ? FULL_UNITS : Math.max(FULL_UNITS, share),
      mask,
    )
    taken += [...exchange.turns, ...(exchange.before ?? [])].reduce((sum, { reply }) => sum + reply.text.length, 0)
    if (exchange === record.exchange) return record
    return { ...record, exchange, judgement: boundedJudgement(record, exchange, mask) }
  }
}

/** Evidence ranges move or disappear in a masked and cut text. */
function boundedJudgement(
  { exchange, judgement }: AttemptRecord,
  now: Exchange,
  mask: Mask,
): AttemptRecord['judgement'] {
  const evidence = judgement.evidence.map((item) => {
    const { spans, turn = -1, ...rest } = item
    const [before, after] = [exchange.turns[turn]?.reply.text, now.turns[turn]?.reply.text]
    if (spans === undefined || before === undefined || after === undefined || before === after) return item
    return { ...rest, turn, ...spansOf(boundedRanges(before, spans, mask, after.length)) }
  })
  return { ...judgement, evidence }
}

/** Returns the same exchange when it is small enough. */
function boundedExchange(exchange: Exchange, most: number, mask: Mask): Exchange {
  const cut = (text: string, units = most): string =>
    text.length <= units ? text : mask(text).slice(0, units).toWellFormed()
  const turnOf = (turn: Turn): Turn => {
    const reply = replyOf(turn.reply, cut)
    return reply === turn.reply ? turn : { ...turn, reply }
  }
  const { turns, before, hits, stateBefore, stateAfter } = exchange
  const [keptTurns, keptBefore] = [turns.map(turnOf), before?.map(turnOf)]
  const isSame =
    keptTurns.every((turn, at) => turn === turns[at]) &&
    (keptBefore ?? []).every((turn, at) => turn === before?.[at]) &&
    hits.length <= HITS_MAX &&
    (stateBefore ?? '').length <= most &&
    (stateAfter ?? '').length <= most
  if (isSame) return exchange
  return {
    ...exchange,
    turns: keptTurns,
    ...(keptBefore === undefined ? {} : { before: keptBefore }),
    hits: hits.slice(0, HITS_MAX),
    stateBefore: stateBefore === undefined ? undefined : cut(stateBefore),
    stateAfter: stateAfter === undefined ? undefined : cut(stateAfter),
  }
}

type Cut = (text: string, units?: number) => string

function replyOf(reply: Reply, cut: Cut): Reply {
  const text = cut(reply.text)
  const reasoning = reply.reasoning === undefined ? undefined : cut(reply.reasoning)
  const toolCalls = callsOf(reply.toolCalls, cut)
  if (text === reply.text && reasoning === reply.reasoning && toolCalls === reply.toolCalls) return reply
  return { ...reply, text, toolCalls, ...(reasoning === undefined ? {} : { reasoning }) }
}

function callsOf(calls: readonly ToolCall[], cut: Cut): readonly ToolCall[] {
  if (calls.length <= CALLS_MAX && calls.every((call) => sizeOf(call) <= ARGUMENT_UNITS)) return calls
  return calls.slice(0, CALLS_MAX).map((call) => {
    if (sizeOf(call) <= ARGUMENT_UNITS) return call
    const { result, ...rest } = call
    return {
      ...rest,
      arguments: cut(writtenOf(call.arguments), ARGUMENT_UNITS),
      ...(result === undefined ? {} : { result: cut(result, ARGUMENT_UNITS) }),
    }
  })
}

function sizeOf({ arguments: given, result = '' }: ToolCall): number {
  return writtenOf(given).length + result.length
}

function writtenOf(given: unknown): string {
  return typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
}
