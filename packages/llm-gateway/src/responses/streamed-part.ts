import type { JsonObject, StreamEvent } from '../chat/dialect.ts'
import { stringOf } from '../chat/json.ts'
import { type OmittedField, omittedFields } from '../chat/omitted-fields.ts'
import { releasePart } from './answer.ts'
import { emptyPart, partDelta, partEnd, partStart, type PartPosition } from './events.ts'
import { isWord } from '../dialects/heads.ts'
import { withOverlap, tailOf } from '../dialects/seam.ts'
import { besideText, channelOf, type ItemText, type PartList, textNameOf, withTokens } from './items.ts'
import type { StreamedItemState } from './streamed-item.ts'

/** A part of an item in a streamed response, with text deltas. */
export class StreamedPart {
  /** End of all received text so far. */
  endSaid = ''
  /** End of all sent text; undefined until the part is sent. */
  endLeft: string | undefined = undefined
  /** Whether the text was screened together with the previous text. */
  isJoined = false
  readonly #item: number
  readonly #list: PartList
  readonly #at: number
  readonly #share: StreamedItemState
  readonly #type: string
  /** Received deltas, and their sent form. */
  readonly #pushed: string[] = []
  readonly #released: string[] = []
  readonly #written: string[] = []
  /** Preceding text part; clients concatenate it with this part. */
  readonly #before: StreamedPart | undefined
  #next: StreamedPart | undefined = undefined
  /** End of the previous text, screened with this one, and the released form of both. */
  #tail = ''
  #judged = ''
  #beside = ''
  #besideReleased = ''
  #raw: JsonObject | undefined = undefined
  /** Original part of the upstream, including mismatching probabilities. */
  #given: JsonObject | undefined
  #hasBegun = false

  constructor(
    item: number,
    list: PartList,
    at: number,
    type: string,
    place: () => PartPosition,
    share: StreamedItemState,
  ) {
    this.#item = item
    this.#list = list
    this.#at = at
    this.#type = isWord(type) ? type : 'unknown'
    this.#share = share
    if (list === 'content' && type === 'output_text') {
      this.#before = share.lastText
      if (this.#before !== undefined) this.#before.#next = this
      share.lastText = this
    }
    this.#plan(place)
  }

  #plan(place: () => PartPosition): void {
    const { steps, writer } = this.#share
    const type = this.#type
    const write = (text: string): string => {
      if (text === '') return ''
      this.#written.push(text)
      if (this.#list === 'content' && type !== 'reasoning_text' && text.trim() !== '') this.#share.hasText = true
      return partDelta(writer, place(), type, text)
    }
    // A later text waits until both were screened together.
    const isLater = this.#before !== undefined
    steps.events(() => {
      this.#hasBegun = true
      return partStart(writer, place(), type)
    })
    steps.text(this.#channel('text'), (text) => {
      this.#released.push(text)
      return isLater ? '' : write(text)
    })
    if (isLater) {
      steps.text(this.#channel('seam'), (text) => {
        this.#judged += text
        return ''
      })
    }
    steps.text(this.#channel('beside'), (text) => {
      this.#besideReleased += text
      return ''
    })
    steps.events(() => {
      const left = this.#left()
      this.endLeft = tailOf(this.#before?.endLeft ?? '', left)
      return (isLater ? write(left) : '') + partEnd(writer, place(), this.final())
    })
  }

  /** Returns the released form of the text. */
  #left(): string {
    const released = this.#released.join('')
    const before = this.#before
    if (before === undefined) return released
    if (!this.isJoined) return ''
    const text = this.#pushed.join('')
    if (text === '' || this.#tail === '') return released
    return withOverlap({ tail: this.#tail, said: text, released, judged: this.#judged, before: before.endLeft ?? '' })
  }

  /** Screens a text together with the end of the previous text when both are complete. */
  joined(): StreamEvent[] {
    const before = this.#before
    if (this.isJoined || this.#raw === undefined || before?.isJoined === false) return []
    this.isJoined = true
    const text = this.#pushed.join('')
    this.endSaid = tailOf(before?.endSaid ?? '', text)
    const pieces: StreamEvent[] = []
    if (before !== undefined) {
      this.#tail = before.endLeft ?? before.endSaid
      const isSeam = text !== '' && this.#tail !== ''
      if (isSeam) pieces.push({ kind: 'text', channel: this.#channel('seam'), text: this.#tail + text })
      pieces.push(...this.#close('seam', isSeam))
    }
    pieces.push(...(this.#next?.joined() ?? []))
    return pieces
  }

  push(text: string): StreamEvent[] {
    if (text === '' || this.#raw !== undefined) return []
    this.#share.keep(text.length)
    this.#pushed.push(text)
    return [{ kind: 'text', channel: this.#channel('text'), text }]
  }

  /** Ends the part: text without deltas, its additional fields, and the ends of both channels. */
  ended(value: JsonObject | undefined): StreamEvent[] {
    if (this.#raw !== undefined) return []
    const pushed = this.#pushed.join('')
    this.#given = value
    const raw = withTokens(
      value ?? { ...emptyPart(this.#type), [this.#type === 'refusal' ? 'refusal' : 'text']: pushed },
    )
    const whole = stringOf(raw[textNameOf(raw)]) ?? ''
    // A final text that contradicts its deltas is dropped; see `final`.
    const rest = whole.startsWith(pushed) ? this.push(whole.slice(pushed.length)) : []
    this.#raw = raw
    this.#share.keep(JSON.stringify(raw).length)
    this.#beside = besideText(raw)
    const streamPieces: StreamEvent[] =
      this.#beside === '' ? [] : [{ kind: 'text', channel: this.#channel('beside'), text: this.#beside }]
    return [
      ...rest,
      ...this.#close('text', this.#pushed.length > 0),
      ...streamPieces,
      ...this.#close('beside', this.#beside !== ''),
      ...this.joined(),
    ]
  }

  /** Returns the sent form of the part, or undefined. */
  shown(): JsonObject | undefined {
    if (!this.#hasBegun) return undefined
    const name = this.#type === 'refusal' ? 'refusal' : 'text'
    return { ...emptyPart(this.#type), [name]: this.#written.join('') }
  }

  /** Returns the omitted fields of the part. */
  omitted(): readonly OmittedField[] {
    const final = this.final()
    const isRedacted = this.#pushed.join('') !== this.#written.join('') || this.#beside !== this.#besideReleased
    return omittedFields(this.#given, final, isRedacted).map(({ field, reason }) => {
      return { field: `${this.#list}[${this.#at}].${field}`, reason }
    })
  }

  /** Returns the complete part with its sent text. */
  final(): JsonObject {
    const raw = this.#raw ?? emptyPart(this.#type)
    const texts = new Map<string, string>()
    const written = this.#written.join('')
    if ((stringOf(raw[textNameOf(raw)]) ?? '') !== written) texts.set(this.#channel('text'), written)
    if (this.#beside !== this.#besideReleased) texts.set(this.#channel('beside'), this.#besideReleased)
    return releasePart(raw, this.#item, this.#list, this.#at, texts)
  }

  #channel(itemText: ItemText): string {
    return channelOf(this.#item, this.#list, this.#at, itemText)
  }

  #close(itemText: ItemText, wasPushed: boolean): StreamEvent[] {
    const channel = this.#channel(itemText)
    if (wasPushed) return [{ kind: 'close', channel }]
    // An empty channel needs no check.
    const sse = this.#share.steps.close(channel)
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }
}
