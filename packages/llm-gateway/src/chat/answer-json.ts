import type { StageVerdict } from '@gatehouse/guards'
import type { RawAnswer } from '@gatehouse/contracts'
import { screenAnswer } from './answer-verdict.ts'
import { auditCut, auditOutput } from './audit.ts'
import { blockedAnswer, problemAnswer } from './blocked-answer.ts'
import { answerHead, type ChatExchange } from './exchange.ts'
import { isObject } from './json.ts'
import { omittedFields, omittedNote } from './omitted-fields.ts'
import { keepAnswer } from './keep.ts'
import { shieldNote } from './notes.ts'
import { parseJson } from './parse-json.ts'
import { checkCalls } from './screen-calls.ts'
import { spend } from './spend.ts'

/** Handles a complete answer of an upstream: reads, screens and audits it before it is forwarded. */
export async function answerComplete(
  exchange: ChatExchange,
  input: StageVerdict,
  upstream: string,
  text: string,
): Promise<RawAnswer> {
  const { dialect, request, context } = exchange
  const body = parseJson(text)
  const answer = isObject(body) ? dialect.readAnswer(body, answerHead(exchange)) : undefined
  if (answer === undefined) return invalid(exchange, upstream, 'The upstream returned something other than a response.')
  const { calls } = answer
  if (answer.texts.length > TEXTS_MAX) {
    return invalid(exchange, upstream, `The upstream returned more than ${TEXTS_MAX} texts.`)
  }
  if (calls.length > CALLS_MAX) {
    return invalid(exchange, upstream, `The upstream proposed more than ${CALLS_MAX} calls at once.`)
  }
  const chars = lengthOf(answer.texts) + lengthOf(calls.map((call) => ({ text: call.arguments })))
  const tokens = await spend(exchange, answer.usage, chars)
  const { verdict, texts } = await screenAnswer(exchange, answer.texts, calls)
  keepAnswer(
    exchange,
    answer.texts.map((item) => item.text),
    verdict,
  )
  const about = { upstream, chars, stream: false, calls: calls.length, tokens }
  if (!verdict.safe) {
    await auditOutput(exchange, verdict, about)
    return blockedAnswer(exchange, 'output', verdict)
  }
  const { refused, would } = await checkCalls(exchange, calls)
  await auditOutput(exchange, verdict, { ...about, refused_calls: refused.size })
  const note = shieldNote(exchange, input, verdict, [...refused.values()], would)
  const value = answer.release({ texts, refused, note })
  const omitted = omittedFields(body, value, texts.size > 0)
  const released = omitted.length === 0 ? value : { ...value, x_shield: { ...note, ...omittedNote(omitted) } }
  if (!request.stream) return JSON.stringify(released)
  context.header('content-type', EVENT_STREAM)
  return dialect.asStream(released, exchange.body)
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

/** Maximum number of calls, as for streams. Each is checked and audited individually. A model with more is in a loop. */
const CALLS_MAX = 256
/** Maximum number of texts. Each is screened individually. Streams allow 1,024 blocks with several texts each. */
const TEXTS_MAX = 4_096

/** Handles an invalid answer, which cannot be screened and is not forwarded. */
async function invalid(exchange: ChatExchange, upstream: string, message: string): Promise<string> {
  await auditCut(exchange, upstream)
  return problemAnswer(exchange, 502, 'upstream_invalid', message)
}

function lengthOf(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}
