import type { SseEvent } from '@gatehouse/formats'
import type { JsonObject } from '../../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../../chat/json.ts'
import { parseJson } from '../../chat/parse-json.ts'
import { stopReason, THOUGHT_NAMES, usageOf } from './answer.ts'

/** Converts events of a chat completion to those of a message. Content other than text and calls is dropped. */
export class ChatEvents {
  readonly #calls = new Map<number, number>()
  #next = 0
  /** The open block for further text. */
  #open: { readonly kind: 'text' | 'thinking'; readonly index: number } | undefined = undefined
  #hasStarted = false
  #finish: unknown = undefined
  #usage: unknown = undefined

  /** @throws {SyntaxError} for an event that is not JSON */
  read({ data }: SseEvent): readonly SseEvent[] {
    if (data.trim() === '[DONE]') return this.#end()
    const frame = parseJson(data)
    if (frame === undefined) throw new SyntaxError('The event is not valid JSON.')
    if (!isObject(frame)) return []
    if (isObject(frame['error'])) return [event({ type: 'error', error: frame['error'] })]
    const events = this.#start(frame)
    if (isObject(frame['usage'])) this.#usage = frame['usage']
    // The API has only one answer: the first choice.
    for (const choice of objectsOf(frame['choices'])) {
      if ((choice['index'] ?? 0) !== 0) continue
      if (isObject(choice['delta'])) events.push(...this.#delta(choice['delta']))
      this.#finish = choice['finish_reason'] ?? this.#finish
    }
    return events
  }

  #start({ id, model }: JsonObject): SseEvent[] {
    if (this.#hasStarted) return []
    this.#hasStarted = true
    return [event({ type: 'message_start', message: { id, type: 'message', role: 'assistant', model } })]
  }

  #delta(delta: JsonObject): SseEvent[] {
    const events: SseEvent[] = []
    for (const name of THOUGHT_NAMES) events.push(...this.#text('thinking', stringOf(delta[name])))
    for (const name of ['content', 'refusal']) events.push(...this.#text('text', stringOf(delta[name])))
    for (const [at, call] of objectsOf(delta['tool_calls']).entries()) events.push(...this.#call(call, at))
    return events
  }

  #text(kind: 'text' | 'thinking', text: string | undefined): SseEvent[] {
    if (text === undefined || text === '') return []
    const events: SseEvent[] = []
    let open = this.#open
    if (open?.kind !== kind) {
      events.push(...this.#close())
      open = { kind, index: this.#next++ }
      this.#open = open
      const block = { type: kind, [kind]: '' }
      events.push(event({ type: 'content_block_start', index: open.index, content_block: block }))
    }
    const delta = { type: `${kind}_delta`, [kind]: text }
    return [...events, event({ type: 'content_block_delta', index: open.index, delta })]
  }

  #call(call: JsonObject, at: number): SseEvent[] {
    const created = isObject(call['function']) ? call['function'] : {}
    const number = typeof call['index'] === 'number' ? call['index'] : at
    const events: SseEvent[] = []
    let index = this.#calls.get(number)
    if (index === undefined) {
      index = this.#next++
      this.#calls.set(number, index)
      const block = { type: 'tool_use', id: call['id'], name: created['name'], input: {} }
      events.push(...this.#close(), event({ type: 'content_block_start', index, content_block: block }))
    }
    const partial_json = stringOf(created['arguments']) ?? ''
    if (partial_json !== '') {
      events.push(event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } }))
    }
    return events
  }

  #close(): SseEvent[] {
    if (this.#open === undefined) return []
    const { index } = this.#open
    this.#open = undefined
    return [event({ type: 'content_block_stop', index })]
  }

  #end(): SseEvent[] {
    // A stream without a finish reason was interrupted.
    if (this.#finish === undefined) return []
    const stops = [...this.#calls.values()].map((index) => event({ type: 'content_block_stop', index }))
    const delta = { stop_reason: stopReason(this.#finish), stop_sequence: null }
    const usage = this.#usage === undefined ? {} : { usage: usageOf(this.#usage) }
    return [
      ...this.#close(),
      ...stops,
      event({ type: 'message_delta', delta, ...usage }),
      event({ type: 'message_stop' }),
    ]
  }
}

function event(frame: JsonObject): SseEvent {
  return { event: String(frame['type']), data: JSON.stringify(frame) }
}
