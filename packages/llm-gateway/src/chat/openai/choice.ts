import { Failure } from '@gatehouse/kernel'
import type { JsonObject, ProposedCall } from '../dialect.ts'
import { isObject, stringOf, textsWithin } from '../json.ts'
import { CHOICE_NAMES, isBare } from './answer.ts'
import { keepBeside } from './beside.ts'
import type { OmittedField } from '../omitted-fields.ts'
import { StreamedCalls } from './streamed-calls.ts'
import { isPlainName, wordOf } from './plain-values.ts'
import { entriesOf, TokenProbabilities } from './token-probabilities.ts'

/** Calls are read anew for each; a choice has one, and some servers give one with every piece. */
const ENDINGS_MAX = 4
/** Fields of a message that hold text: OpenAI has two, others add reasoning. */
const FIELDS_MAX = 16
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
  readonly calls: StreamedCalls
  /** Fields that text of has come, until the model was done. */
  readonly #said = new Set<string>()
  #isClosed = false
  /** Whether the last frame gave a reason to finish, and how often calls were looked at for that. */
  #isEnding = false
  #endings = 0
  finishReason: string | undefined = undefined
  /** Whether any text of it has left; a refusal that is told needs no place among others then. */
  hasText = false
  /** Whether frames carry the field at all; clients that asked for it look for it. */
  #hasProbabilities = false
  /** By field; undefined where the first text of the field came without. */
  readonly #probabilities = new Map<string, TokenProbabilities | undefined>()
  /** Parts of deltas that hold more than text, in their order, and the latest of what stands beside the delta. */
  readonly #parts: JsonObject[] = []
  readonly #beside = new Map<string, unknown>()
  readonly #keep: (chars: number) => void

  /** @param keep told of every character that is kept; throws when there are too many */
  constructor(index: number, keep: (chars: number) => void) {
    this.index = index
    this.#keep = keep
    this.calls = new StreamedCalls(index, keep)
  }

  read(choice: JsonObject): ChoicePieces {
    const delta = isObject(choice['delta']) ? choice['delta'] : {}
    const texts: { field: string; text: string }[] = []
    const others: { field: string; rank: number; text: string }[] = []
    const plain: Record<string, unknown> = {}
    if ('logprobs' in choice) this.#hasProbabilities = true
    for (const [field, value] of Object.entries(delta)) {
      if (field === 'tool_calls') this.calls.read(value)
      else if (field === 'function_call') this.calls.readOlder(value)
      else if (field === 'role') {
        const role = wordOf(value)
        if (role !== undefined) plain[field] = role
      } else if (!isPlainName(field)) {
        if (!isBare(value)) this.#keepPart(field, value)
      } else if (typeof value === 'string' && (value !== '' || entriesOf(choice['logprobs'], field).length > 0)) {
        if (value !== '') texts.push(this.#saidIn(field, value))
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
    const reason = reasonOf(choice['finish_reason'])
    this.finishReason = reason ?? this.finishReason
    this.#isEnding = reason !== undefined
    return { texts, others, plain }
  }

  /**
   * What is complete of the choice: calls that others have followed, where no text of it has to be checked before them, and once the
   * model is done all of them behind the ends of its texts.
   */
  complete(): { readonly fields: readonly string[]; readonly calls: readonly ProposedCall[] } {
    if (this.calls.isEmpty || this.#isClosed) return { fields: [], calls: [] }
    if (this.finishReason === undefined) return { fields: [], calls: this.#said.size > 0 ? [] : this.calls.followed() }
    // Some servers give a reason with every piece: a call that is not whole yet waits for the end of the stream.
    if (!this.#isEnding || this.#endings === ENDINGS_MAX) return { fields: [], calls: [] }
    this.#endings += 1
    if (!this.calls.areWhole()) return { fields: [], calls: [] }
    this.#isClosed = true
    return { fields: [...this.#said], calls: this.calls.rest() }
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
    const beside = textsWithin(Object.fromEntries(this.#beside))
    return [...this.#parts.flatMap(textsWithin), ...beside, ...this.calls.textsBeside()]
  }

  /** What was kept, as deltas, and what stands beside the last one. */
  kept(): { readonly parts: readonly JsonObject[]; readonly beside: JsonObject } {
    return { parts: this.#parts, beside: Object.fromEntries(this.#beside) }
  }

  /** Whether probabilities of its texts were left out, and why. */
  get lostProbabilities(): OmittedField['reason'] | undefined {
    return [...this.#probabilities.values()].map((one) => one?.loss).find((loss) => loss !== undefined)
  }

  /** Notes that the others of a rank may leave so far. */
  othersReleased(field: string, rank: number, text: string): void {
    this.#probabilities.get(field)?.takeOthers(rank, text)
  }

  #saidIn(field: string, text: string): { readonly field: string; readonly text: string } {
    // A text that was checked to its end must not go on behind it.
    if (this.#isClosed) throw new Failure('model_refused', 'The upstream continues a text that was already complete.')
    this.#said.add(field)
    return { field, text }
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
}

/** A reason is one word; a text in its place ends the answer like any other. */
function reasonOf(value: unknown): string | undefined {
  const reason = stringOf(value)
  return reason === undefined || reason === '' ? undefined : (wordOf(reason) ?? 'stop')
}
