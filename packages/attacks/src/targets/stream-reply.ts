import type { ReplyProblem } from '../engine/exchange.ts'
import { isBlockVerdict } from './guard-block.ts'
import { bounded, type ParsedAnswer, type Hearing } from './heard.ts'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'
import { eventText } from './reply-text.ts'
import { StreamCalls } from './stream-calls.ts'
import { StreamText } from './stream-text.ts'

/** Events without text. */
const SILENT = new Set(['ping', 'heartbeat', 'keepalive', 'keep-alive', 'metadata', 'usage'])
/** Events and types that end the stream. */
const ENDS = new Set(['done', 'end', 'complete', 'completed', 'finish', 'close'])
const RESPONSE_ENDS = new Set(['response.completed', 'response.failed', 'response.incomplete'])
const REASONING_PATHS: readonly string[] = [
  'choices.0.delta.reasoning_content',
  'choices.0.delta.reasoning',
  'delta.thinking',
]
const REASONING_UNITS_MAX = 64 * 1024

/** Streamed reply: server-sent events, lines of JSON, socket frames. */
export class StreamReply {
  readonly #seen: Hearing['seen']
  readonly #text: StreamText
  readonly #calls: StreamCalls
  #reasoning = ''
  #problem: ReplyProblem | undefined
  #isGuardBlock = false
  #state: 'going_on' | 'may_be_over' | 'over' = 'going_on'

  constructor({ responsePath, toolCallsPath, seen }: Hearing) {
    this.#text = new StreamText(responsePath)
    this.#calls = new StreamCalls(toolCallsPath)
    this.#seen = seen
  }

  /** Whether the stream has announced its end, or the end of one message with others possibly following. */
  get state(): 'going_on' | 'may_be_over' | 'over' {
    return this.#text.isFull || this.#problem !== undefined ? 'over' : this.#state
  }

  /** Whether the stream contained a reply: text, a call, or an error. */
  get hasSpoken(): boolean {
    return this.#text.hasWords || this.#calls.hasCalls || this.#isGuardBlock || this.#problem !== undefined
  }

  /** @param event  name of a server-sent event */
  push(data: string, event?: string): void {
    if (data.trim() === '[DONE]') this.#state = 'over'
    if (this.#state === 'over' || (event !== undefined && SILENT.has(event))) return
    const value = parseJson(data)?.value
    // Some streams end with an empty event, serialized as null.
    if (value === null && event !== undefined) {
      if (ENDS.has(event)) this.#state = 'over'
      return
    }
    if (typeof value !== 'object' || value === null) {
      if (event === 'error') this.#problem = 'server_error'
      else if (event === undefined || !ENDS.has(event) || data.trim().length > 0) {
        this.#text.push(typeof value === 'string' ? value : data)
      }
    } else this.#pushValue(value, event)
    if (event !== undefined && ENDS.has(event)) this.#state = 'over'
  }

  heard(): ParsedAnswer {
    const { text, wasCut } = this.#text.text()
    const toolCalls = this.#calls.calls()
    const reasoning = this.#reasoning === '' ? undefined : bounded(this.#reasoning).text
    return { text, wasCut, toolCalls, reasoning, problem: this.#problem, isGuardBlock: this.#isGuardBlock }
  }

  #pushValue(value: object, event: string | undefined): void {
    this.#seen?.(value)
    const type = readPath(value, 'type')
    const isError =
      event === 'error' || type === 'error' || type === 'response.failed' || isPresent(readPath(value, 'error'))
    if (isError) {
      if (isBlockVerdict(value)) this.#isGuardBlock = true
      else if (eventText(value, undefined) === undefined || event === 'error' || type === 'error') {
        this.#problem = 'server_error'
      }
    }
    this.#calls.push(value, event)
    // The words of an error are not the agent's.
    if (this.#problem === undefined && !isNoSpeech(type, event)) this.#text.push(value)
    for (const path of REASONING_PATHS) {
      const thought = readPath(value, path)
      const isRoom = this.#reasoning.length < REASONING_UNITS_MAX
      if (typeof thought === 'string' && isRoom) this.#reasoning += thought
    }
    this.#noteEnd(value, type)
  }

  #noteEnd(value: object, type: unknown): void {
    const reason = readPath(value, 'choices.0.finish_reason') ?? readPath(value, 'response.incomplete_details.reason')
    if (reason === 'content_filter') this.#isGuardBlock = true
    // An agent that continues after a tool call sends this several times.
    if (typeof reason === 'string' || type === 'message_stop') this.#state = 'may_be_over'
    else if (readPath(value, 'choices.0') !== undefined || type === 'message_start') this.#state = 'going_on'
    const isEnd = typeof type === 'string' && (ENDS.has(type) || RESPONSE_ENDS.has(type))
    if (isEnd || readPath(value, 'done') === true) this.#state = 'over'
  }
}

/** Frameworks send `error: null` with each piece. */
function isPresent(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false && error !== ''
}

/** Returns whether an event is not reply text: tool results are evidence of the call, and reasoning is separate. */
function isNoSpeech(type: unknown, event: string | undefined): boolean {
  if (event?.includes('tool') === true) return true
  return typeof type === 'string' && /^(?:tool|function)_?(?:call|result|use|output)|arguments|reasoning/.test(type)
}
