import type { OmittedField } from '../chat/omitted-fields.ts'
import { Failure } from '@gatehouse/kernel'
import type { JsonObject, ProposedCall, StreamEvent } from '../chat/dialect.ts'
import { stringOf } from '../chat/json.ts'
import { isId, isWord } from '../dialects/heads.ts'
import { joinedText } from '../dialects/leaves.ts'
import type { OrderedSteps } from '../dialects/ordered-steps.ts'
import { onlyNames } from './answer.ts'
import { emptyItem, type EventWriter, itemEvents, type PartPosition } from './events.ts'
import {
  callOf,
  channelOf,
  isReadable,
  type ItemKind,
  itemText,
  kindOf,
  knownCall,
  OPAQUE_NAMES,
  PART_LISTS,
  type PartList,
  partsOf,
} from './items.ts'
import { StreamedPart } from './streamed-part.ts'

/** State shared by the items of one stream. */
export interface StreamedItemState {
  readonly steps: OrderedSteps
  readonly writer: EventWriter
  /** Called with every number of kept characters; throws above the limit. */
  readonly keep: (chars: number) => void
  /** Returns the next item number for the client, which skips omitted items. */
  readonly nextIndex: () => number
  /** Whether visible text was sent. */
  hasText: boolean
  /** Preceding text part; clients concatenate it with the next part. */
  lastText: StreamedPart | undefined
}

/** Maximum number of parts of one item; a model with more is in a loop. */
const PARTS_MAX = 1_024
/** Counted size of a part besides its text, to limit the number of parts. */
const PART_CHARS = 2_048

/** One item of a streamed response. */
export class StreamedItem {
  readonly kind: ItemKind
  readonly #index: number
  readonly #share: StreamedItemState
  readonly #parts = new Map<string, StreamedPart>()
  readonly #arguments: string[] = []
  #raw: JsonObject
  #isDone = false
  #shown = -1
  #beside = ''
  #released = ''

  constructor(index: number, added: JsonObject, share: StreamedItemState) {
    this.kind = kindOf(added)
    this.#index = index
    this.#raw = added
    this.#share = share
    share.keep(JSON.stringify(added).length)
    refuseUnreadable(added)
    const { steps, writer } = share
    if (this.kind === 'call')
      steps.held(String(index), (isRefused) => (isRefused ? '' : this.#leave(knownCall(this.whole()))))
    else if (this.kind === 'whole') {
      steps.text(this.#channel('text'), (text) => {
        this.#released += text
        return ''
      })
      steps.events(() => (this.#released === this.#beside && this.#isDone ? this.#leave(this.#raw) : ''))
    } else {
      steps.events(() => {
        this.#shown = share.nextIndex()
        const item = {
          ...emptyItem(onlyNames(added)),
          ...(this.kind === 'reasoning' ? { summary: [] } : { content: [] }),
        }
        return writer.write('response.output_item.added', { output_index: this.#shown, item })
      })
    }
  }

  /** Adds a delta of a part's text or of a call's arguments. */
  part(list: PartList, at: number, type: string): StreamedPart {
    const key = `${list}:${at}`
    let part = this.#parts.get(key)
    if (part !== undefined) return part
    if (this.#parts.size >= PARTS_MAX) {
      throw new Failure('unavailable', `The upstream streamed more than ${PARTS_MAX} parts in one item.`)
    }
    this.#share.keep(PART_CHARS)
    part = new StreamedPart(this.#index, list, at, type, () => this.#place(list, at), this.#share)
    this.#parts.set(key, part)
    return part
  }

  /** Adds an argument delta of a call. The complete item repeats the arguments. */
  pushArguments(text: string): void {
    this.#share.keep(text.length)
    this.#arguments.push(text)
  }

  /** Handles the complete item. */
  done(raw: JsonObject): StreamEvent[] {
    if (this.#isDone) return []
    if (kindOf(raw) !== this.kind)
      throw new Failure('unavailable', 'The upstream ended an item with a different type than it started.')
    refuseUnreadable(raw)
    this.#isDone = true
    this.#raw = raw
    this.#share.keep(JSON.stringify(raw).length)
    if (this.kind === 'call') return [{ kind: 'call', call: this.call() }]
    if (this.kind === 'whole') return this.#judged(itemText(raw), 'text')
    const ends: StreamEvent[] = []
    const parts = PART_LISTS.flatMap((list) => partsOf(raw, list).map((part, at) => ({ part, list, at })))
    const known = parts.map(({ part, list, at }) => ({ part, made: this.part(list, at, stringOf(part['type']) ?? '') }))
    // The start event is sent before any text.
    const started = this.#share.steps.advance()
    for (const { part, made } of known) ends.push(...made.ended(part))
    // Parts that the complete item does not repeat have ended.
    for (const part of this.#parts.values()) ends.push(...part.ended(undefined))
    const { steps, writer } = this.#share
    steps.text(this.#channel('beside'), (text) => {
      this.#released += text
      return ''
    })
    steps.events(() =>
      writer.write('response.output_item.done', {
        output_index: this.#shown,
        item: { ...this.final(), status: isWord(raw['status']) ? raw['status'] : 'completed' },
      }),
    )
    const { content: _content, summary: _summary, ...rest } = raw
    const start: StreamEvent[] = started === '' ? [] : [{ kind: 'pass', sse: started }]
    return [...start, ...ends, ...this.#judged(joinedText(rest, OPAQUE_NAMES), 'beside')]
  }

  call(): ProposedCall {
    return callOf(this.whole(), String(this.#index))
  }

  /** Returns a call as in a complete answer. */
  whole(): JsonObject {
    if (this.#isDone || this.#arguments.length === 0) return this.#raw
    const member = this.#raw['type'] === 'custom_tool_call' ? 'input' : 'arguments'
    return { ...this.#raw, [member]: this.#arguments.join('') }
  }

  /** Returns the sent form of the item for the complete response, or undefined. */
  shown(): JsonObject | undefined {
    if (this.#shown < 0) return undefined
    return this.kind === 'call'
      ? knownCall(this.whole())
      : this.kind === 'whole'
        ? this.#raw
        : this.#withParts((part) => part.shown())
  }

  /** Returns the item with its sent parts. */
  final(): JsonObject {
    return this.#withParts((part) => (part.shown() === undefined ? undefined : part.final()))
  }

  /** Returns the omitted fields of its parts. */
  omitted(): readonly OmittedField[] {
    return [...this.#parts.values()]
      .flatMap((part) => part.omitted())
      .map(({ field, reason }) => ({ field: `output[${this.#index}].${field}`, reason }))
  }

  #withParts(partOf: (part: StreamedPart) => JsonObject | undefined): JsonObject {
    const isWhole = this.#isDone && this.#beside === this.#released
    let item: JsonObject = isWhole ? this.#raw : onlyNames(this.#raw)
    for (const list of PART_LISTS) {
      const parts = [...this.#parts].filter(([key]) => key.startsWith(`${list}:`)).map(([, part]) => partOf(part))
      if (parts.length > 0 || Array.isArray(this.#raw[list])) {
        item = { ...item, [list]: parts.filter((part) => part !== undefined) }
      }
    }
    return item
  }

  #judged(text: string, subject: 'text' | 'beside'): StreamEvent[] {
    const channel = this.#channel(subject)
    this.#beside = text
    if (text !== '') {
      return [
        { kind: 'text', channel, text },
        { kind: 'close', channel },
      ]
    }
    const sse = this.#share.steps.close(channel)
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  #leave(item: JsonObject): string {
    this.#shown = this.#share.nextIndex()
    return itemEvents(this.#share.writer, item, this.#shown)
  }

  #place(list: PartList, at: number): PartPosition {
    const { id } = this.#raw
    return { item_id: isId(id) ? id : '', output_index: this.#shown, list, at }
  }

  #channel(subject: 'text' | 'beside'): string {
    return channelOf(this.#index, 'item', 0, subject)
  }
}

function refuseUnreadable(item: JsonObject): void {
  if (isReadable(item)) return
  throw new Failure('model_refused', 'The upstream proposed a call without an ID or a name.')
}
