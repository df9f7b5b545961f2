import type { JsonObject, ProposedCall, StreamEvent } from '../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../chat/json.ts'
import type { OrderedSteps } from '../dialects/ordered-steps.ts'
import { isOpaque, joinedText } from '../dialects/leaves.ts'
import { parseJson } from '../chat/parse-json.ts'
import { withOverlap, tailOf } from '../dialects/seam.ts'
import { type BlockKind, type BlockPart, callOf, channelOf, kindOf, knownCall } from './answer.ts'
import { blockEvents, blockText, delta, event, OPAQUE_NAMES } from './blocks.ts'

/** State shared by the blocks of one stream. */
export interface BlockParts {
  readonly steps: OrderedSteps
  /** Called with every number of kept characters; throws above the limit. */
  readonly keep: (chars: number) => void
  /** Returns the next block number for the client, which skips omitted blocks. */
  readonly nextIndex: () => number
  /** Number of the open block for the client. */
  open: number | undefined
  /** Whether visible text was sent. */
  hasText: boolean
  /** Preceding text part; clients concatenate it with the next part. */
  lastText: StreamedBlock | undefined
}

/** One block of a streamed message. */
export class StreamedBlock {
  readonly kind: BlockKind
  /** End of all received text so far. */
  endSaid = ''
  /** End of all sent text; undefined until the block is sent. */
  endLeft: string | undefined = undefined
  /** Whether the text was screened together with the previous text. */
  isJoined = false
  readonly #index: number
  readonly #start: JsonObject
  readonly #parts: BlockParts
  readonly #json: string[] = []
  readonly #citations: JsonObject[] = []
  /** Whether citations were omitted because their text was redacted. */
  omitsCitations = false
  readonly #texts = new Map<string, { pushed: string[]; released: string[] }>()
  /** The previous text. */
  readonly #before: StreamedBlock | undefined
  #next: StreamedBlock | undefined = undefined
  /** End of the previous text, screened with this one. */
  #tail = ''
  #signature = ''
  #shown = -1
  #isStopped = false

  constructor(index: number, start: JsonObject, parts: BlockParts) {
    this.kind = kindOf(start)
    this.#index = index
    this.#start = start
    this.#parts = parts
    if (this.kind === 'thinking') this.#sign(start['signature'])
    if (this.kind === 'text') {
      for (const citation of objectsOf(start['citations'])) this.#citations.push(citation)
      this.#before = parts.lastText
      if (this.#before !== undefined) this.#before.#next = this
      parts.lastText = this
    }
    this.#plan()
  }

  /** Processes the content in the start of the block. */
  started(): StreamEvent[] {
    this.#parts.keep(JSON.stringify(this.#start).length)
    if (this.kind !== 'text' && this.kind !== 'thinking') return []
    return this.#push(this.kind, stringOf(this.#start[this.kind]) ?? '')
  }

  /** Processes a delta of the block. Ignores deltas after its end, or of another block kind. */
  read(value: JsonObject): StreamEvent[] {
    if (this.#isStopped) return []
    const { type } = value
    if (type === 'text_delta' && this.kind === 'text') return this.#push('text', stringOf(value['text']) ?? '')
    if (type === 'thinking_delta' && this.kind === 'thinking') {
      return this.#push('thinking', stringOf(value['thinking']) ?? '')
    }
    if (type === 'signature_delta' && this.kind === 'thinking') this.#sign(value['signature'])
    else if (type === 'citations_delta' && this.kind === 'text' && isObject(value['citation'])) {
      this.#parts.keep(JSON.stringify(value['citation']).length)
      this.#citations.push(value['citation'])
    } else if (type === 'input_json_delta' && (this.kind === 'call' || this.kind === 'whole')) {
      const piece = stringOf(value['partial_json']) ?? ''
      this.#parts.keep(piece.length + 1)
      this.#json.push(piece)
    }
    return []
  }

  /** Ends the block: screens content that must be complete, then ends its channels. */
  stopped(): StreamEvent[] {
    if (this.#isStopped) return []
    this.#isStopped = true
    if (this.kind === 'call') return [{ kind: 'call', call: this.call() }]
    if (this.kind === 'sealed') return []
    if (this.kind === 'whole') return [...this.#push('block', blockText(this.whole())), ...this.#close('block')]
    const signature = isOpaque(this.#signature, 'signature') ? '' : this.#signature
    const extra = joinedText({ ...this.#others(), signature, citations: this.#citations }, OPAQUE_NAMES)
    const pieces = [...this.#close(this.kind), ...this.#push('citations', extra), ...this.#close('citations')]
    return [...pieces, ...this.joined()]
  }

  /** Screens a text together with the end of the previous text when both are complete. */
  joined(): StreamEvent[] {
    const before = this.#before
    if (this.kind !== 'text' || this.isJoined || !this.#isStopped || before?.isJoined === false) return []
    this.isJoined = true
    const text = this.#saidOf('text')
    this.endSaid = tailOf(before?.endSaid ?? '', text)
    const pieces: StreamEvent[] = []
    if (before !== undefined) {
      this.#tail = before.endLeft ?? before.endSaid
      const isFirst = text === '' || this.#tail === ''
      pieces.push(...this.#push('seam', isFirst ? '' : this.#tail + text), ...this.#close('seam'))
    }
    pieces.push(...(this.#next?.joined() ?? []))
    return pieces
  }

  released(channel: string, text: string): void {
    this.#texts.get(channel)?.released.push(text)
  }

  call(): ProposedCall {
    return callOf(this.whole(), this.#index)
  }

  /** Returns the block as in a complete answer. */
  whole(): JsonObject {
    const text = this.#json.join('')
    if (text === '') return this.#start
    // Invalid JSON is screened as text.
    return { ...this.#start, input: parseJson(text) ?? text }
  }

  #sign(value: unknown): void {
    const signature = stringOf(value) ?? ''
    this.#parts.keep(signature.length)
    this.#signature = signature
  }

  #plan(): void {
    const { steps } = this.#parts
    if (this.kind === 'call') {
      steps.held(String(this.#index), (isRefused) => (isRefused ? '' : this.#wholeEvents()))
    } else if (this.kind === 'sealed') steps.events(() => this.#wholeEvents())
    else if (this.kind === 'whole') {
      steps.text(channelOf(this.#index, 'block'), () => '')
      steps.events(() => (this.#isUnchanged('block') ? this.#wholeEvents() : ''))
    } else this.#planText(this.kind)
  }

  #planText(kind: 'text' | 'thinking'): void {
    const { steps } = this.#parts
    steps.events(() => {
      this.#shown = this.#parts.nextIndex()
      this.#parts.open = this.#shown
      const empty = kind === 'text' ? { text: '', citations: null } : { thinking: '', signature: '' }
      return event('content_block_start', { index: this.#shown, content_block: { type: kind, ...empty } })
    })
    const write = (text: string): string => {
      if (text === '') return ''
      if (kind === 'text' && text.trim() !== '') this.#parts.hasText = true
      return delta(this.#shown, { type: `${kind}_delta`, [kind]: text })
    }
    // A later text waits until both were screened together.
    const isLater = this.#before !== undefined
    steps.text(channelOf(this.#index, kind), (text) => (isLater ? '' : write(text)))
    if (isLater) steps.text(channelOf(this.#index, 'seam'), () => '')
    steps.text(channelOf(this.#index, 'citations'), () => '')
    steps.events(() => {
      this.#parts.open = undefined
      const left = this.#leftText()
      this.endLeft = tailOf(this.#before?.endLeft ?? '', left)
      return (
        (isLater ? write(left) : '') +
        this.#tailEvents(kind, left) +
        event('content_block_stop', { index: this.#shown })
      )
    })
  }

  /** Returns the released form of a text. */
  #leftText(): string {
    const released = this.#releasedOf('text')
    const before = this.#before
    if (before === undefined) return released
    if (!this.isJoined) return ''
    const text = this.#saidOf('text')
    if (text === '' || this.#tail === '') return released
    const judged = this.#releasedOf('seam')
    return withOverlap({ tail: this.#tail, said: text, released, judged, before: before.endLeft ?? '' })
  }

  /** Returns the final events. Citations refer to the original text. Only the provider can read a signature. */
  #tailEvents(kind: 'text' | 'thinking', left: string): string {
    if (kind === 'thinking') {
      if (!isOpaque(this.#signature, 'signature') && !this.#isUnchanged('citations')) return ''
      return this.#signature === '' ? '' : delta(this.#shown, { type: 'signature_delta', signature: this.#signature })
    }
    if (left !== this.#saidOf('text') || !this.#isUnchanged('citations')) {
      this.omitsCitations = this.#citations.length > 0
      return ''
    }
    return this.#citations.map((citation) => delta(this.#shown, { type: 'citations_delta', citation })).join('')
  }

  #wholeEvents(): string {
    const block = this.kind === 'call' ? knownCall(this.whole()) : this.whole()
    return blockEvents(block, this.#parts.nextIndex())
  }

  #push(part: BlockPart, text: string): StreamEvent[] {
    if (text === '') return []
    const channel = channelOf(this.#index, part)
    const stored = this.#texts.get(channel) ?? { pushed: [], released: [] }
    this.#texts.set(channel, stored)
    stored.pushed.push(text)
    return [{ kind: 'text', channel, text }]
  }

  /** An empty channel needs no check. */
  #close(part: BlockPart): StreamEvent[] {
    const channel = channelOf(this.#index, part)
    if (this.#texts.has(channel)) return [{ kind: 'close', channel }]
    const sse = this.#parts.steps.close(channel)
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  /** Returns whether all content was screened and is unchanged. */
  #isUnchanged(part: 'citations' | 'block'): boolean {
    return this.#isStopped && this.#saidOf(part) === this.#releasedOf(part)
  }

  #saidOf(part: BlockPart): string {
    return this.#texts.get(channelOf(this.#index, part))?.pushed.join('') ?? ''
  }

  #releasedOf(part: BlockPart): string {
    return this.#texts.get(channelOf(this.#index, part))?.released.join('') ?? ''
  }

  #others(): JsonObject {
    const own = new Set(['type', 'citations', 'signature', this.kind])
    return Object.fromEntries(Object.entries(this.#start).filter(([name]) => !own.has(name)))
  }
}
