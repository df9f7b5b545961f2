import { type Attachment, attachmentOf } from '../carriers/attachment.ts'
import type { Carrier, Message } from '../engine/attack.ts'
import type { Reply } from '../engine/exchange.ts'
import type { TargetSession } from '../engine/target.ts'
import { Conversation, type TargetWire } from './conversation.ts'
import type { Hearing } from './heard.ts'
import { JSON_TYPE, parseJson } from './json.ts'
import { isModelApi } from './model-dialects.ts'
import type { Prepared } from './prepare.ts'
import { withFile } from './request-body.ts'
import { readAnswer } from './read-answer.ts'
import { dialectBody } from './dialect-body.ts'
import { replyOf, troubledReply, writtenInto } from './reply.ts'
import { type Draft, writeSessionId, readSessionId, readSessionIdFrom } from './session-word.ts'

const ACCEPT = 'application/json, text/event-stream;q=0.9, application/x-ndjson;q=0.9, text/plain;q=0.8, */*;q=0.1'
/** Default query parameter for the message. */
const QUERY_DEFAULT = 'message'

/** Session with an agent over HTTP, or with a model that implements OpenAI's chat completions. */
export class HttpSession implements TargetSession {
  readonly #conversation: Conversation
  /** Messages of this session, for targets that expect the history. */
  #past: readonly Message[] = []
  /** As before the last message. */
  #pastBefore: readonly Message[] = []
  #hasBegun = false

  constructor(prepared: Prepared, wire: TargetWire) {
    this.#conversation = new Conversation(prepared, wire)
  }

  async say(message: string, history: readonly Message[], signal: AbortSignal, carrier?: Carrier): Promise<Reply> {
    const { prepared } = this.#conversation
    const began = performance.now()
    const takesHistory = sendsHistory(prepared)
    const past = remembers(prepared) ? history : [...this.#past, ...history]
    const text = takesHistory ? message : writtenInto(message, history)
    try {
      signal.throwIfAborted()
      if (!this.#hasBegun) await this.#conversation.begin(signal)
      this.#hasBegun = true
      const reply = await this.#ask(text, takesHistory ? past : [], signal, carrier)
      if (reply.problem === undefined) {
        this.#pastBefore = past
        this.#past = [...past, { role: 'user', content: message }, { role: 'assistant', content: reply.text }]
      }
      return history.length === 0 ? reply : { ...reply, sent: writtenInto(message, history) }
    } catch (thrown) {
      return troubledReply(thrown, Math.round(performance.now() - began))
    }
  }

  retract(): void {
    this.#past = this.#pastBefore
  }

  given(): readonly string[] {
    return this.#conversation.given()
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async #ask(
    message: string,
    history: readonly Message[],
    signal: AbortSignal,
    carrier: Carrier | undefined,
  ): Promise<Reply> {
    const attachment = carrier === undefined ? undefined : await attachmentOf(carrier, message)
    const conversation = this.#conversation
    const { config } = conversation.prepared
    const { method, url, headers, body } = this.#draft(attachment?.prompt ?? message, history, attachment)
    const hearing: Hearing = {
      responsePath: config.customApiTemplate?.responsePath,
      toolCallsPath: config.toolCallsPath,
      isPeer: config.type === 'a2a',
      seen: (value) => readSessionIdFrom(conversation, value),
    }
    return conversation.request(
      { method, url, headers, body: body === undefined ? undefined : withFile(body, attachment?.bytes) },
      signal,
      async (attempt) => {
        readSessionId(conversation, attempt.answer.headers)
        const answer = await readAnswer(attempt, hearing)
        return conversation.discreet(replyOf(answer, attempt.answer.status, attempt.elapsed_ms()))
      },
    )
  }

  #draft(
    message: string,
    history: readonly Message[],
    attachment: Attachment | undefined,
  ): Draft & { readonly method: string } {
    const conversation = this.#conversation
    const { prepared } = conversation
    const values = conversation.values(message, history, attachment)
    const url = new URL(prepared.address.render(values, encodeURIComponent), prepared.base)
    const rendered = prepared.body?.render(values) ?? dialectBody(prepared, values)
    const isGet = prepared.config.method === 'GET' && prepared.config.type === 'http_agent'
    if (isGet) addQueryFields(url, rendered, message, prepared)
    const draft: Draft = {
      url,
      headers: {
        accept: ACCEPT,
        ...(isGet || rendered === undefined ? {} : { 'content-type': prepared.body?.contentType ?? JSON_TYPE }),
        ...conversation.headers(values),
      },
      body: isGet ? undefined : rendered,
    }
    writeSessionId(conversation, draft)
    return { ...draft, method: prepared.config.method }
  }
}

/** Returns whether the target receives the history: its template has a slot for it. */
export function sendsHistory({ config, body }: Prepared): boolean {
  return body === undefined ? isModelApi(config.type) : body.slots.has('history')
}

/** Returns whether the target stores the conversation, so that only fabricated history is sent. */
function remembers({ config: { session } }: Prepared): boolean {
  return session !== undefined && session.madeBy !== 'none' && session.remembers
}

/** The members of a body as fields of a query. */
function addQueryFields(url: URL, body: string | undefined, message: string, prepared: Prepared): void {
  if (body === undefined) {
    if (!prepared.address.slots.has('message')) url.searchParams.set(QUERY_DEFAULT, message)
    return
  }
  if (prepared.body?.encoding === 'form') {
    for (const [name, value] of new URLSearchParams(body)) url.searchParams.append(name, value)
    return
  }
  const value = parseJson(body)?.value
  for (const [name, one] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
    url.searchParams.set(name, typeof one === 'string' ? one : JSON.stringify(one))
  }
}
