import type { ChatMessage } from '@gatehouse/contracts/content'
import { GatehouseError } from '../errors.ts'
import { screenArguments } from './screen-arguments.ts'
import {
  createScreening,
  GuardrailBlockedError,
  type Screening,
  type ScreeningGuard,
  type ScreeningOptions,
} from './screening.ts'

/** Selects the screened texts of a request. */
export interface RequestScreening extends ScreeningOptions {
  /**
   * JSON body fields with user texts; default `message`, `prompt`, `input`, `query` and `text`. `messages` of a conversation are always
   * screened, and a non-JSON body is one text.
   */
  readonly fields?: readonly string[]
}

const FIELDS = ['message', 'prompt', 'input', 'query', 'text']

/** Response body of a rejection, in the guard service's format. */
interface Refusal {
  readonly error: 'guardrail_blocked' | 'guard_unavailable'
  readonly detail: string
  readonly guardrail?: string
  readonly request_id?: string
}

type Outcome = { readonly body: unknown } | { readonly status: 403 | 503; readonly refusal: Refusal }

/** Screens the texts of a body. A failed screening is rejected with 503; configuration errors are thrown. */
function bodyScreening(guard: ScreeningGuard, { fields = FIELDS, ...options }: RequestScreening) {
  const screening = createScreening(guard, options)
  return async (body: unknown, signal?: AbortSignal): Promise<Outcome> => {
    // A missing or unparsed body is also missing for the handler.
    if (body === undefined || body === null) return { body }
    try {
      if (typeof body === 'string') return { body: await screenedText(body, screening, signal) }
      if (typeof body !== 'object') return { body }
      if (Array.isArray(body))
        await screenArguments([JSON.stringify(body)], (text) => screenedText(text, screening, signal))
      else return { body: await screenedMembers(body, fields, screening, signal) }
      return { body }
    } catch (error) {
      if (error instanceof GuardrailBlockedError) {
        const { message, guardrail, requestId } = error
        const refusal = { error: 'guardrail_blocked', detail: message, guardrail, request_id: requestId } as const
        return { status: 403, refusal }
      }
      signal?.throwIfAborted()
      // A configuration error of the guards or the key, independent of the caller.
      if (error instanceof GatehouseError && error.status < 500 && error.status !== 429) throw error
      return { status: 503, refusal: { error: 'guard_unavailable', detail: 'The request could not be screened.' } }
    }
  }
}

async function screenedText(text: string, screening: Screening, signal?: AbortSignal): Promise<string> {
  const [message] = await screening.messages([{ role: 'user', content: text }], signal)
  return typeof message?.content === 'string' ? message.content : text
}

async function screenedMembers(
  body: object,
  fields: readonly string[],
  screening: Screening,
  signal?: AbortSignal,
): Promise<object> {
  const members = body as Readonly<Record<string, unknown>>
  const texts = fields.flatMap((name) => {
    const content = members[name]
    return typeof content === 'string' ? [{ name, content }] : []
  })
  const messages = members['messages']
  const chat = Array.isArray(messages) ? (messages as ChatMessage[]) : []
  const requests = [...texts.map(({ content }) => ({ role: 'user', content })), ...chat]
  const screened = await screening.messages(requests, signal)
  const changed = texts.map(({ name }, at) => [name, screened[at]?.content] as const)
  const rest = chat.length === 0 ? {} : { messages: screened.slice(texts.length) }
  return { ...body, ...Object.fromEntries(changed), ...rest }
}

interface ExpressResponse {
  status(code: number): { json(body: unknown): unknown }
}

/** Creates middleware for Express, after `express.json()`: `app.post('/chat', guardExpress(guard), handler)`. */
export function guardExpress(guard: ScreeningGuard, options: RequestScreening = {}) {
  const screen = bodyScreening(guard, options)
  const handle = async (
    request: { body?: unknown },
    response: ExpressResponse,
    next: (error?: unknown) => void,
  ): Promise<void> => {
    const outcome = await screen(request.body).catch((error: unknown) => ({ error }))
    if ('error' in outcome) next(outcome.error)
    else if ('refusal' in outcome) response.status(outcome.status).json(outcome.refusal)
    else {
      request.body = outcome.body
      next()
    }
  }
  return (request: { body?: unknown }, response: ExpressResponse, next: (error?: unknown) => void): void => {
    void handle(request, response, next)
  }
}

interface FastifyReply {
  code(code: number): { send(body: unknown): unknown }
}

/** Creates a hook for Fastify: `app.post('/chat', { preHandler: guardFastify(guard) }, handler)`. */
export function guardFastify(guard: ScreeningGuard, options: RequestScreening = {}) {
  const screen = bodyScreening(guard, options)
  return async (request: { body: unknown }, reply: FastifyReply): Promise<unknown> => {
    const outcome = await screen(request.body)
    if ('refusal' in outcome) return reply.code(outcome.status).send(outcome.refusal)
    request.body = outcome.body
    return undefined
  }
}

interface HonoContext {
  readonly req: { text(): Promise<string>; readonly raw: Request; bodyCache: { text?: unknown } }
}

/** Creates middleware for Hono: `app.post('/chat', guardHono(guard), handler)`. The handler reads the screened body with `c.req.json()`. */
export function guardHono(guard: ScreeningGuard, options: RequestScreening = {}) {
  const screen = bodyScreening(guard, options)
  return async (context: HonoContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const text = await context.req.text()
    const outcome = await screen(text === '' ? undefined : parsed(text), context.req.raw.signal)
    if ('refusal' in outcome) return Response.json(outcome.refusal, { status: outcome.status })
    const { body } = outcome
    if (text !== '')
      context.req.bodyCache = { text: Promise.resolve(typeof body === 'string' ? body : JSON.stringify(body)) }
    await next()
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
