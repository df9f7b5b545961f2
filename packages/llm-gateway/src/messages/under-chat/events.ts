import type { SseEvent } from '@gatehouse/formats'
import type { JsonObject } from '../../chat/dialect.ts'
import { isObject, stringOf } from '../../chat/json.ts'
import { parseJson } from '../../chat/parse-json.ts'
import { idsOf } from '../../dialects/heads.ts'
import { chatUsage, finishReason } from './answer.ts'

interface StreamedCall {
  /** Index among the calls. */
  readonly index: number
  hasArguments: boolean
}

/** Used counters of the usage. */
const COUNTS = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const

/** Converts events of a message to those of a chat completion. Content other than text and calls is dropped. */
export class MessageEvents {
  readonly #calls = new Map<number, StreamedCall>()
  #head: JsonObject = { object: 'chat.completion.chunk' }
  readonly #usage: Record<string, number> = {}

  /** @throws {SyntaxError} for an event that is not JSON */
  read({ data }: SseEvent): readonly SseEvent[] {
    const frame = parseJson(data)
    if (frame === undefined) throw new SyntaxError('The event is not valid JSON.')
    if (!isObject(frame)) return []
    switch (frame['type']) {
      case 'message_start':
        return this.#start(frame['message'])
      case 'content_block_start':
        return this.#startBlock(frame)
      case 'content_block_delta':
        return this.#delta(frame)
      case 'content_block_stop':
        return this.#stopBlock(frame)
      case 'message_delta':
        return this.#finish(frame)
      case 'message_stop':
        return this.#end()
      case 'error':
        return [{ data: JSON.stringify({ error: frame['error'] }) }]
      default:
        return []
    }
  }

  #start(message: unknown): SseEvent[] {
    if (isObject(message)) {
      // Every chunk repeats the header.
      this.#head = { ...this.#head, ...idsOf(message, ['id', 'model']) }
      this.#count(message['usage'])
    }
    return [this.#chunk({ role: 'assistant', content: '' })]
  }

  #startBlock({ index, content_block: block }: JsonObject): SseEvent[] {
    if (typeof index !== 'number' || !isObject(block)) return []
    if (block['type'] === 'text') return this.#text('content', block['text'])
    if (block['type'] === 'thinking') return this.#text('reasoning_content', block['thinking'])
    if (block['type'] !== 'tool_use') return []
    const text =
      isObject(block['input']) && Object.keys(block['input']).length > 0 ? JSON.stringify(block['input']) : ''
    const call = { index: this.#calls.size, hasArguments: text !== '' }
    this.#calls.set(index, call)
    const created = { name: block['name'], arguments: text }
    return [this.#chunk({ tool_calls: [{ index: call.index, id: block['id'], type: 'function', function: created }] })]
  }

  #delta({ index, delta }: JsonObject): SseEvent[] {
    if (!isObject(delta)) return []
    if (delta['type'] === 'text_delta') return this.#text('content', delta['text'])
    if (delta['type'] === 'thinking_delta') return this.#text('reasoning_content', delta['thinking'])
    const call = typeof index === 'number' ? this.#calls.get(index) : undefined
    const piece = stringOf(delta['partial_json']) ?? ''
    if (call === undefined || piece === '') return []
    call.hasArguments = true
    return [this.#arguments(call, piece)]
  }

  /** A call without argument deltas has no arguments. */
  #stopBlock({ index }: JsonObject): SseEvent[] {
    const call = typeof index === 'number' ? this.#calls.get(index) : undefined
    return call === undefined || call.hasArguments ? [] : [this.#arguments(call, '{}')]
  }

  #finish({ delta, usage }: JsonObject): SseEvent[] {
    this.#count(usage)
    const reason = isObject(delta) ? delta['stop_reason'] : undefined
    return [this.#chunk({}, finishReason(reason))]
  }

  /** Updates the usage; later counts replace earlier ones, and unknown counters are ignored. */
  #count(usage: unknown): void {
    if (!isObject(usage)) return
    for (const name of COUNTS) if (typeof usage[name] === 'number') this.#usage[name] = usage[name]
  }

  #end(): SseEvent[] {
    const usage = chatUsage(this.#usage)
    const counts = usage === undefined ? [] : [{ data: JSON.stringify({ ...this.#head, choices: [], usage }) }]
    return [...counts, { data: '[DONE]' }]
  }

  #text(name: 'content' | 'reasoning_content', text: unknown): SseEvent[] {
    return typeof text === 'string' && text !== '' ? [this.#chunk({ [name]: text })] : []
  }

  #arguments({ index }: StreamedCall, piece: string): SseEvent {
    return this.#chunk({ tool_calls: [{ index, function: { arguments: piece } }] })
  }

  #chunk(delta: JsonObject, finish_reason: string | null = null): SseEvent {
    return { data: JSON.stringify({ ...this.#head, choices: [{ index: 0, delta, finish_reason }] }) }
  }
}
