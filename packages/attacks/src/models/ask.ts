import { Failure } from '@gatehouse/kernel'
import type { ChatMessage, ChatModel } from '@gatehouse/models'
import type { z } from 'zod'
import type { Spent } from '../engine/judge.ts'
import type { Pool } from '../run/pool.ts'
import { type Ledger, NOTHING_SPENT } from './ledger.ts'

/** Timeout of one answer with its retries and its repair. Own limit: a slow model on a laptop needs most of it. */
export const ANSWER_WITHIN_MS = 90_000
/** Minimum number of characters per token in any language: limits use this bound, not the average. */
const CHARS_PER_TOKEN_MIN = 2
/** First try and one try to repair a malformed answer. */
const TRIES = 2
/** Number of tokens for the description of the answer's schema. */
const SCHEMA_TOKENS = 600

/** Reason for a missing answer of a model. */
export type Silence =
  /** The bound of the run does not allow another call. */
  | 'budget'
  /** No answer before the timeout. */
  | 'unavailable'
  /** The model declined, or sent two answers that do not match the schema. */
  | 'unusable'

export interface Question<Answer> {
  /** Letters, digits, `_` and `-`. */
  readonly name: string
  readonly messages: readonly ChatMessage[]
  readonly schema: z.ZodType<Answer>
  /** Of the answer. */
  readonly tokensMax: number
  readonly temperature: number
}

export type ModelAnswer<Answer> =
  | { readonly answer: Answer; readonly spent: Spent }
  | { readonly silence: Silence; readonly spent: Spent }

/** Dependencies of model calls. */
export interface AskPorts {
  readonly ledger: Ledger
  /** Limits concurrent calls. */
  readonly gate: Pool
  readonly signal: AbortSignal
}

/** Maximum number of concurrent model calls of one run: providers limit requests, and a laptop serves few at once. Own limit. */
export const CALLS_AT_ONCE = 8

/**
 * Calls a model within its budget. Every failure of the model is returned as a silence: callers must not treat it as an opinion.
 * @throws the reason of the signal when it fires: the run has ended
 */
export async function askModel<Answer>(
  model: ChatModel,
  question: Question<Answer>,
  ports: AskPorts,
): Promise<ModelAnswer<Answer>> {
  await ports.gate.enter(ports.signal)
  try {
    return await askNow(model, question, ports)
  } finally {
    ports.gate.leave(false)
  }
}

async function askNow<Answer>(
  model: ChatModel,
  { name, messages, schema, tokensMax, temperature }: Question<Answer>,
  { ledger, signal }: AskPorts,
): Promise<ModelAnswer<Answer>> {
  // Calls that fail at once cost nothing.
  if (model.state() === 'open') return { silence: 'unavailable', spent: NOTHING_SPENT }
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0)
  const prompt = Math.ceil(chars / CHARS_PER_TOKEN_MIN) + SCHEMA_TOKENS
  const reserved = ledger.reserve(model.name, (prompt + tokensMax) * TRIES, tokensMax * TRIES)
  if (reserved === undefined) return { silence: 'budget', spent: NOTHING_SPENT }
  try {
    const { json, usage } = await model.complete({
      messages,
      temperature,
      maxTokens: tokensMax,
      jsonSchema: { name, schema },
      signal,
      within_ms: ANSWER_WITHIN_MS,
    })
    const spent = reserved.settle(usage.promptTokens, usage.completionTokens)
    // Third-party models may not comply with the port's contract.
    const read = schema.safeParse(json)
    return read.success ? { answer: read.data, spent } : { silence: 'unusable', spent }
  } catch (thrown) {
    const spent = reserved.lose()
    signal.throwIfAborted()
    if (!(thrown instanceof Failure)) throw thrown
    return { silence: thrown.code === 'model_refused' ? 'unusable' : 'unavailable', spent }
  }
}
