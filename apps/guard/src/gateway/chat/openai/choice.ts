import { Failure } from '@gatehouse/kernel'
import type { JsonObject, ProposedCall } from '../dialect.ts'
import { leavingId } from '../ids.ts'
import { isObject, objectsOf, stringOf, textsWithin } from '../json.ts'
import { CHOICE_NAMES, isBare } from './answer.ts'
import { callOf, type RawCall } from './calls.ts'
import { isPlainName, wordOf } from './plain-values.ts'
import { entriesOf, TokenProbabilities } from './token-probabilities.ts'

/** Calls of one choice. OpenAI allows 128 tools; a model that asks for more calls than this goes in circles. */
const CALLS_MAX = 256
/** Fields of a message that hold text: OpenAI has two, others add reasoning. */
const FIELDS_MAX = 16
/** Fields beside those of the interface; no provider has nearly so many. */
const BESIDE_MAX = 64
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
}

/** What a piece of a choice holds that may be handed on piece by piece. */
export interface ChoicePieces {
  readonly texts: readonly { readonly field: string; readonly text: string }[]
  /** What the model might have said instead, by rank; checked beside the text, and never written by itself. */
  readonly others: readonly { readonly field: string; readonly rank: number; readonly text: string }[]
  /** What holds no text: the role, and fields that are empty. */
  readonly plain: JsonObject
}

/** One choice of a streamed answer: what is kept of it until the end, and the probabilities that wait with their text. */
export class StreamedChoice {
  readonly index: number
  finishReason: string | undefined = undefined
  /** Whether any text of it has left; a refusal that is told needs no place among others then. */
  hasText = false
  /** Whether frames carry the field at all; clients that asked for it look for it. */
  #hasProbabilities = false
  /** By field; undefined where the first text of the field came without. */
  readonly #probabilities = new Map<string, TokenProbabilities | undefined>()
  readonly #calls = new Map<number, CollectedCall>()
  #older: CollectedCall | undefined = undefined
  /** Parts of deltas that hold more than text, in their order, and the latest of what stands beside the delta. */
  readonly #parts: JsonObject[] = []
  readonly #beside = new Map<string, unknown>()
  readonly #keep: (chars: number) => void

  /** @param keep told of every character that is kept; throws when there are too many */
  constructor(index: number, keep: (chars: number) => void) {
    this.index = index
    this.#keep = keep
  }

  read(choice: JsonObject): ChoicePieces {
    const delta = isObject(choice['delta']) ? choice['delta'] : {}
    const texts: { field: string; text: string }[] = []
    const others: { field: string; rank: number; text: string }[] = []
    const plain: Record<string, unknown> = {}
    if ('logprobs' in choice) this.#hasProbabilities = true
    for (const [field, value] of Object.entries(delta)) {
      if (field === 'tool_calls') this.#readCalls(value)
      else if (field === 'function_call') this.#readOlder(value)
      else if (field === 'role') {
        const role = wordOf(value)
        if (role !== undefined) plain[field] = role
      } else if (!isPlainName(field)) {
        if (!isBare(value)) this.#keepPart(field, value)
      } else if (typeof value === 'string' && (value !== '' || entriesOf(choice['logprobs'], field).length > 0)) {
        if (value !== '') texts.push({ field, text: value })
        for (const [rank, said] of this.#pushProbabilities(field, value, choice['logprobs']).entries()) {
          if (said !== '') others.push({ field, rank, text: said })
        }
      } else if (typeof value === 'object' && value !== null) this.#keepPart(field, value)
      else plain[field] = value
    }
    for (const name of Object.keys(choice)) {
      if (name === 'delta' || CHOICE_NAMES.has(name)) continue
      this.#keep(name.length + JSON.stringify(choice[name]).length)
      keepBeside(this.#beside, name, choice[name])
    }
    this.finishReason = reasonOf(choice['finish_reason']) ?? this.finishReason
    return { texts, others, plain }
  }

  /** The choice of a frame for text that leaves. */
  textFrame(field: string, text: string): JsonObject {
    this.hasText = true
    const entries = this.#probabilities.get(field)?.take(text)
    const logprobs = entries === undefined ? null : { content: null, refusal: null, [field]: entries }
    return this.frame({ [field]: text }, null, logprobs)
  }

  /** The choice of a frame, with the fields that the upstream's own have. */
  frame(delta: JsonObject, finish_reason: string | null, logprobs: JsonObject | null = null): JsonObject {
    return { index: this.index, delta, ...(this.#hasProbabilities ? { logprobs } : {}), finish_reason }
  }

  /** All that is kept beside calls, as texts. */
  keptTexts(): readonly string[] {
    const ofCalls = [...this.#calls.values()].flatMap(({ beside }) => textsWithin(Object.fromEntries(beside)))
    return [...this.#parts.flatMap(textsWithin), ...textsWithin(Object.fromEntries(this.#beside)), ...ofCalls]
  }

  /** What was kept, as deltas, and what stands beside the last one. */
  kept(): { readonly parts: readonly JsonObject[]; readonly beside: JsonObject } {
    return { parts: this.#parts, beside: Object.fromEntries(this.#beside) }
  }

  /** The calls, as an answer that did not stream holds them. */
  calls(): readonly (RawCall & { readonly proposed: ProposedCall })[] {
    const list: RawCall[] = [...this.#calls]
      .sort(([a], [b]) => a - b)
      .map(([, call]) => ({ call: wholeCall(call), isOlder: false }))
    if (this.#older !== undefined) list.push({ call: wholeCall(this.#older), isOlder: true })
    return list.map((raw, at) => ({ ...raw, proposed: callOf(raw, this.index, at) }))
  }

  /** A call without what stands beside it. */
  bare(call: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(call).filter(([name]) => CALL_NAMES.has(name)))
  }

  /** Notes that the others of a rank may leave so far. */
  othersReleased(field: string, rank: number, text: string): void {
    this.#probabilities.get(field)?.takeOthers(rank, text)
  }

  #pushProbabilities(field: string, text: string, logprobs: unknown): readonly string[] {
    if (!this.#probabilities.has(field)) {
      if (this.#probabilities.size >= FIELDS_MAX) {
        throw new Failure('model_refused', `The upstream streams more than ${FIELDS_MAX} fields of one message.`)
      }
      this.#probabilities.set(field, isObject(logprobs) ? new TokenProbabilities() : undefined)
    }
    return this.#probabilities.get(field)?.push(text, entriesOf(logprobs, field)) ?? []
  }

  #keepPart(field: string, value: unknown): void {
    this.#keep(JSON.stringify(value).length)
    this.#parts.push({ [field]: value })
  }

  #readCalls(value: unknown): void {
    for (const [at, piece] of objectsOf(value).entries()) {
      const index = typeof piece['index'] === 'number' ? piece['index'] : at
      let call = this.#calls.get(index)
      if (call === undefined) {
        if (this.#calls.size >= CALLS_MAX) {
          throw new Failure('model_refused', `The upstream proposes more than ${CALLS_MAX} calls at once.`)
        }
        call = newCall(isObject(piece['custom']) ? 'custom' : 'function')
        this.#calls.set(index, call)
      }
      this.#add(call, piece)
    }
  }

  #readOlder(value: unknown): void {
    if (!isObject(value)) return
    this.#older ??= newCall('function')
    this.#add(this.#older, { function: value })
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

/** The latest of what stands beside, in bounded number. */
export function keepBeside(beside: Map<string, unknown>, name: string, value: unknown): void {
  if (beside.size >= BESIDE_MAX && !beside.has(name)) {
    throw new Failure(
      'model_refused',
      `The upstream sends more than ${BESIDE_MAX} fields that the interface does not have.`,
    )
  }
  beside.set(name, value)
}

/** A reason is one word; a text in its place ends the answer like any other. */
function reasonOf(value: unknown): string | undefined {
  const reason = stringOf(value)
  return reason === undefined ? undefined : (wordOf(reason) ?? 'stop')
}

/** Some servers send an object where its text is due. */
function argumentText(value: unknown): string {
  if (isObject(value)) return JSON.stringify(value)
  return stringOf(value) ?? ''
}

function newCall(member: CollectedCall['member']): CollectedCall {
  return { id: undefined, given: undefined, beside: new Map(), member, text: [], name: '' }
}

function wholeCall({ id, beside, member, text, name }: CollectedCall): JsonObject {
  const body = text.join('')
  const about = member === 'custom' ? { name, input: body } : { name, arguments: body }
  return { ...Object.fromEntries(beside), ...(id === undefined ? {} : { id }), type: member, [member]: about }
}
