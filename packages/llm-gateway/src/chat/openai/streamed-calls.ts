import { Failure } from '@gatehouse/kernel'
import type { JsonObject, ProposedCall } from '../dialect.ts'
import { outgoingId } from '../ids.ts'
import { isObject, objectsOf, stringOf, textsWithin } from '../json.ts'
import { parseJson } from '../parse-json.ts'
import { storeLatest } from './beside.ts'
import { callOf, type RawCall } from './calls.ts'
import { isPlainName } from './plain-values.ts'

/** Maximum number of calls in one choice. OpenAI allows 128 tools. A model with more calls is in a loop. */
const CALLS_MAX = 256
/** Known fields of a call. */
const CALL_NAMES = new Set(['index', 'id', 'type', 'function', 'custom'])

interface CollectedCall {
  /** Id for release, and the last received id. */
  id: string | undefined
  given: unknown
  /** Additional fields of providers, such as reasoning signatures that clients must return. Screened like other parts. */
  readonly beside: Map<string, unknown>
  readonly member: 'function' | 'custom'
  readonly text: string[]
  name: string
  /** Whether it was submitted for a decision, after which it must not change. */
  isComplete: boolean
  /** Decision before the end of the stream. */
  decision: 'left' | 'refused' | undefined
}

/** A call with its current state. */
export interface StreamedCall extends RawCall {
  readonly proposed: ProposedCall
  readonly decision: CollectedCall['decision']
}

/** The calls of one choice of a stream, assembled from deltas. */
export class StreamedCalls {
  readonly #choice: number
  readonly #keep: (chars: number) => void
  readonly #calls = new Map<number, CollectedCall>()
  #older: CollectedCall | undefined = undefined
  /** The latest call, and calls completed since the last query. */
  #latest: number | undefined = undefined
  readonly #followed: number[] = []
  /** Number of calls released to the client. */
  #shown = 0

  /** @param keep called with every number of kept characters; throws above the limit */
  constructor(choice: number, keep: (chars: number) => void) {
    this.#choice = choice
    this.#keep = keep
  }

  read(value: unknown): void {
    for (const [at, piece] of objectsOf(value).entries()) {
      const index = typeof piece['index'] === 'number' ? piece['index'] : at
      let call = this.#calls.get(index)
      if (call === undefined) {
        if (this.#calls.size >= CALLS_MAX) {
          throw new Failure('model_refused', `The upstream proposed more than ${CALLS_MAX} calls at once.`)
        }
        call = newCall(isObject(piece['custom']) ? 'custom' : 'function')
        this.#calls.set(index, call)
        if (this.#latest !== undefined) this.#followed.push(this.#latest)
        this.#latest = index
      }
      this.#add(call, piece)
    }
  }

  /** Reads a legacy `function_call`. */
  readOlder(value: unknown): void {
    if (!isObject(value)) return
    this.#older ??= newCall('function')
    this.#add(this.#older, { function: value })
  }

  get isEmpty(): boolean {
    return this.#calls.size === 0 && this.#older === undefined
  }

  /**
   * Returns complete calls that another call follows. Some upstreams continue a call after another has started, but not after its
   * arguments form an object. Each is returned once.
   */
  followed(): readonly ProposedCall[] {
    const whole = this.#followed.splice(0).filter((index) => {
      const call = this.#calls.get(index)
      return call?.member === 'function' && isComplete(call)
    })
    return this.#give(whole)
  }

  /** Returns whether all calls are complete. */
  areWhole(): boolean {
    return [...this.#calls.values()].every((call) => call.isComplete || call.member === 'custom' || isComplete(call))
  }

  /**
   * Returns all remaining calls after the model finished. Additional fields of a call are screened at the end, and the call waits for
   * them.
   */
  rest(): readonly ProposedCall[] {
    return this.#give([...this.#calls.keys()].sort((a, b) => a - b))
  }

  /** Records the decision about a call. @returns its delta; undefined for an omitted call */
  decided(key: string, isRefused: boolean): JsonObject | undefined {
    for (const [index, call] of this.#calls) {
      if (this.#keyOf(index) !== key) continue
      call.decision = isRefused ? 'refused' : 'left'
      return isRefused ? undefined : this.delta({ call: completeCall(call), isOlder: false })
    }
    return undefined
  }

  /** Returns the delta of a released call. */
  delta({ call, isOlder }: RawCall, isBare = false): JsonObject {
    if (isOlder) return { function_call: call['function'] }
    const index = this.#shown
    this.#shown += 1
    return { tool_calls: [{ index, ...(isBare ? bareCall(call) : call) }] }
  }

  /** Returns the calls as in a complete answer. */
  list(): readonly StreamedCall[] {
    const list: StreamedCall[] = [...this.#calls]
      .sort(([a], [b]) => a - b)
      .map(([index, call]) => this.#streamed(call, { call: completeCall(call), isOlder: false }, index))
    if (this.#older === undefined) return list
    return [...list, this.#streamed(this.#older, { call: completeCall(this.#older), isOlder: true }, 0)]
  }

  /** Returns all texts besides the screened parts of calls. */
  textsBeside(): readonly string[] {
    return [...this.#calls.values()].flatMap(({ beside }) => textsWithin(Object.fromEntries(beside)))
  }

  #streamed({ decision }: CollectedCall, raw: RawCall, index: number): StreamedCall {
    return { ...raw, proposed: callOf(raw, this.#choice, index), decision }
  }

  #give(indexes: readonly number[]): readonly ProposedCall[] {
    return indexes.flatMap((index) => {
      const call = this.#calls.get(index)
      if (call === undefined || call.isComplete || call.beside.size > 0) return []
      call.isComplete = true
      return [callOf({ call: completeCall(call), isOlder: false }, this.#choice, index)]
    })
  }

  #keyOf(index: number): string {
    return `${this.#choice}:${index}`
  }

  /** Stores only the screened parts of a call: its id, its kind, the tool and its arguments. */
  #add(call: CollectedCall, piece: JsonObject): void {
    const { function: created, custom } = piece
    const other = call.member === 'custom' ? created : custom
    if (other !== undefined && other !== null) {
      throw new Failure('model_refused', 'The upstream merged two tool calls into one.')
    }
    const own = call.member === 'custom' ? custom : created
    const about = isObject(own) ? own : {}
    const name = stringOf(about['name']) ?? ''
    const text = argumentText(about[call.member === 'custom' ? 'input' : 'arguments'])
    if (call.isComplete) {
      if (text.trim() === '' && (name === '' || name === call.name)) return
      throw new Failure('model_refused', 'The upstream sent more data for a tool call that was already complete.')
    }
    this.#keep(name.length + text.length + 1)
    for (const [field, value] of Object.entries(piece)) {
      if (CALL_NAMES.has(field) || value === null || !isPlainName(field)) continue
      this.#keep(field.length + JSON.stringify(value).length)
      storeLatest(call.beside, field, value)
    }
    // Some upstreams repeat the id in every delta.
    if (piece['id'] !== undefined && piece['id'] !== call.given) {
      call.given = piece['id']
      call.id = outgoingId(piece['id']) ?? call.id
    }
    // Some upstreams repeat the name in every delta.
    if (name !== call.name) call.name += name
    if (text !== '') call.text.push(text)
  }
}

function isComplete({ text }: CollectedCall): boolean {
  return isObject(parseJson(text.join('')))
}

/** Returns a call without its additional fields. */
function bareCall(call: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(call).filter(([name]) => CALL_NAMES.has(name)))
}

/** Returns arguments as text: some servers send an object instead. */
function argumentText(value: unknown): string {
  if (isObject(value)) return JSON.stringify(value)
  return stringOf(value) ?? ''
}

function newCall(member: CollectedCall['member']): CollectedCall {
  return {
    id: undefined,
    given: undefined,
    beside: new Map(),
    member,
    text: [],
    name: '',
    isComplete: false,
    decision: undefined,
  }
}

function completeCall({ id, beside, member, text, name }: CollectedCall): JsonObject {
  const body = text.join('')
  const about = member === 'custom' ? { name, input: body } : { name, arguments: body }
  return { ...Object.fromEntries(beside), ...(id === undefined ? {} : { id }), type: member, [member]: about }
}
