import { Failure } from '@gatehouse/kernel'
import type { ChatMessage, ChatModel } from '@gatehouse/models'
import type { z } from 'zod'
import type { Spent } from '../engine/judge.ts'
import type { Pool } from '../run/pool.ts'
import { type Ledger, NOTHING_SPENT } from './ledger.ts'

/** For one answer with its retries and its repair. Ours: a slow model on a laptop needs most of it. */
export const ANSWER_WITHIN_MS = 90_000
/** Letters for each token at least, whatever the language: bounds are kept by it, and not by what is usual. */
const CHARS_PER_TOKEN_MIN = 2
/** The first try and the one that mends a malformed answer. */
const TRIES = 2
/** What the description of the answer's shape adds. */
const SCHEMA_TOKENS = 600

/** Why a model has said nothing that counts. */
export type Silence =
  /** The bound of the run does not allow another call. */
  | 'budget'
  /** No answer came in time. */
  | 'unavailable'
  /** The model declined, or twice sent what has not the shape that was asked for. */
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

export type Asked<Answer> =
  | { readonly answer: Answer; readonly spent: Spent }
  | { readonly silence: Silence; readonly spent: Spent }

/** With what models are asked. */
export interface AskPorts {
  readonly ledger: Ledger
  /** How many calls are made at once. */
  readonly gate: Pool
  readonly signal: AbortSignal
}

/** Of one run, to all its models together: providers count requests, and a laptop answers few at once. Ours. */
export const CALLS_AT_ONCE = 8

/**
 * Asks a model within what may be spent. Whatever goes wrong with the model is a silence: no caller may take one for an opinion.
 * @throws the reason of the signal when it fires: the run is over
 */
export async function askModel<Answer>(
  model: ChatModel,
  question: Question<Answer>,
  ports: AskPorts,
): Promise<Asked<Answer>> {
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
): Promise<Asked<Answer>> {
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
    // A model of another maker may not hold to the port.
    const read = schema.safeParse(json)
    return read.success ? { answer: read.data, spent } : { silence: 'unusable', spent }
  } catch (thrown) {
    const spent = reserved.lose()
    signal.throwIfAborted()
    if (!(thrown instanceof Failure)) throw thrown
    return { silence: thrown.code === 'model_refused' ? 'unusable' : 'unavailable', spent }
  }
}
