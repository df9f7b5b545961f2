import type { Message } from '../engine/attack.ts'
import type { Reply } from '../engine/exchange.ts'
import type { TargetSession } from '../engine/target.ts'
import { backoff, Deadline, orAborted, pause } from './call.ts'
import { Conversation, type TargetWire } from './conversation.ts'
import { type ParsedAnswer, READ_BYTES_MAX } from './heard.ts'
import { parseJson } from './json.ts'
import { Failure } from '@gatehouse/kernel'
import type { Socket, SocketPort } from './port.ts'
import type { Prepared } from './prepare.ts'
import { concluded } from './read-answer.ts'
import { replyOf, troubledReply, writtenInto } from './reply.ts'
import { type Draft, writeSessionId, readSessionIdFrom } from './session-word.ts'
import { StreamReply } from './stream-reply.ts'
import { problemOfClose, TargetError } from './target-error.ts'

/** Silence after which a streamed reply counts as complete. Own limit. */
const IDLE_MS = 1_500
/** Share of a short timeout that is used for this wait. */
const IDLE_SHARE = 0.25

/** One connection per conversation. The reply is the text until silence or an end marker. */
export class WebSocketSession implements TargetSession {
  readonly #conversation: Conversation
  readonly #wire: TargetWire
  readonly #port: SocketPort
  readonly #closed = new AbortController()
  #socket: Socket | undefined
  #frames: AsyncIterator<string | Uint8Array> | undefined
  /** Requested frame that has not arrived: it belongs to the next message. */
  #coming: Promise<IteratorResult<string | Uint8Array>> | undefined
  #past: readonly Message[] = []

  constructor(prepared: Prepared, wire: TargetWire, port: SocketPort) {
    this.#conversation = new Conversation(prepared, wire)
    this.#wire = wire
    this.#port = port
  }

  async say(message: string, history: readonly Message[], signal: AbortSignal): Promise<Reply> {
    await this.#wire.pace?.next(signal)
    const deadline = new Deadline(signal, this.#wire.timeout_ms)
    const takesHistory = this.#conversation.prepared.body?.slots.has('history') === true
    const past = [...this.#past, ...history]
    try {
      signal.throwIfAborted()
      const text = takesHistory ? message : writtenInto(message, history)
      const reply = await this.#ask(text, takesHistory ? past : [], deadline, signal)
      if (reply.problem === undefined) {
        this.#past = [...past, { role: 'user', content: message }, { role: 'assistant', content: reply.text }]
      }
      return history.length === 0 ? reply : { ...reply, sent: writtenInto(message, history) }
    } catch (thrown) {
      // The rest of a broken answer must not be read as the next one.
      this.#drop()
      return troubledReply(deadline.explain(thrown), deadline.elapsed_ms())
    } finally {
      deadline.end()
    }
  }

  given(): readonly string[] {
    return this.#conversation.given()
  }

  async close(): Promise<void> {
    this.#drop()
    this.#closed.abort(new TargetError('aborted', 'The session ended.'))
  }

  async #ask(message: string, history: readonly Message[], deadline: Deadline, signal: AbortSignal): Promise<Reply> {
    const socket = this.#socket ?? (await this.#opened(deadline, signal))
    const conversation = this.#conversation
    const { body } = conversation.prepared
    const draft: Draft = {
      url: new URL(conversation.prepared.base),
      headers: {},
      body: body?.render(conversation.values(message, history)) ?? message,
    }
    if (body !== undefined) writeSessionId(conversation, draft)
    await orAborted(socket.send(draft.body ?? ''), deadline.signal)
    const heard = await this.#listen(deadline)
    if (heard.problem === 'empty') throw new TargetError('empty', 'The agent returned an empty response.')
    return conversation.discreet(replyOf(heard, undefined, deadline.elapsed_ms()))
  }

  /** Retries the same errors as HTTP calls: network errors, 429 and 503. */
  async #opened(deadline: Deadline, signal: AbortSignal): Promise<Socket> {
    const { retries, random } = this.#wire
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#open(deadline, signal)
      } catch (thrown) {
        const trouble = deadline.explain(thrown)
        const isFinal = thrown instanceof Failure && thrown.code === 'egress_refused'
        const isWorthIt = trouble.problem === 'network' || trouble.status === 429 || trouble.status === 503
        if (attempt >= retries || isFinal || !isWorthIt) throw trouble
      }
      await pause(backoff(attempt, random), deadline.signal)
    }
  }

  async #open(deadline: Deadline, signal: AbortSignal): Promise<Socket> {
    const conversation = this.#conversation
    const { prepared } = conversation
    // Repeated for each connection: values from a step are often valid for one connection only.
    await orAborted(conversation.begin(signal), deadline.signal)
    const values = conversation.values('', [])
    const url = new URL(prepared.address.render(values, encodeURIComponent), prepared.base)
    const headers = conversation.headers(values)
    if (prepared.config.session?.send?.in === 'header') writeSessionId(conversation, { url, headers, body: undefined })
    const web = new URL(url.href.replace(/^ws/, 'http'))
    const cookie = conversation.jar.header(web)
    if (cookie !== undefined) headers['cookie'] = [headers['cookie'], cookie].filter((item) => item).join('; ')
    await this.#wire.authorizer.apply(url, headers, deadline.signal)
    const ends = AbortSignal.any([this.#closed.signal, signal])
    const opening = this.#port.open({ url: url.href, headers, signal: ends })
    // A connection that opens after the deadline is closed.
    opening.then((late) => deadline.signal.aborted && this.#socket !== late && late.close()).catch(() => {})
    const socket = await orAborted(opening, deadline.signal)
    this.#socket = socket
    this.#frames = socket.frames[Symbol.asyncIterator]()
    return socket
  }

  async #listen(deadline: Deadline): Promise<ParsedAnswer> {
    const conversation = this.#conversation
    const { config } = conversation.prepared
    const reply = new StreamReply({
      responsePath: config.customApiTemplate?.responsePath,
      toolCallsPath: config.toolCallsPath,
      seen: (value) => readSessionIdFrom(conversation, value),
    })
    const idle_ms = Math.min(IDLE_MS, config.timeoutMs * IDLE_SHARE)
    let units = 0
    let trouble: TargetError | undefined
    try {
      while (units <= READ_BYTES_MAX && reply.state !== 'over') {
        const next = await this.#next(reply.hasSpoken ? idle_ms : undefined, deadline)
        if (next === undefined) break
        if (next.done === true) {
          const code = this.#socket?.closeCode?.()
          this.#drop()
          if (!reply.hasSpoken)
            throw new TargetError(problemOfClose(code), 'The agent closed the connection without a response.')
          break
        }
        const text = typeof next.value === 'string' ? next.value : new TextDecoder().decode(next.value)
        units += text.length + 1
        reply.push(text)
        if (isCompleteFrame(text)) break
      }
    } catch (thrown) {
      trouble = deadline.explain(thrown)
      // Without any text there is nothing to keep.
      if (!reply.hasSpoken) throw trouble
    }
    const heard = concluded(reply)
    const wasCut = heard.wasCut || units > READ_BYTES_MAX
    // The rest of an oversized or broken answer must not be read as the next one.
    if (wasCut || trouble !== undefined || heard.problem !== undefined) this.#drop()
    // The partial text may be evidence, but is not a complete reply.
    return { ...heard, wasCut, problem: trouble?.problem ?? heard.problem }
  }

  /** @returns undefined after the timeout */
  async #next(
    idle_ms: number | undefined,
    deadline: Deadline,
  ): Promise<IteratorResult<string | Uint8Array> | undefined> {
    this.#coming ??= this.#frames!.next()
    const coming = this.#coming
    coming.catch(() => {})
    const idle = Promise.withResolvers<undefined>()
    const timer = idle_ms === undefined ? undefined : setTimeout(idle.resolve, idle_ms, undefined)
    try {
      const next = await orAborted(Promise.race([coming, idle.promise]), deadline.signal)
      if (next !== undefined) this.#coming = undefined
      return next
    } finally {
      clearTimeout(timer)
    }
  }

  #drop(): void {
    this.#socket?.close()
    this.#socket = undefined
    this.#frames = undefined
    this.#coming = undefined
  }
}

/** Member names of complete replies: stream pieces do not have them. */
const WHOLE_MEMBERS = ['response', 'reply', 'answer', 'output', 'completion']

/** Returns whether a frame is a complete answer, so that no further frame is awaited. */
function isCompleteFrame(text: string): boolean {
  const value = parseJson(text)?.value
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'type')) return false
  return WHOLE_MEMBERS.some((name) => Object.hasOwn(value, name)) && !('delta' in value)
}
