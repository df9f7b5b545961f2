import { Failure } from '@gatehouse/kernel'
import type { JsonObject, ProposedCall } from '../dialect.ts'
import { leavingId } from '../ids.ts'
import { isObject, objectsOf, stringOf, textsWithin } from '../json.ts'
import { parseJson } from '../parse-json.ts'
import { keepBeside } from './beside.ts'
import { callOf, type RawCall } from './calls.ts'
import { isPlainName } from './plain-values.ts'

/** Calls of one choice. OpenAI allows 128 tools; a model that asks for more calls than this goes in circles. */
const CALLS_MAX = 256
/** What the interface has of a call. */
const CALL_NAMES = new Set(['index', 'id', 'type', 'function', 'custom'])

interface CollectedCall {
  /** As it leaves, and as it came last. */
  id: string | undefined
  given: unknown
  /** What providers put beside, e.g. signatures of thoughts that they want back; screened like other parts. */
  readonly beside: Map<string, unknown>
  readonly member: 'function' | 'custom'
  readonly text: string[]
  name: string
  /** Whether it was given out to be decided about; nothing of it may change from then on. */
  isComplete: boolean
  /** What was decided of it before the end of the stream. */
  decision: 'left' | 'refused' | undefined
}

/** A call with what became of it so far. */
export interface StreamedCall extends RawCall {
  readonly proposed: ProposedCall
  readonly decision: CollectedCall['decision']
}

/** The calls of one choice of a stream, from their pieces. */
export class StreamedCalls {
  readonly #choice: number
  readonly #keep: (chars: number) => void
  readonly #calls = new Map<number, CollectedCall>()
  #older: CollectedCall | undefined = undefined
  /** The call that began last, and those that another one has followed since they were asked for. */
  #latest: number | undefined = undefined
  readonly #followed: number[] = []
  /** Numbers that calls have for the client: those that are left out have none. */
  #shown = 0

  /** @param keep told of every character that is kept; throws when there are too many */
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
          throw new Failure('model_refused', `The upstream proposes more than ${CALLS_MAX} calls at once.`)
        }
        call = newCall(isObject(piece['custom']) ? 'custom' : 'function')
        this.#calls.set(index, call)
        if (this.#latest !== undefined) this.#followed.push(this.#latest)
        this.#latest = index
      }
      this.#add(call, piece)
    }
  }

  /** A call as it was before there were lists of them. */
  readOlder(value: unknown): void {
    if (!isObject(value)) return
    this.#older ??= newCall('function')
    this.#add(this.#older, { function: value })
  }

  get isEmpty(): boolean {
    return this.#calls.size === 0 && this.#older === undefined
  }

  /**
   * Calls that another one has followed, and that are whole: some upstreams go on with one call after another has begun, but not
   * once its arguments are an object. Each is looked at once.
   */
  followed(): readonly ProposedCall[] {
    const whole = this.#followed.splice(0).filter((index) => {
      const call = this.#calls.get(index)
      return call?.member === 'function' && isWhole(call)
    })
    return this.#give(whole)
  }

  /** Whether nothing is to come of any call. */
  areWhole(): boolean {
    return [...this.#calls.values()].every((call) => call.isComplete || call.member === 'custom' || isWhole(call))
  }

  /** The model is done: all that was not given out before. What is told beside a call is screened at the end, and it waits for that. */
  rest(): readonly ProposedCall[] {
    return this.#give([...this.#calls.keys()].sort((a, b) => a - b))
  }

  /** What was decided of a call. @returns the delta with it; undefined where it is left out */
  decided(key: string, isRefused: boolean): JsonObject | undefined {
    for (const [index, call] of this.#calls) {
      if (this.#keyOf(index) !== key) continue
      call.decision = isRefused ? 'refused' : 'left'
      return isRefused ? undefined : this.delta({ call: wholeCall(call), isOlder: false })
    }
    return undefined
  }

  /** The delta with a call that leaves. */
  delta({ call, isOlder }: RawCall, isBare = false): JsonObject {
    if (isOlder) return { function_call: call['function'] }
    const index = this.#shown
    this.#shown += 1
    return { tool_calls: [{ index, ...(isBare ? bare(call) : call) }] }
  }

  /** The calls, as an answer that did not stream holds them. */
  list(): readonly StreamedCall[] {
    const list: StreamedCall[] = [...this.#calls]
      .sort(([a], [b]) => a - b)
      .map(([index, call]) => this.#streamed(call, { call: wholeCall(call), isOlder: false }, index))
    if (this.#older === undefined) return list
    return [...list, this.#streamed(this.#older, { call: wholeCall(this.#older), isOlder: true }, 0)]
  }

  /** All texts beside what is judged of calls. */
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
      return [callOf({ call: wholeCall(call), isOlder: false }, this.#choice, index)]
    })
  }

  #keyOf(index: number): string {
    return `${this.#choice}:${index}`
  }

  /** Only what is judged is kept of a call: its id, its kind, the tool and what it is given. */
  #add(call: CollectedCall, piece: JsonObject): void {
    const { function: made, custom } = piece
    const other = call.member === 'custom' ? made : custom
    if (other !== undefined && other !== null) {
      throw new Failure('model_refused', 'The upstream proposes a call that is two calls at once.')
    }
    const own = call.member === 'custom' ? custom : made
    const about = isObject(own) ? own : {}
    const name = stringOf(about['name']) ?? ''
    const text = argumentText(about[call.member === 'custom' ? 'input' : 'arguments'])
    if (call.isComplete) {
      if (text.trim() === '' && (name === '' || name === call.name)) return
      throw new Failure('model_refused', 'The upstream continues a call that was already complete.')
    }
    this.#keep(name.length + text.length + 1)
    for (const [field, value] of Object.entries(piece)) {
      if (CALL_NAMES.has(field) || value === null || !isPlainName(field)) continue
      this.#keep(field.length + JSON.stringify(value).length)
      keepBeside(call.beside, field, value)
    }
    // Some upstreams send the id again with every piece.
    if (piece['id'] !== undefined && piece['id'] !== call.given) {
      call.given = piece['id']
      call.id = leavingId(piece['id']) ?? call.id
    }
    // Some upstreams send the name again with every piece.
    if (name !== call.name) call.name += name
    if (text !== '') call.text.push(text)
  }
}

function isWhole({ text }: CollectedCall): boolean {
  return isObject(parseJson(text.join('')))
}

/** A call without what stands beside it. */
function bare(call: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(call).filter(([name]) => CALL_NAMES.has(name)))
}

/** Some servers send an object where its text is due. */
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

function wholeCall({ id, beside, member, text, name }: CollectedCall): JsonObject {
  const body = text.join('')
  const about = member === 'custom' ? { name, input: body } : { name, arguments: body }
  return { ...Object.fromEntries(beside), ...(id === undefined ? {} : { id }), type: member, [member]: about }
}
