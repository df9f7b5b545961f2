import { Failure } from '@gatehouse/kernel'
import type { JsonObject, ProposedCall } from '../dialect.ts'
import { isObject, stringOf, textsWithin } from '../json.ts'
import { CHOICE_NAMES, isWithoutText } from './answer.ts'
import { storeLatest } from './beside.ts'
import type { OmittedField } from '../omitted-fields.ts'
import { StreamedCalls } from './streamed-calls.ts'
import { isPlainName, plainWord } from './plain-values.ts'
import { entriesOf, TokenProbabilities } from './token-probabilities.ts'

/** Maximum number of end frames, because calls are parsed for each. A choice has one end, but some servers send it with every delta. */
const ENDINGS_MAX = 4
/** Maximum number of text fields of a message. OpenAI has two, others add reasoning. */
const FIELDS_MAX = 16
/** Parts of a delta that can be released incrementally. */
export interface ChoiceDelta {
  readonly texts: readonly { readonly field: string; readonly text: string }[]
  /** Alternative tokens by rank. Screened separately, and never released on their own. */
  readonly others: readonly { readonly field: string; readonly rank: number; readonly text: string }[]
  /** Fields without text: role and empty fields. */
  readonly plain: JsonObject
}

/** One choice of a streamed answer, with its kept content and withheld probabilities. */
export class StreamedChoice {
  readonly index: number
  readonly calls: StreamedCalls
  /** Fields with received text, until the model finished. */
  readonly #said = new Set<string>()
  #isClosed = false
  /** Whether the last frame has a finish reason, and how often calls were parsed for it. */
  #isEnding = false
  #endings = 0
  finishReason: string | undefined = undefined
  /** Whether any text was sent. A refusal then needs a separate position. */
  hasText = false
  /** Whether the frames contain the field. Clients that requested it expect it. */
  #hasProbabilities = false
  /** Probabilities by field; undefined if the first text of the field had none. */
  readonly #probabilities = new Map<string, TokenProbabilities | undefined>()
  /** Parts of deltas with more than text, in order, and the latest additional fields. */
  readonly #parts: JsonObject[] = []
  readonly #beside = new Map<string, unknown>()
  readonly #keep: (chars: number) => void

  /** @param keep called with every number of kept characters; throws above the limit */
  constructor(index: number, keep: (chars: number) => void) {
    this.index = index
    this.#keep = keep
    this.calls = new StreamedCalls(index, keep)
  }

  read(choice: JsonObject): ChoiceDelta {
    const delta = isObject(choice['delta']) ? choice['delta'] : {}
    const texts: { field: string; text: string }[] = []
    const others: { field: string; rank: number; text: string }[] = []
    const plain: Record<string, unknown> = {}
    if ('logprobs' in choice) this.#hasProbabilities = true
    for (const [field, value] of Object.entries(delta)) {
      if (field === 'tool_calls') this.calls.read(value)
      else if (field === 'function_call') this.calls.readOlder(value)
      else if (field === 'role') {
        const role = plainWord(value)
        if (role !== undefined) plain[field] = role
      } else if (!isPlainName(field)) {
        if (!isWithoutText(value)) this.#keepPart(field, value)
      } else if (typeof value === 'string' && (value !== '' || entriesOf(choice['logprobs'], field).length > 0)) {
        if (value !== '') texts.push(this.#saidIn(field, value))
        for (const [rank, text] of this.#pushProbabilities(field, value, choice['logprobs']).entries()) {
          if (text !== '') others.push({ field, rank, text: text })
        }
      } else if (typeof value === 'object' && value !== null) this.#keepPart(field, value)
      else plain[field] = value
    }
    for (const name of Object.keys(choice)) {
      if (name === 'delta' || CHOICE_NAMES.has(name)) continue
      this.#keep(name.length + JSON.stringify(choice[name]).length)
      storeLatest(this.#beside, name, choice[name])
    }
    const reason = reasonOf(choice['finish_reason'])
    this.finishReason = reason ?? this.finishReason
    this.#isEnding = reason !== undefined
    return { texts, others, plain }
  }

  /**
   * Returns the complete parts of the choice: calls followed by other calls, if no earlier text is unchecked, and after the model finished
   * all calls after the ends of its texts.
   */
  complete(): { readonly fields: readonly string[]; readonly calls: readonly ProposedCall[] } {
    if (this.calls.isEmpty || this.#isClosed) return { fields: [], calls: [] }
    if (this.finishReason === undefined) return { fields: [], calls: this.#said.size > 0 ? [] : this.calls.followed() }
    // Some servers send a finish reason with every delta. An incomplete call then waits for the end of the stream.
    if (!this.#isEnding || this.#endings === ENDINGS_MAX) return { fields: [], calls: [] }
    this.#endings += 1
    if (!this.calls.areWhole()) return { fields: [], calls: [] }
    this.#isClosed = true
    return { fields: [...this.#said], calls: this.calls.rest() }
  }

  /** Returns the choice of a frame for released text. */
  textFrame(field: string, text: string): JsonObject {
    this.hasText = true
    const entries = this.#probabilities.get(field)?.take(text)
    const logprobs = entries === undefined ? null : { content: null, refusal: null, [field]: entries }
    return this.frame({ [field]: text }, null, logprobs)
  }

  /** Returns the choice of a frame with the upstream's fields. */
  frame(delta: JsonObject, finish_reason: string | null, logprobs: JsonObject | null = null): JsonObject {
    return { index: this.index, delta, ...(this.#hasProbabilities ? { logprobs } : {}), finish_reason }
  }

  /** Returns all kept content besides calls, as texts. */
  keptTexts(): readonly string[] {
    const extras = textsWithin(Object.fromEntries(this.#beside))
    return [...this.#parts.flatMap(textsWithin), ...extras, ...this.calls.textsBeside()]
  }

  /** Returns kept content as deltas, with the additional fields of the last delta. */
  kept(): { readonly parts: readonly JsonObject[]; readonly beside: JsonObject } {
    return { parts: this.#parts, beside: Object.fromEntries(this.#beside) }
  }

  /** Reason for omitted probabilities, if any. */
  get lostProbabilities(): OmittedField['reason'] | undefined {
    return [...this.#probabilities.values()].map((probability) => probability?.loss).find((loss) => loss !== undefined)
  }

  /** Records the released alternatives of a rank. */
  othersReleased(field: string, rank: number, text: string): void {
    this.#probabilities.get(field)?.takeOthers(rank, text)
  }

  #saidIn(field: string, text: string): { readonly field: string; readonly text: string } {
    // A completely checked text must not continue.
    if (this.#isClosed) throw new Failure('model_refused', 'The upstream continued a text that was already complete.')
    this.#said.add(field)
    return { field, text }
  }

  #pushProbabilities(field: string, text: string, logprobs: unknown): readonly string[] {
    if (!this.#probabilities.has(field)) {
      if (this.#probabilities.size >= FIELDS_MAX) {
        throw new Failure('model_refused', `The upstream streamed more than ${FIELDS_MAX} fields in one message.`)
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

/** Returns a finish reason, which is one word; text in its place counts as an ordinary end. */
function reasonOf(value: unknown): string | undefined {
  const reason = stringOf(value)
  return reason === undefined || reason === '' ? undefined : (plainWord(reason) ?? 'stop')
}
