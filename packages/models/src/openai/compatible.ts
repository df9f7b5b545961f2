import { setTimeout as sleepFor } from 'node:timers/promises'
import { CircuitBreaker, type Clock, Failure, type Secret, systemClock } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import type { ChatAnswer, ChatMessage, ChatModel, ChatRequest, TokenUsage } from '../chat-model.ts'
import { RETRY_AFTER_MS_MAX, retryDelay_ms } from '../retry.ts'
import { readAnswer, repairMessages, schemaInstruction } from '../structured.ts'
import { sumUsage, UsageMeter, type UsageTotals } from '../usage.ts'
import { Endpoint, type RawAnswer } from './endpoint.ts'
import { Problem, problemOf } from './problem.ts'

/** Timeout of one attempt: enough for a long answer of a slow model. Guards set deadlines of their own. */
export const MODEL_TIMEOUT_MS = 30_000
/** Tries after the first. */
export const MODEL_RETRIES = 2

export interface OpenAiCompatibleOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: Secret
  /** The way out, e.g. `createEgress(…).fetch`. */
  readonly fetch: Egress['fetch']
  /** For one attempt. */
  readonly timeout_ms?: number
  readonly retries?: number
  readonly clock?: Clock
  /** Returns a number in [0, 1) for retry jitter. */
  readonly random?: () => number
  /** Waits between attempts; rejects when the signal fires. */
  readonly sleep?: (delay_ms: number, signal: AbortSignal) => Promise<unknown>
}

export interface OpenAiCompatible extends ChatModel {
  /** Returns the usage of this model since the start; for metrics and quotas. */
  usage(): UsageTotals
}

/** Limits of a call: its own deadline, and the caller's abort signal. */
interface Limits {
  readonly ends_ms: number
  readonly deadline: AbortSignal | undefined
  readonly caller: AbortSignal | undefined
}

/** Creates a chat model for any OpenAI-compatible endpoint. Loads and contacts nothing before the first `complete`. */
export function openAiCompatible(options: OpenAiCompatibleOptions): OpenAiCompatible {
  const { model, clock = systemClock, timeout_ms = MODEL_TIMEOUT_MS } = options
  const breaker = new CircuitBreaker(clock)
  const meter = new UsageMeter(model)
  const endpoint = new Endpoint({ ...options, apiKey: options.apiKey, clock, timeout_ms })
  const ask = (messages: readonly ChatMessage[], request: ChatRequest, limits: Limits): Promise<RawAnswer> =>
    sendWithRetries(messages, request, limits, { ...options, clock, timeout_ms, breaker, endpoint })
  return {
    name: model,
    state: () => breaker.state(),
    usage: () => meter.snapshot(),
    async complete(request) {
      const start_ms = clock.now()
      meter.begin()
      try {
        const answer = await converse(request, ask, limitsOf(request, start_ms), (usage) => meter.add(usage))
        return { ...answer, latency_ms: clock.now() - start_ms }
      } catch (thrown) {
        meter.fail()
        throw thrown
      }
    },
  }
}

type SendChat = (messages: readonly ChatMessage[], request: ChatRequest, limits: Limits) => Promise<RawAnswer>

/** Requests an answer, and repeats the request once if the answer does not match its schema. */
async function converse(
  request: ChatRequest,
  ask: SendChat,
  limits: Limits,
  onUsage: (usage: TokenUsage) => void,
): Promise<Omit<ChatAnswer, 'latency_ms'>> {
  const { jsonSchema } = request
  const messages = jsonSchema === undefined ? request.messages : [schemaInstruction(jsonSchema), ...request.messages]
  const first = accepted(await ask(messages, request, limits), onUsage)
  if (jsonSchema === undefined) return { text: first.text, usage: first.usage, model: first.model }
  const reading = readAnswer(first.text, jsonSchema)
  if (reading.fits) return { text: first.text, json: reading.value, usage: first.usage, model: first.model }

  const repaired = accepted(
    await ask([...messages, ...repairMessages(first.text, reading.faults)], request, limits),
    onUsage,
  )
  const second = readAnswer(repaired.text, jsonSchema)
  if (!second.fits) {
    throw new Failure('model_refused', `${first.model} returned an invalid response twice: ${second.faults.join('; ')}`)
  }
  const usage = sumUsage(first.usage, repaired.usage)
  return { text: repaired.text, json: second.value, usage, model: repaired.model }
}

function accepted(answer: RawAnswer, onUsage: (usage: TokenUsage) => void): RawAnswer {
  onUsage(answer.usage)
  if (answer.declined) throw new Failure('model_refused', `${answer.model} declined to answer`)
  return answer
}

interface Ports {
  readonly endpoint: Endpoint
  readonly breaker: CircuitBreaker
  readonly clock: Clock
  readonly timeout_ms: number
  readonly model: string
  readonly retries?: number
  readonly random?: () => number
  readonly sleep?: (delay_ms: number, signal: AbortSignal) => Promise<unknown>
}

async function sendWithRetries(
  messages: readonly ChatMessage[],
  request: ChatRequest,
  limits: Limits,
  ports: Ports,
): Promise<RawAnswer> {
  const { retries = MODEL_RETRIES, random = Math.random, sleep = sleepUntil } = ports
  const ending = AbortSignal.any([limits.deadline, limits.caller].filter((signal) => signal !== undefined))
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(messages, request, limits, ending, ports)
    if ('answer' in outcome) return outcome.answer
    const { problem } = outcome
    const delay_ms = retryDelay_ms(tries, random(), problem.retryAfter_ms)
    const isWorthWaiting = problem.retryAfter_ms <= RETRY_AFTER_MS_MAX && ports.clock.now() + delay_ms < limits.ends_ms
    if (problem.kind !== 'transient' || tries > retries || !isWorthWaiting) throw problem.toFailure()
    try {
      await sleep(delay_ms, ending)
    } catch {
      throw hasFired(limits.caller) ? abandoned(ports.model) : late(ports.model)
    }
  }
}

/** Makes one attempt through the circuit breaker, and reports the result to it. @throws {Failure} when no further attempt is useful */
async function tryOnce(
  messages: readonly ChatMessage[],
  request: ChatRequest,
  limits: Limits,
  ending: AbortSignal,
  { endpoint, breaker, clock, timeout_ms, model }: Ports,
): Promise<{ readonly answer: RawAnswer } | { readonly problem: Problem }> {
  if (hasFired(limits.caller)) throw abandoned(model)
  const passage = breaker.enter(
    (predicate, retryAfter_s) => new Failure('model_unavailable', `${model} ${predicate}`, { retryAfter_s }),
  )
  const timeout = AbortSignal.timeout(timeout_ms)
  try {
    const answer = await endpoint.ask(messages, request, AbortSignal.any([ending, timeout]))
    passage.succeed()
    return { answer }
  } catch (thrown) {
    // An expired timer of the caller shows that the model is slow; a canceled caller shows nothing.
    if (hasFired(limits.caller)) {
      if (isTimeout(limits.caller?.reason)) passage.fail()
      else passage.abandon()
      throw abandoned(model)
    }
    const problem = hasFired(timeout)
      ? new Problem('transient', `${model} did not respond within ${timeout_ms} ms`)
      : problemOf(thrown, model, clock)
    if (problem.kind === 'rejected') passage.succeed()
    else passage.fail()
    if (hasFired(limits.deadline)) throw late(model)
    return { problem }
  }
}

function limitsOf({ within_ms, signal }: ChatRequest, start_ms: number): Limits {
  return {
    ends_ms: within_ms === undefined ? Number.POSITIVE_INFINITY : start_ms + within_ms,
    deadline: within_ms === undefined ? undefined : AbortSignal.timeout(within_ms),
    caller: signal,
  }
}

function sleepUntil(delay_ms: number, signal: AbortSignal): Promise<unknown> {
  return sleepFor(delay_ms, undefined, { signal })
}

function hasFired(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}

function abandoned(model: string): Failure {
  return new Failure('model_unavailable', `the request to ${model} was aborted`)
}

function late(model: string): Failure {
  return new Failure('model_unavailable', `${model} did not respond in time`)
}
