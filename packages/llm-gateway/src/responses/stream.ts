import { omittedNote } from '../chat/omitted-fields.ts'
import type { SseEvent } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type {
  AnswerHead,
  AnswerText,
  BlockNotice,
  ChatStream,
  JsonObject,
  ProblemNotice,
  ProposedCall,
  Release,
  StreamEvent,
  TokenCounts,
} from '../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../chat/json.ts'
import { blockedNote, problemBody } from '../chat/openai/shapes.ts'
import { parseJson } from '../chat/parse-json.ts'
import { refusalSentence } from '../chat/sentences.ts'
import { addMembers, emptyObject } from '../dialects/heads.ts'
import { callsAmong, KEPT, besideTexts } from '../dialects/kept.ts'
import { OrderedSteps } from '../dialects/ordered-steps.ts'
import { refusalItem, usageOf } from './answer.ts'
import { EventWriter, itemEvents } from './events.ts'
import { defaultHead, namedFields, unknownFields } from './head.ts'
import { OPAQUE_NAMES, type PartList } from './items.ts'
import { type StreamedItemState, StreamedItem } from './streamed-item.ts'

/** Maximum number of items in one response; a model with more is in a loop. */
const ITEMS_MAX = 1_024
/** Maximum number of characters kept until the end, including texts, because the last event repeats them. */
const KEPT_CHARS_MAX = 16 * 1024 * 1024

/** Text events of a part: its list, the type of the part, and the event's text member. */
const TEXT_EVENTS: Readonly<Record<string, readonly [PartList, string]>> = {
  'response.output_text.delta': ['content', 'output_text'],
  'response.refusal.delta': ['content', 'refusal'],
  'response.reasoning_text.delta': ['content', 'reasoning_text'],
  'response.reasoning_summary_text.delta': ['summary', 'summary_text'],
}
const PART_STARTS: Readonly<Record<string, PartList>> = {
  'response.content_part.added': 'content',
  'response.reasoning_summary_part.added': 'summary',
}
const PART_ENDS: Readonly<Record<string, PartList>> = {
  'response.content_part.done': 'content',
  'response.reasoning_summary_part.done': 'summary',
}
const BEGINNINGS = new Set(['response.created', 'response.queued', 'response.in_progress'])
const ENDS = new Set(['response.completed', 'response.incomplete'])
const CALL_PIECES = new Set(['response.function_call_arguments.delta', 'response.custom_tool_call_input.delta'])

/**
 * A streamed response. Items are sent in sequence, calls at the end. Events are rebuilt, so that all repetitions of a text (the ends of
 * parts and items, the whole response) contain only its sent form.
 */
export class ResponsesStream implements ChatStream {
  readonly #writer = new EventWriter()
  readonly #steps = new OrderedSteps()
  /** Items by upstream index. */
  readonly #items = new Map<number, StreamedItem>()
  readonly #share: StreamedItemState
  /** Identifiers and counters of the response, and its additional fields. */
  #head: JsonObject
  readonly #beside = emptyObject()
  /** Types of start events already sent. */
  readonly #told = new Set<string>()
  #end: string | undefined = undefined
  #hasBegun = false
  #keptChars = 0
  #shown = 0

  constructor(head: AnswerHead) {
    this.#head = defaultHead(head)
    this.#share = {
      steps: this.#steps,
      writer: this.#writer,
      keep: (chars) => this.#keep(chars),
      nextIndex: () => this.#shown++,
      hasText: false,
      lastText: undefined,
    }
  }

  read({ data }: SseEvent): readonly StreamEvent[] {
    if (this.#end !== undefined) return []
    if (data.trim() === '[DONE]') return this.#endOfStream()
    const frame = parsed(data)
    const type = stringOf(frame['type']) ?? ''
    if (BEGINNINGS.has(type)) return this.#begin(type, frame)
    if (ENDS.has(type)) return this.#complete(type, frame)
    if (type === 'error' || type === 'response.failed') return this.#failedBy(type, frame)
    if (type === 'response.output_item.added') return [...this.#begun(), ...this.#add(frame)]
    if (type === 'response.output_item.done') return [...this.#begun(), ...this.#done(frame)]
    // Unknown events are dropped. The ends of items repeat their deltas.
    return this.#readPart(type, frame)
  }

  released(channel: string, text: string): string {
    return this.#steps.release(channel, text)
  }

  closed(channel: string): string {
    return this.#steps.close(channel)
  }

  decided(key: string, isRefused: boolean): string {
    return this.#steps.decide(key, isRefused)
  }

  calls(): readonly ProposedCall[] {
    return callsAmong(this.#items.values())
  }

  kept(): readonly AnswerText[] {
    return besideTexts(this.#beside, OPAQUE_NAMES)
  }

  usage(): TokenCounts | undefined {
    return usageOf(this.#head['usage'])
  }

  isComplete(): boolean {
    return this.#end !== undefined
  }

  end(release: Release): string {
    let sse = this.#beginning() + this.#steps.end(release)
    const { refused, texts, note } = release
    const output = this.#output((item) => (item.kind === 'call' || item.kind === 'whole' ? item.shown() : item.final()))
    const omitted = [...this.#items.values()].flatMap((item) => item.omitted())
    const isEmptied = refused.size > 0 && this.calls().every(({ key }) => refused.has(key))
    if (isEmptied && !this.#share.hasText) {
      const item = refusalItem(refusalSentence([...refused.values()]))
      sse += itemEvents(this.#writer, item, this.#shown++)
      output.push(item)
    }
    const extra = texts.has(KEPT) ? {} : this.#beside
    const response = { ...extra, ...this.#head, output, x_shield: { ...note, ...omittedNote(omitted) } }
    if (isEmptied) return sse + this.#incomplete(response)
    return (
      sse + this.#writer.write(this.#end ?? 'response.completed', { response: { status: 'completed', ...response } })
    )
  }

  blocked(notice: BlockNotice): string {
    const output = this.#output((item) => item.shown())
    const response = { ...this.#head, output, x_shield: blockedNote(notice) }
    return this.#beginning() + this.#incomplete(response)
  }

  failed(notice: ProblemNotice): string {
    const { code, message } = notice
    return this.#writer.write('error', { code, message, param: null, ...problemBody(notice) })
  }

  #incomplete(response: JsonObject): string {
    const ended = { ...response, status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
    return this.#writer.write('response.incomplete', { response: ended })
  }

  #output(shown: (item: StreamedItem) => JsonObject | undefined): JsonObject[] {
    return [...this.#items.values()].map(shown).filter((item) => item !== undefined)
  }

  /** A stream without a final event is not a complete answer. */
  #endOfStream(): StreamEvent[] {
    if (!this.#hasBegun) throw new Failure('model_refused', 'The upstream did not stream any Responses API events.')
    return [{ kind: 'end' }]
  }

  #begin(type: string, { response }: JsonObject): StreamEvent[] {
    this.#readHead(response)
    const pieces = this.#begun()
    if (!this.#told.has(type)) {
      this.#told.add(type)
      pieces.push({ kind: 'pass', sse: this.#writer.write(type, { response: this.#empty() }) })
    }
    return pieces
  }

  #readHead(response: unknown): void {
    if (!isObject(response)) return
    this.#head = { ...this.#head, ...namedFields(response) }
    const extra = unknownFields(response)
    this.#keep(JSON.stringify(extra).length)
    addMembers(this.#beside, extra)
  }

  #begun(): StreamEvent[] {
    const sse = this.#beginning()
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  /** Returns the first event. Items follow it, in any order from the upstream. */
  #beginning(): string {
    if (this.#hasBegun) return ''
    this.#hasBegun = true
    this.#told.add('response.created')
    return this.#writer.write('response.created', { response: this.#empty() })
  }

  #empty(): JsonObject {
    return { ...this.#head, status: 'in_progress', output: [] }
  }

  /** Completes the response. Items that were not streamed are only in the final event, and are sent after the others. */
  #complete(type: string, { response }: JsonObject): StreamEvent[] {
    const pieces = this.#begun()
    this.#end = type
    if (isObject(response)) {
      this.#keep(JSON.stringify(response).length)
      this.#readHead(response)
      for (const [output_index, item] of objectsOf(response['output']).entries()) {
        pieces.push(...this.#add({ output_index, item }), ...this.#done({ output_index, item }))
      }
    }
    return [...pieces, { kind: 'end' }]
  }

  #failedBy(type: string, frame: JsonObject): StreamEvent[] {
    if (type === 'error') {
      const { type: _type, sequence_number: _number, ...fields } = frame
      return [{ kind: 'error', sse: this.#writer.write('error', fields) }]
    }
    const failed = isObject(frame['response']) ? frame['response'] : {}
    this.#readHead(failed)
    const response = { ...this.#head, error: failed['error'], output: this.#output((item) => item.shown()) }
    return [{ kind: 'error', sse: this.#beginning() + this.#writer.write(type, { response }) }]
  }

  #add({ output_index: index, item }: JsonObject): StreamEvent[] {
    if (typeof index !== 'number' || !isObject(item) || this.#items.has(index)) return []
    if (this.#items.size >= ITEMS_MAX) {
      throw new Failure('unavailable', `The upstream streamed more than ${ITEMS_MAX} items.`)
    }
    this.#items.set(index, new StreamedItem(this.#items.size, item, this.#share))
    const sse = this.#steps.advance()
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  #done(frame: JsonObject): StreamEvent[] {
    const { output_index: index, item } = frame
    if (typeof index !== 'number' || !isObject(item)) return []
    const added = this.#add(frame)
    const pieces = this.#items.get(index)?.done(item) ?? []
    return [...added, ...pieces, ...this.#advanced()]
  }

  #readPart(type: string, frame: JsonObject): StreamEvent[] {
    const { output_index: index } = frame
    const item = typeof index === 'number' ? this.#items.get(index) : undefined
    if (item === undefined) return []
    if (CALL_PIECES.has(type)) {
      item.pushArguments(stringOf(frame['delta']) ?? '')
      return []
    }
    if (item.kind !== 'message' && item.kind !== 'reasoning') return []
    const text = TEXT_EVENTS[type]
    if (text !== undefined) {
      const [list, partType] = text
      const part = item.part(list, partPosition(frame, list), partType)
      return [...this.#advanced(), ...part.push(stringOf(frame['delta']) ?? '')]
    }
    const list = PART_STARTS[type] ?? PART_ENDS[type]
    const { part: value } = frame
    if (list === undefined || !isObject(value)) return []
    const part = item.part(list, partPosition(frame, list), stringOf(value['type']) ?? '')
    return [...this.#advanced(), ...(type in PART_ENDS ? part.ended(value) : [])]
  }

  #advanced(): StreamEvent[] {
    const sse = this.#steps.advance()
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  #keep(chars: number): void {
    this.#keptChars += chars
    if (this.#keptChars <= KEPT_CHARS_MAX) return
    throw new Failure('unavailable', `The upstream's response has more than ${KEPT_CHARS_MAX} characters.`)
  }
}

function partPosition(frame: JsonObject, list: PartList): number {
  const at = frame[list === 'summary' ? 'summary_index' : 'content_index']
  return typeof at === 'number' ? at : 0
}

function parsed(data: string): JsonObject {
  const frame = parseJson(data)
  if (!isObject(frame)) throw new Failure('unavailable', 'The upstream sent an event that is not a JSON object.')
  return frame
}
