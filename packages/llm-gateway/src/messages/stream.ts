import { type OmittedField, omittedNote } from '../chat/omitted-fields.ts'
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
import { isObject } from '../chat/json.ts'
import { blockedNote } from '../chat/openai/shapes.ts'
import { parseJson } from '../chat/parse-json.ts'
import { refusalSentence } from '../chat/sentences.ts'
import { addMembers, emptyObject, factsOf } from '../dialects/heads.ts'
import { callsAmong, KEPT, besideTexts } from '../dialects/kept.ts'
import { OrderedSteps } from '../dialects/ordered-steps.ts'
import { besideHead, defaultHead, headOf, usageOf } from './answer.ts'
import { blockEvents, event, OPAQUE_NAMES } from './blocks.ts'
import { problemBody } from './shapes.ts'
import { type BlockParts, StreamedBlock } from './streamed-block.ts'

/** Maximum number of blocks in one message; a model with more is in a loop. */
const BLOCKS_MAX = 1_024
/** Maximum number of characters kept until they are screened as a whole: calls and blocks of hosted tools. The same as for one event. */
const KEPT_CHARS_MAX = 4 * 1024 * 1024

/** A streamed message of Anthropic's API. Blocks are sent in sequence, calls at the end. */
export class MessagesStream implements ChatStream {
  readonly #steps = new OrderedSteps()
  readonly #blocks = new Map<number, StreamedBlock>()
  readonly #parts: BlockParts
  #message: JsonObject
  #hasStarted = false
  #isComplete = false
  readonly #usage = emptyObject()
  /** Stop reason; undefined until the message has ended. */
  #reason: unknown = undefined
  /** Fields of the end besides identifiers and counters. */
  readonly #beside = emptyObject()
  #keptChars = 0
  #shown = 0

  constructor(head: AnswerHead) {
    this.#message = defaultHead(head)
    this.#parts = {
      steps: this.#steps,
      keep: (chars) => this.#keep(chars),
      nextIndex: () => this.#shown++,
      open: undefined,
      hasText: false,
      lastText: undefined,
    }
  }

  read({ data }: SseEvent): readonly StreamEvent[] {
    if (this.#isComplete) return []
    const frame = parsed(data)
    switch (frame['type']) {
      case 'message_start':
        return this.#begin(frame['message'])
      case 'content_block_start':
        return [...this.#started(), ...this.#startBlock(frame)]
      case 'content_block_delta':
        return isObject(frame['delta']) ? this.#blockAt(frame).read(frame['delta']) : []
      case 'content_block_stop':
        return this.#blockAt(frame).stopped()
      case 'message_delta':
        return this.#readDelta(frame)
      case 'message_stop':
        if (!this.#hasStarted) throw new Failure('model_refused', 'The upstream did not stream a message.')
        this.#isComplete = true
        return [...this.#stopAll(), { kind: 'end' }]
      case 'error':
        return [{ kind: 'error', sse: event('error', { error: frame['error'] }) }]
      default:
        // A ping is a keep-alive; unknown events are dropped.
        return frame['type'] === 'ping' ? [{ kind: 'pass', sse: event('ping') }] : []
    }
  }

  released(channel: string, text: string): string {
    this.#blocks.get(Number(channel.split(':')[0]))?.released(channel, text)
    return this.#steps.release(channel, text)
  }

  closed(channel: string): string {
    return this.#steps.close(channel)
  }

  decided(key: string, isRefused: boolean): string {
    return this.#steps.decide(key, isRefused)
  }

  calls(): readonly ProposedCall[] {
    return callsAmong(this.#blocks.values())
  }

  kept(): readonly AnswerText[] {
    return besideTexts(this.#beside, OPAQUE_NAMES)
  }

  usage(): TokenCounts | undefined {
    return usageOf(this.#usage)
  }

  isComplete(): boolean {
    return this.#isComplete || this.#reason !== undefined
  }

  end(release: Release): string {
    let sse = this.#start() + this.#steps.end(release)
    const { refused, texts, note } = release
    const isEmptied = refused.size > 0 && this.calls().every(({ key }) => refused.has(key))
    if (isEmptied && !this.#parts.hasText) {
      const text = refusalSentence([...refused.values()])
      sse += blockEvents({ type: 'text', text, citations: null }, this.#shown++)
    }
    const extra = texts.has(KEPT) ? {} : this.#beside
    const stop_reason = isEmptied ? 'refusal' : (this.#reason ?? 'end_turn')
    const names = { stop_sequence: null, ...extra, stop_reason }
    const omitted = [...this.#blocks].flatMap(([index, block]): OmittedField[] =>
      block.omitsCitations ? [{ field: `content[${index}].citations`, reason: 'redacted' }] : [],
    )
    return sse + this.#finish(names, { ...note, ...omittedNote(omitted) })
  }

  blocked(notice: BlockNotice): string {
    const { open } = this.#parts
    const closing = open === undefined ? '' : event('content_block_stop', { index: open })
    const end = this.#finish({ stop_reason: 'refusal', stop_sequence: null }, blockedNote(notice))
    return this.#start() + closing + end
  }

  failed(notice: ProblemNotice): string {
    const { error, request_id } = problemBody(notice)
    return event('error', { error, request_id })
  }

  #finish(names: JsonObject, note: JsonObject): string {
    const usage = { ...this.#usage, output_tokens: this.#usage['output_tokens'] ?? 0 }
    return event('message_delta', { delta: names, usage, x_shield: note }) + event('message_stop')
  }

  #begin(message: unknown): StreamEvent[] {
    if (isObject(message) && !this.#hasStarted) {
      const { usage = {}, stop_reason: _, ...names } = headOf(message)
      this.#message = { ...this.#message, ...names }
      if (isObject(usage)) addMembers(this.#usage, usage)
    }
    return this.#started()
  }

  #started(): StreamEvent[] {
    const sse = this.#start()
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  /** Returns the first event. Blocks follow it, in any order from the upstream. */
  #start(): string {
    if (this.#hasStarted) return ''
    this.#hasStarted = true
    const usage = { input_tokens: 0, output_tokens: 0, ...this.#usage }
    const message = { ...this.#message, content: [], stop_reason: null, stop_sequence: null, usage }
    return event('message_start', { message })
  }

  #startBlock(frame: JsonObject): StreamEvent[] {
    const { index, content_block: value } = frame
    if (typeof index !== 'number' || !isObject(value) || this.#blocks.has(index)) {
      throw new Failure('unavailable', 'The upstream started an invalid block, or the same block twice.')
    }
    if (this.#blocks.size >= BLOCKS_MAX) {
      throw new Failure('unavailable', `The upstream streamed more than ${BLOCKS_MAX} blocks.`)
    }
    const block = new StreamedBlock(index, value, this.#parts)
    this.#blocks.set(index, block)
    const sse = this.#steps.advance()
    return [...(sse === '' ? [] : [{ kind: 'pass' as const, sse }]), ...block.started()]
  }

  #blockAt({ index }: JsonObject): StreamedBlock {
    const block = typeof index === 'number' ? this.#blocks.get(index) : undefined
    if (block === undefined) throw new Failure('unavailable', 'The upstream continued a block that it did not start.')
    return block
  }

  /** Ends all open blocks before the end of the message, even without end events from the upstream. */
  #stopAll(): StreamEvent[] {
    return [...this.#blocks.values()].flatMap((block) => block.stopped())
  }

  #readDelta(frame: JsonObject): StreamEvent[] {
    const { delta, usage } = frame
    if (isObject(usage)) {
      const facts = factsOf(usage)
      this.#keep(JSON.stringify(facts).length)
      addMembers(this.#usage, facts)
    }
    if (!isObject(delta)) return []
    this.#keep(JSON.stringify(delta).length)
    const { stop_reason } = headOf(delta)
    addMembers(this.#beside, besideHead(delta))
    if (delta['stop_reason'] === undefined) return []
    this.#reason = stop_reason ?? null
    return this.#stopAll()
  }

  #keep(chars: number): void {
    this.#keptChars += chars
    if (this.#keptChars <= KEPT_CHARS_MAX) return
    throw new Failure('unavailable', `The upstream's calls and blocks have more than ${KEPT_CHARS_MAX} characters.`)
  }
}

function parsed(data: string): JsonObject {
  const frame = parseJson(data)
  if (!isObject(frame)) throw new Failure('unavailable', 'The upstream sent an event that is not a JSON object.')
  return frame
}
