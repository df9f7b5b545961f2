import { encodeSse, type SseEvent } from '@gatehouse/formats'
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
} from '../dialect.ts'
import { isObject, objectsOf, textsWithin } from '../json.ts'
import { type OmittedField, omittedNote } from '../omitted-fields.ts'
import { parseJson } from '../parse-json.ts'
import { refusalSentence } from '../sentences.ts'
import { ANSWER_NAMES, channelOf, defaultHead, isGiven, KEPT, usageOf } from './answer.ts'
import { storeLatest } from './beside.ts'
import { StreamedChoice } from './choice.ts'
import { countsOf, isPlainName } from './plain-values.ts'
import { asksForUsage } from './request.ts'
import { blockedNote, problemBody } from './shapes.ts'

/** OpenAI's maximum of `n` is 128. */
const CHOICES_MAX = 128
/** Maximum number of characters kept until the end of a stream: calls and structured parts, including some minutes of audio. */
const KEPT_CHARS_MAX = 16 * 1024 * 1024

export const DONE = 'data: [DONE]\n\n'

/** Channels of alternative tokens. All other channels start with the number of a choice. */
const OTHERS = 'others'
/** Maximum number of separately screened channels: two choices with OpenAI's maximum of alternatives, or more with fewer. */
const OTHERS_MAX = 40

/** Fields of a frame without content, including the upstream's padding. */
const PADDING = new Set(['choices', 'obfuscation', 'x_shield'])

/** A streamed chat completion. Every string of a delta is text, and every larger structure is kept until the end. */
export class ChatCompletionStream implements ChatStream {
  readonly #showsUsage: boolean
  readonly #choices = new Map<number, StreamedChoice>()
  #head: JsonObject = {}
  /** Header as JSON without its closing brace. */
  #headText = ''
  #usage: JsonObject | undefined = undefined
  readonly #beside = new Map<string, unknown>()
  readonly #others = new Set<string>()
  #kept = 0

  constructor(request: JsonObject, head: AnswerHead) {
    this.#showsUsage = asksForUsage(request)
    this.#setHead(defaultHead(head, 'chat.completion.chunk'))
  }

  read({ data }: SseEvent): readonly StreamEvent[] {
    if (data.trim() === '[DONE]') return this.#endOfStream()
    const frame = parsed(data)
    if ('error' in frame && frame['error'] !== null) {
      return [{ kind: 'error', sse: encodeSse({ data: JSON.stringify({ error: frame['error'] }) }) }]
    }
    this.#readHead(frame)
    return objectsOf(frame['choices']).flatMap((choice, at) => this.#readChoice(choice, at))
  }

  /** A stream without choices is not a complete answer. */
  #endOfStream(): StreamEvent[] {
    if (this.#choices.size === 0) throw new Failure('model_refused', 'The upstream did not stream a chat completion.')
    return [{ kind: 'end' }]
  }

  released(channel: string, text: string): string {
    if (channel.startsWith(`${OTHERS}:`)) {
      const [, of, rank, ...name] = channel.split(':')
      this.#choiceAt(Number(of)).othersReleased(name.join(':'), Number(rank), text)
      return ''
    }
    const [index, ...field] = channel.split(':')
    const choice = this.#choiceAt(Number(index))
    return this.#frame([choice.textFrame(field.join(':'), text)])
  }

  decided(key: string, isRefused: boolean): string {
    const choice = this.#choiceAt(Number(key.split(':')[0]))
    const delta = choice.calls.decided(key, isRefused)
    return delta === undefined ? '' : this.#frame([choice.frame(delta, null)])
  }

  calls(): readonly ProposedCall[] {
    return [...this.#choices.values()].flatMap((choice) => choice.calls.list().map(({ proposed }) => proposed))
  }

  kept(): readonly AnswerText[] {
    const texts = [
      ...[...this.#choices.values()].flatMap((choice) => choice.keptTexts()),
      ...textsWithin(Object.fromEntries(this.#beside)),
    ]
    return texts.length === 0 ? [] : [{ channel: KEPT, text: texts.join('\n') }]
  }

  usage(): TokenCounts | undefined {
    return usageOf(this.#usage)
  }

  isComplete(): boolean {
    const all = [...this.#choices.values()]
    return all.length > 0 && all.every(({ finishReason }) => finishReason !== undefined)
  }

  end(release: Release): string {
    const isKeptRedacted = release.texts.has(KEPT)
    const choices = [...this.#choices.values()].sort((a, b) => a.index - b.index)
    const note = { ...release.note, ...omittedNote(omittedOf(choices, isKeptRedacted)) }
    let sse = ''
    for (const [at, choice] of choices.entries()) {
      const isLast = at === choices.length - 1
      const extra = isLast ? { ...(isKeptRedacted ? {} : Object.fromEntries(this.#beside)), x_shield: note } : {}
      sse += this.#endOf(choice, release, isKeptRedacted, extra)
    }
    if (choices.length === 0) sse += this.#frame([], { x_shield: note })
    if (this.#showsUsage && this.#usage !== undefined) {
      sse += encodeSse({ data: JSON.stringify({ ...this.#head, choices: [], usage: this.#usage }) })
    }
    return sse + DONE
  }

  blocked(notice: BlockNotice): string {
    const open = this.#choices.size === 0 ? [this.#choiceAt(0)] : [...this.#choices.values()]
    const ends = open.sort((a, b) => a.index - b.index).map((choice) => choice.frame({}, 'content_filter'))
    return this.#frame(ends, { x_shield: blockedNote(notice) }) + DONE
  }

  failed(notice: ProblemNotice): string {
    return encodeSse({ data: JSON.stringify(problemBody(notice)) })
  }

  #endOf(choice: StreamedChoice, release: Release, isKeptRedacted: boolean, extra: JsonObject): string {
    const calls = choice.calls.list()
    const left = calls.filter(({ proposed }) => !release.refused.has(proposed.key))
    let sse = ''
    for (const item of left) {
      if (item.decision === undefined)
        sse += this.#frame([choice.frame(choice.calls.delta(item, isKeptRedacted), null)])
    }
    const stored = choice.kept()
    if (!isKeptRedacted) for (const part of stored.parts) sse += this.#frame([choice.frame(part, null)])
    const isEmptied = calls.length > 0 && left.length === 0
    if (isEmptied && !choice.hasText) {
      const refusal = refusalSentence(calls.map(({ proposed }) => release.refused.get(proposed.key)))
      sse += this.#frame([choice.frame({ refusal }, null)])
    }
    const end = choice.frame(
      {},
      isEmptied && choice.finishReason !== 'length' ? 'content_filter' : (choice.finishReason ?? 'stop'),
    )
    return sse + this.#frame([isKeptRedacted ? end : { ...end, ...stored.beside }], extra)
  }

  #readChoice(choice: JsonObject, at: number): StreamEvent[] {
    const index = typeof choice['index'] === 'number' ? choice['index'] : at
    const streamedChoice = this.#choiceAt(index)
    const { texts, others, plain } = streamedChoice.read(choice)
    const pieces: StreamEvent[] = []
    if (Object.keys(plain).length > 0 && !(texts.length > 0 && isSilent(plain))) {
      pieces.push({ kind: 'pass', sse: this.#frame([streamedChoice.frame(plain, null)]) })
    }
    for (const { field, rank, text } of others) {
      const channel = `${OTHERS}:${index}:${rank}:${field}`
      // Unchecked alternatives are not released with their entry.
      if (this.#others.size >= OTHERS_MAX && !this.#others.has(channel)) continue
      this.#others.add(channel)
      pieces.push({ kind: 'text', channel, text })
    }
    for (const { field, text } of texts) pieces.push({ kind: 'text', channel: channelOf(index, field), text })
    const { fields, calls } = streamedChoice.complete()
    for (const field of fields) pieces.push({ kind: 'close', channel: channelOf(index, field) })
    for (const call of calls) pieces.push({ kind: 'call', call })
    return pieces
  }

  #choiceAt(index: number): StreamedChoice {
    let choice = this.#choices.get(index)
    if (choice === undefined) {
      if (this.#choices.size >= CHOICES_MAX) {
        throw new Failure('model_refused', `The upstream streamed more than ${CHOICES_MAX} choices.`)
      }
      choice = new StreamedChoice(index, (chars) => this.#keep(chars))
      this.#choices.set(index, choice)
    }
    return choice
  }

  #keep(chars: number): void {
    this.#kept += chars
    if (this.#kept <= KEPT_CHARS_MAX) return
    throw new Failure(
      'model_refused',
      `The upstream's tool calls and parts have more than ${KEPT_CHARS_MAX} characters.`,
    )
  }

  /** Reads the fields besides the choices. Every frame repeats them, so that unchanged values are not rebuilt. */
  #readHead(frame: JsonObject): void {
    for (const name of Object.keys(frame)) {
      const value = frame[name]
      if (name === 'usage') {
        if (isObject(value)) this.#usage = countsOf(value)
      } else if (ANSWER_NAMES.has(name)) {
        if (this.#head[name] !== value && isGiven(name, value)) this.#setHead({ ...this.#head, [name]: value })
      } else if (!PADDING.has(name)) {
        this.#keep(name.length + JSON.stringify(value).length)
        storeLatest(this.#beside, name, value)
      }
    }
  }

  #setHead(head: JsonObject): void {
    this.#head = head
    this.#headText = JSON.stringify(head).slice(0, -1)
  }

  #frame(choices: readonly JsonObject[], extra: JsonObject = {}): string {
    // Clients that requested usage get the field in every frame, as from OpenAI.
    const rest = this.#showsUsage ? { choices, usage: null, ...extra } : { choices, ...extra }
    return `data: ${this.#headText},${JSON.stringify(rest).slice(1)}\n\n`
  }
}

/** Returns the omitted content of a stream: probabilities of a changed text, and parts that quote redacted text. */
function omittedOf(choices: readonly StreamedChoice[], isKeptRedacted: boolean): OmittedField[] {
  return choices.flatMap((choice) => {
    const reason = choice.lostProbabilities
    const fields: OmittedField[] = reason === undefined ? [] : [{ field: `choices[${choice.index}].logprobs`, reason }]
    const parts = isKeptRedacted ? choice.kept().parts.flatMap((part) => Object.keys(part)) : []
    for (const name of new Set(parts.map((part) => (isPlainName(part) ? part : '*')))) {
      fields.push({ field: `choices[${choice.index}].delta.${name}`, reason: 'redacted' })
    }
    return fields
  })
}

/** Returns whether a delta contains only texts. */
function isSilent(plain: JsonObject): boolean {
  return Object.entries(plain).every(([field, value]) => field !== 'role' && (value === null || value === ''))
}

function parsed(data: string): JsonObject {
  const frame = parseJson(data)
  if (!isObject(frame)) throw new Failure('model_refused', 'The upstream sent an event that is not a JSON object.')
  return frame
}
