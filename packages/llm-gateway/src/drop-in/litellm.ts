import type { Handler } from '@gatehouse/contracts'
import type { dropInEndpoints, LitellmAnswer, LitellmCheck } from '@gatehouse/contracts/content'
import type { StageVerdict } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { screenAnswer } from '../chat/answer-verdict.ts'
import { auditInput, auditOutput } from '../chat/audit.ts'
import type { Dialect } from '../chat/dialect.ts'
import type { ChatExchange } from '../chat/exchange.ts'
import { noticeOf, shieldNote } from '../chat/notes.ts'
import type { ChatPorts } from '../chat/ports.ts'
import { checkCalls } from '../chat/screen-calls.ts'
import { screenRequest } from '../chat/screen-request.ts'
import { refusalSentence } from '../chat/sentences.ts'
import { openExchange } from '../chat/serve-chat.ts'
import { chatCompletions } from '../chat/openai/dialect.ts'
import { type LitellmRequest, readLitellm } from './litellm-body.ts'

const PATH = '/beta/litellm_basic_guardrail_api'

/** Placeholder for a verdict that is never read. */
const NOTHING: StageVerdict = {
  safe: true,
  action: 'pass',
  mode: 'enforce',
  results: [],
  redactions: [],
  skipped: [],
  latency_ms: 0,
}

/** Channel of the additional content of calls. The other channels are numbers. */
const BESIDE = 'beside'

const NOT_REWRITTEN = 'The text requires redaction in a field that LiteLLM cannot rewrite.'

/** `POST /beta/litellm_basic_guardrail_api`. */
export function checkLitellm(ports: ChatPorts): Handler<(typeof dropInEndpoints)['checkLitellm'], RequestContext> {
  return async ({ body, headers, context }) => {
    const read = readLitellm(body)
    // The request is only parsed. Nothing is sent to an upstream.
    const dialect: Dialect = { ...chatCompletions, name: 'litellm', readRequest: () => read.request }
    const exchange = await openExchange({ dialect, path: PATH, body, headers, context }, ports)
    return body.input_type === 'request' ? checkRequest(exchange, body, read) : checkAnswer(exchange, body, read)
  }
}

async function checkRequest(
  exchange: ChatExchange,
  { texts = [] }: LitellmCheck,
  { places }: LitellmRequest,
): Promise<LitellmAnswer> {
  const { verdict, changed } = await screenRequest(exchange)
  await auditInput(exchange, verdict)
  if (!verdict.safe) return blocked(exchange, 'input', verdict)
  const known = new Set(places)
  const note = shieldNote(exchange, verdict, NOTHING, [], [])
  // Tool definitions belong to the application, so that redactions are only reported.
  const isReported = (at: number): boolean => exchange.request.texts[at]?.source === 'application'
  if ([...changed.keys()].some((at) => !known.has(at) && !isReported(at))) {
    return notRewritten(note)
  }
  return answer(texts ?? [], (index) => changed.get(places[index]!), note)
}

async function checkAnswer(
  exchange: ChatExchange,
  { texts }: LitellmCheck,
  { calls, beside }: LitellmRequest,
): Promise<LitellmAnswer> {
  const values = texts ?? []
  const messages = values.map((text, index) => ({ channel: String(index), text }))
  if (beside !== '') messages.push({ channel: BESIDE, text: beside })
  const { verdict, texts: redacted } = await screenAnswer(exchange, messages, calls)
  const chars = values.reduce((sum, text) => sum + text.length, 0)
  const about = { upstream: 'litellm', chars, stream: false, calls: calls.length }
  if (!verdict.safe) {
    await auditOutput(exchange, verdict, about)
    return blocked(exchange, 'output', verdict)
  }
  const { refused, would } = await checkCalls(exchange, calls)
  await auditOutput(exchange, verdict, { ...about, refused_calls: refused.size })
  const note = shieldNote(exchange, NOTHING, verdict, [...refused.values()], would)
  if (redacted.has(BESIDE)) {
    return notRewritten(note)
  }
  if (refused.size > 0) {
    // Calls cannot be removed individually.
    return { action: 'BLOCKED', blocked_reason: refusalSentence([...refused.values()]), x_shield: note }
  }
  return answer(values, (index) => redacted.get(String(index)), note)
}

/** Blocks because LiteLLM cannot rewrite the location of a redaction. */
function notRewritten(note: LitellmAnswer['x_shield']): LitellmAnswer {
  const x_shield = { ...note, blocked: true, action: 'block', message: NOT_REWRITTEN }
  return { action: 'BLOCKED', blocked_reason: NOT_REWRITTEN, x_shield }
}

function answer(
  texts: readonly string[],
  changedAt: (index: number) => string | undefined,
  note: LitellmAnswer['x_shield'],
): LitellmAnswer {
  const after = texts.map((text, index) => changedAt(index) ?? text)
  if (after.every((text, index) => text === texts[index])) return { action: 'NONE', x_shield: note }
  return { action: 'GUARDRAIL_INTERVENED', texts: after, x_shield: note }
}

function blocked(exchange: ChatExchange, stage: 'input' | 'output', verdict: StageVerdict): LitellmAnswer {
  const { message, guardrail, requestId } = noticeOf(stage, verdict, exchange.context.requestId)
  const results = verdict.results.filter(({ passed }) => !passed)
  const x_shield = { blocked: true, guardrail, stage, guardrail_results: results, request_id: requestId }
  return { action: 'BLOCKED', blocked_reason: message, x_shield }
}
