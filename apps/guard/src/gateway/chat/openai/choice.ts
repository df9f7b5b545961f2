import { Failure } from '@gatehouse/kernel'
import type { JsonObject, ProposedCall } from '../dialect.ts'
import { isObject, objectsOf, stringOf, textsWithin } from '../json.ts'
import { CHOICE_NAMES } from './answer.ts'
import { callOf, type RawCall } from './calls.ts'
import { entriesOf, TokenProbabilities } from './token-probabilities.ts'

/** Calls of one choice. OpenAI allows 128 tools; a model that asks for more calls than this goes in circles. */
const CALLS_MAX = 256
/** Fields of a message that hold text: OpenAI has two, others add reasoning. */
const FIELDS_MAX = 16

interface CollectedCall {
  readonly raw: { [name: string]: unknown }
  readonly member: 'function' | 'custom'
  readonly text: string[]
  name: string
}

/** What a piece of a choice holds that may be handed on piece by piece. */
export interface ChoicePieces {
  readonly texts: readonly { readonly field: string; readonly text: string }[]
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
  #beside: JsonObject = {}
  readonly #keep: (chars: number) => void

  /** @param keep told of every character that is kept; throws when there are too many */
  constructor(index: number, keep: (chars: number) => void) {
    this.index = index
    this.#keep = keep
  }

  read(choice: JsonObject): ChoicePieces {
    const delta = isObject(choice['delta']) ? choice['delta'] : {}
    const texts: { field: string; text: string }[] = []
    const plain: Record<string, unknown> = {}
    if ('logprobs' in choice) this.#hasProbabilities = true
    for (const [field, value] of Object.entries(delta)) {
      if (field === 'tool_calls') this.#readCalls(value)
      else if (field === 'function_call') this.#readOlder(value)
      else if (field === 'role') plain[field] = value
      else if (typeof value === 'string' && value !== '') {
        texts.push({ field, text: value })
        this.#pushProbabilities(field, value, choice['logprobs'])
      } else if (typeof value === 'object' && value !== null) this.#keepPart(field, value)
      else plain[field] = value
    }
    for (const name of Object.keys(choice)) {
      if (name === 'delta' || CHOICE_NAMES.has(name)) continue
      this.#keep(name.length + JSON.stringify(choice[name]).length)
      this.#beside = { ...this.#beside, [name]: choice[name] }
    }
    this.finishReason = stringOf(choice['finish_reason']) ?? this.finishReason
    return { texts, plain }
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
    return [...this.#parts.flatMap(textsWithin), ...textsWithin(this.#beside)]
  }

  /** What was kept, as deltas, and what stands beside the last one. */
  kept(): { readonly parts: readonly JsonObject[]; readonly beside: JsonObject } {
    return { parts: this.#parts, beside: this.#beside }
  }

  /** The calls, as an answer that did not stream holds them. */
  calls(): readonly (RawCall & { readonly proposed: ProposedCall })[] {
    const list: RawCall[] = [...this.#calls]
      .sort(([a], [b]) => a - b)
      .map(([, call]) => ({ call: wholeCall(call), isOlder: false }))
    if (this.#older !== undefined) list.push({ call: wholeCall(this.#older), isOlder: true })
    return list.map((raw, at) => ({ ...raw, proposed: callOf(raw, this.index, at) }))
  }

  #pushProbabilities(field: string, text: string, logprobs: unknown): void {
    if (!this.#probabilities.has(field)) {
      if (this.#probabilities.size >= FIELDS_MAX) {
        throw new Failure('model_refused', `The upstream streams more than ${FIELDS_MAX} fields of one message.`)
      }
      this.#probabilities.set(field, isObject(logprobs) ? new TokenProbabilities() : undefined)
    }
    this.#probabilities.get(field)?.push(text, entriesOf(logprobs, field))
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

  #add(call: CollectedCall, piece: JsonObject): void {
    const { index: _, function: made, custom, ...rest } = piece
    for (const [name, value] of Object.entries(rest)) if (value !== null) call.raw[name] = value
    const about = isObject(custom) ? custom : isObject(made) ? made : {}
    const name = stringOf(about['name']) ?? ''
    const text = stringOf(about[isObject(custom) ? 'input' : 'arguments']) ?? ''
    this.#keep(name.length + text.length + 1)
    // Some upstreams send the name again with every piece.
    if (name !== call.name) call.name += name
    if (text !== '') call.text.push(text)
  }
}

function newCall(member: CollectedCall['member']): CollectedCall {
  return { raw: {}, member, text: [], name: '' }
}

function wholeCall({ raw, member, text, name }: CollectedCall): JsonObject {
  const body = text.join('')
  return { ...raw, [member]: member === 'custom' ? { name, input: body } : { name, arguments: body } }
}
