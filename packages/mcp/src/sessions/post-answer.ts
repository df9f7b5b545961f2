import type { ExchangeAbout } from '../interceptor.ts'
import type { JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import {
  accepted,
  emptyAnswer,
  jsonAnswer,
  type McpHttpAnswer,
  type McpHttpRequest,
  streamAnswer,
} from '../server/http.ts'
import { firstOf } from '../server/first-of.ts'
import type { GatewayLimits } from '../server/limits.ts'
import { traceHeaders } from '../server/trace.ts'
import type { EventLog } from './event-log.ts'
import type { Session } from './session.ts'

/** From this version on, clients support events without data. Earlier ones would try to parse them. */
const PRIMED_VERSION = '2025-11-25'

/**
 * Answers the requests of one POST: as JSON if the response comes first and soon, else as a resumable stream. A disconnect cancels
 * nothing: the client resumes with `Last-Event-ID`, or cancels by notification.
 */
export async function answerRequests(
  requests: readonly JsonRpcRequest[],
  session: Session,
  http: McpHttpRequest,
  limits: GatewayLimits,
  isBatch: boolean,
): Promise<McpHttpAnswer> {
  const exchange: ExchangeAbout = { era: 'sessions', sessionId: session.about.id, requestId: http.requestId }
  const accept = accepted(http)
  const log = accept.sse ? session.logs.open(true) : undefined
  const stream = log && new LazyStream(log, session.about.version)
  const all = Promise.all(
    requests.map(async (request) => {
      const emit = stream && ((message: JsonRpcMessage) => stream.push(message))
      const response = await session.request(request, exchange, traceHeaders(request, http), emit)
      if (response !== undefined) stream?.answer(response)
      return response
    }),
  )
  if (stream === undefined || log === undefined) return asJson(await all, isBatch)
  if (accept.json) {
    const soon = await firstOf(all, stream.opened, limits.streamAfter_ms)
    if (soon !== undefined) {
      session.logs.discard(log)
      return asJson(soon, isBatch)
    }
  }
  stream.open()
  void all.then(() => log.end())
  return streamAnswer(log.read(http.signal, limits.keepAlive_ms, 0))
}

/** Stream that starts with the first message other than an answer, or when it is opened. */
class LazyStream {
  readonly opened: Promise<undefined>
  readonly #log: EventLog
  readonly #version: string
  #held: JsonRpcResponse[] | undefined = []
  #tellOpened: () => void = () => undefined

  constructor(log: EventLog, version: string) {
    this.#log = log
    this.#version = version
    this.opened = new Promise((resolve) => {
      this.#tellOpened = () => resolve(undefined)
    })
  }

  open(): void {
    if (this.#held === undefined) return
    if (this.#version === PRIMED_VERSION) this.#log.prime()
    for (const response of this.#held) this.#log.push(response)
    this.#held = undefined
    this.#tellOpened()
  }

  push(message: JsonRpcMessage): void {
    this.open()
    this.#log.push(message)
  }

  answer(response: JsonRpcResponse): void {
    if (this.#held === undefined) this.#log.push(response)
    else this.#held.push(response)
  }
}

type Answers = readonly (JsonRpcResponse | undefined)[]

function asJson(answers: Answers, isBatch: boolean): McpHttpAnswer {
  const responses = answers.filter((response) => response !== undefined)
  const [first] = responses
  // A cancelled request gets no answer.
  if (first === undefined) return emptyAnswer(202)
  return jsonAnswer(200, isBatch ? responses : first)
}
