import type { JsonObject, StreamPiece } from '../chat/dialect.ts'
import { stringOf } from '../chat/json.ts'
import { releasePart } from './answer.ts'
import { emptyPart, partDelta, partEnd, partStart, type PartPlace } from './events.ts'
import { besideText, channelOf, type PartList, textNameOf } from './items.ts'
import type { ItemShare } from './streamed-item.ts'

/** A part of an item of a streamed response, whose text comes in pieces. */
export class StreamedPart {
  readonly #item: number
  readonly #list: PartList
  readonly #at: number
  readonly #share: ItemShare
  readonly #type: string
  /** What came, and what of it has left. */
  readonly #pushed: string[] = []
  readonly #written: string[] = []
  #beside = ''
  #besideReleased = ''
  #raw: JsonObject | undefined = undefined
  #hasBegun = false

  constructor(item: number, list: PartList, at: number, type: string, place: () => PartPlace, share: ItemShare) {
    this.#item = item
    this.#list = list
    this.#at = at
    this.#type = type
    this.#share = share
    const { steps, writer } = share
    steps.events(() => {
      this.#hasBegun = true
      return partStart(writer, place(), type)
    })
    steps.text(this.#channel('text'), (text) => {
      this.#written.push(text)
      if (list === 'content' && type !== 'reasoning_text' && text.trim() !== '') share.hasText = true
      return partDelta(writer, place(), type, text)
    })
    steps.text(this.#channel('beside'), (text) => {
      this.#besideReleased += text
      return ''
    })
    steps.events(() => partEnd(writer, place(), this.final()))
  }

  push(text: string): StreamPiece[] {
    if (text === '' || this.#raw !== undefined) return []
    this.#share.keep(text.length)
    this.#pushed.push(text)
    return [{ kind: 'text', channel: this.#channel('text'), text }]
  }

  /** The part is complete: what of it did not come in pieces, what stands beside it, and the ends of both. */
  ended(given: JsonObject | undefined): StreamPiece[] {
    if (this.#raw !== undefined) return []
    const pushed = this.#pushed.join('')
    const raw = given ?? { ...emptyPart(this.#type), [this.#type === 'refusal' ? 'refusal' : 'text']: pushed }
    const whole = stringOf(raw[textNameOf(raw)]) ?? ''
    // What contradicts its own pieces is not repeated; see `final`.
    const rest = whole.startsWith(pushed) ? this.push(whole.slice(pushed.length)) : []
    this.#raw = raw
    this.#share.keep(JSON.stringify(raw).length)
    this.#beside = besideText(raw)
    const beside: StreamPiece[] =
      this.#beside === '' ? [] : [{ kind: 'text', channel: this.#channel('beside'), text: this.#beside }]
    return [
      ...rest,
      ...this.#close('text', this.#pushed.length > 0),
      ...beside,
      ...this.#close('beside', this.#beside !== ''),
    ]
  }

  /** The part as far as it has left; undefined where nothing of it has. */
  shown(): JsonObject | undefined {
    if (!this.#hasBegun) return undefined
    const name = this.#type === 'refusal' ? 'refusal' : 'text'
    return { ...emptyPart(this.#type), [name]: this.#written.join('') }
  }

  /** The part as it leaves whole: its text is what has left in pieces. */
  final(): JsonObject {
    const raw = this.#raw ?? emptyPart(this.#type)
    const texts = new Map<string, string>()
    const written = this.#written.join('')
    if ((stringOf(raw[textNameOf(raw)]) ?? '') !== written) texts.set(this.#channel('text'), written)
    if (this.#beside !== this.#besideReleased) texts.set(this.#channel('beside'), this.#besideReleased)
    return releasePart(raw, this.#item, this.#list, this.#at, texts)
  }

  #channel(what: 'text' | 'beside'): string {
    return channelOf(this.#item, this.#list, this.#at, what)
  }

  #close(what: 'text' | 'beside', wasPushed: boolean): StreamPiece[] {
    const channel = this.#channel(what)
    if (wasPushed) return [{ kind: 'close', channel }]
    // A channel that nothing was pushed to has nothing to be checked.
    const sse = this.#share.steps.close(channel)
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }
}
