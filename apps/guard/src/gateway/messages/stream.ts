import type { SseEvent } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import type {
  AnswerText,
  BlockNotice,
  ChatStream,
  JsonObject,
  ProblemNotice,
  ProposedCall,
  Release,
  StreamPiece,
  TokenCounts,
} from '../chat/dialect.ts'
import { isObject, stringOf } from '../chat/json.ts'
import { blockedNote } from '../chat/openai/shapes.ts'
import { refusalSentence } from '../chat/sentences.ts'
import { wholeText } from '../dialects/leaves.ts'
import { OrderedSteps } from '../dialects/ordered-steps.ts'
import { KEPT, MESSAGE_NAMES, usageOf } from './answer.ts'
import { blockEvents, event, OPAQUE_NAMES } from './blocks.ts'
import { problemBody } from './shapes.ts'
import { type BlockParts, StreamedBlock } from './streamed-block.ts'

/** Blocks of one message; a model that makes more goes in circles. */
const BLOCKS_MAX = 1_024
/** What may be kept until it is screened as a whole: calls and blocks of hosted tools. As much as one event may hold. */
const KEPT_CHARS_MAX = 4 * 1024 * 1024

/** A streamed message of Anthropic's interface: blocks leave one after the other, calls at the end. */
export class MessagesStream implements ChatStream {
  readonly #steps = new OrderedSteps()
  readonly #blocks = new Map<number, StreamedBlock>()
  readonly #parts: BlockParts
  #message: JsonObject
  #hasStarted = false
  #isComplete = false
  #usage: JsonObject = {}
  #delta: JsonObject = {}
  /** What is told of the end beside names and counts. */
  #beside: JsonObject = {}
  #keptChars = 0
  #shown = 0

  constructor(request: JsonObject) {
    this.#message = { id: 'msg_none', type: 'message', role: 'assistant', model: stringOf(request['model']) ?? '' }
    this.#parts = {
      steps: this.#steps,
      keep: (chars) => this.#keep(chars),
      nextIndex: () => this.#shown++,
      open: undefined,
      hasText: false,
    }
  }

  read({ data }: SseEvent): readonly StreamPiece[] {
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
        this.#readDelta(frame)
        return []
      case 'message_stop':
        this.#isComplete = true
        return [{ kind: 'end' }]
      case 'error':
        return [{ kind: 'error', sse: event('error', { error: frame['error'] }) }]
      default:
        // A ping says that somebody is there; of what is not known nothing is handed on.
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

  calls(): readonly ProposedCall[] {
    return [...this.#blocks.values()].filter(({ kind }) => kind === 'call').map((block) => block.call())
  }

  kept(): readonly AnswerText[] {
    const text = wholeText(this.#beside, OPAQUE_NAMES)
    return text === '' ? [] : [{ channel: KEPT, text }]
  }

  usage(): TokenCounts | undefined {
    return usageOf(this.#usage)
  }

  isComplete(): boolean {
    return this.#isComplete || this.#delta['stop_reason'] !== undefined
  }

  end(release: Release): string {
    let sse = this.#start() + this.#steps.end(release)
    const { refused, texts, note } = release
    const isEmptied = refused.size > 0 && this.calls().every(({ key }) => refused.has(key))
    if (isEmptied && !this.#parts.hasText) {
      const text = refusalSentence([...refused.values()])
      sse += blockEvents({ type: 'text', text, citations: null }, this.#shown++)
    }
    const beside = texts.has(KEPT) ? {} : this.#beside
    const reason = isEmptied ? 'refusal' : (this.#delta['stop_reason'] ?? 'end_turn')
    const names = { stop_sequence: null, ...this.#delta, ...beside, stop_reason: reason }
    return sse + this.#finish(names, note)
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

  #begin(message: unknown): StreamPiece[] {
    if (isObject(message)) {
      const named = Object.entries(message).filter(([name]) => MESSAGE_NAMES.has(name))
      this.#message = { ...this.#message, ...Object.fromEntries(named) }
      if (isObject(message['usage'])) this.#usage = message['usage']
    }
    return this.#started()
  }

  #started(): StreamPiece[] {
    const sse = this.#start()
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  /** The first event; blocks come only after it, whatever the upstream does. */
  #start(): string {
    if (this.#hasStarted) return ''
    this.#hasStarted = true
    const usage = { input_tokens: 0, output_tokens: 0, ...this.#usage }
    const message = { ...this.#message, content: [], stop_reason: null, stop_sequence: null, usage }
    return event('message_start', { message })
  }

  #startBlock(frame: JsonObject): StreamPiece[] {
    const { index, content_block: given } = frame
    if (typeof index !== 'number' || !isObject(given) || this.#blocks.has(index)) {
      throw new Failure('unavailable', 'The upstream started a block that is none, or started it twice.')
    }
    if (this.#blocks.size >= BLOCKS_MAX) {
      throw new Failure('unavailable', `The upstream streams more than ${BLOCKS_MAX} blocks.`)
    }
    const block = new StreamedBlock(index, given, this.#parts)
    this.#blocks.set(index, block)
    const sse = this.#steps.advance()
    return [...(sse === '' ? [] : [{ kind: 'pass' as const, sse }]), ...block.started()]
  }

  #blockAt({ index }: JsonObject): StreamedBlock {
    const block = typeof index === 'number' ? this.#blocks.get(index) : undefined
    if (block === undefined)
      throw new Failure('unavailable', 'The upstream goes on with a block that it has not started.')
    return block
  }

  #readDelta(frame: JsonObject): void {
    const { delta, usage } = frame
    if (isObject(usage)) this.#usage = { ...this.#usage, ...usage }
    if (!isObject(delta)) return
    this.#keep(JSON.stringify(delta).length)
    const named = Object.entries(delta).filter(([name]) => MESSAGE_NAMES.has(name))
    const others = Object.entries(delta).filter(([name]) => !MESSAGE_NAMES.has(name))
    this.#delta = { ...this.#delta, ...Object.fromEntries(named) }
    this.#beside = { ...this.#beside, ...Object.fromEntries(others) }
  }

  #keep(chars: number): void {
    this.#keptChars += chars
    if (this.#keptChars <= KEPT_CHARS_MAX) return
    throw new Failure('unavailable', `The upstream's calls and blocks have more than ${KEPT_CHARS_MAX} characters.`)
  }
}

function parsed(data: string): JsonObject {
  let frame: unknown
  try {
    frame = JSON.parse(data)
  } catch {
    frame = undefined
  }
  if (!isObject(frame)) throw new Failure('unavailable', 'The upstream sent an event that is no JSON object.')
  return frame
}
