import type { JsonObject, ProposedCall, StreamPiece } from '../chat/dialect.ts'
import { isObject, objectsOf, stringOf } from '../chat/json.ts'
import type { OrderedSteps } from '../dialects/ordered-steps.ts'
import { isName, wholeText } from '../dialects/leaves.ts'
import { type BlockKind, callOf, channelOf, kindOf, knownCall } from './answer.ts'
import { blockEvents, blockText, delta, event, OPAQUE_NAMES } from './blocks.ts'

/** What the blocks of one stream share. */
export interface BlockParts {
  readonly steps: OrderedSteps
  /** Told of every character that is kept; throws when there are too many. */
  readonly keep: (chars: number) => void
  /** The number that the next block has for the client: blocks that are left out have none. */
  readonly nextIndex: () => number
  /** The block that has begun and not ended for the client. */
  open: number | undefined
  /** Whether text that people see has left. */
  hasText: boolean
}

/** One block of a streamed message. */
export class StreamedBlock {
  readonly kind: BlockKind
  readonly #index: number
  readonly #start: JsonObject
  readonly #parts: BlockParts
  readonly #json: string[] = []
  readonly #citations: JsonObject[] = []
  readonly #texts = new Map<string, { pushed: string[]; released: string[] }>()
  #signature = ''
  #shown = -1
  #isStopped = false

  constructor(index: number, start: JsonObject, parts: BlockParts) {
    this.kind = kindOf(start)
    this.#index = index
    this.#start = start
    this.#parts = parts
    this.#signature = isName(start['signature']) ? (stringOf(start['signature']) ?? '') : ''
    this.#citations.push(...objectsOf(start['citations']))
    this.#plan()
  }

  /** What the start of the block holds already. */
  started(): StreamPiece[] {
    if (this.kind === 'call' || this.kind === 'whole' || this.kind === 'sealed') {
      this.#parts.keep(JSON.stringify(this.#start).length)
      return []
    }
    return this.#push(this.kind, stringOf(this.#start[this.kind]) ?? '')
  }

  read(given: JsonObject): StreamPiece[] {
    const { type } = given
    if (type === 'text_delta' && this.kind === 'text') return this.#push('text', stringOf(given['text']) ?? '')
    if (type === 'thinking_delta' && this.kind === 'thinking') {
      return this.#push('thinking', stringOf(given['thinking']) ?? '')
    }
    if (type === 'signature_delta') {
      const signature = stringOf(given['signature']) ?? ''
      this.#parts.keep(signature.length)
      // A signature that can be read is none.
      if (isName(signature)) this.#signature = signature
    } else if (type === 'citations_delta' && isObject(given['citation'])) {
      this.#parts.keep(JSON.stringify(given['citation']).length)
      this.#citations.push(given['citation'])
    } else if (type === 'input_json_delta') {
      const piece = stringOf(given['partial_json']) ?? ''
      this.#parts.keep(piece.length + 1)
      this.#json.push(piece)
    }
    return []
  }

  /** The block is complete: what is screened of it as a whole, then the ends of its channels. */
  stopped(): StreamPiece[] {
    if (this.#isStopped) return []
    this.#isStopped = true
    if (this.kind === 'call' || this.kind === 'sealed') return []
    if (this.kind === 'whole') return [...this.#push('block', blockText(this.whole())), ...this.#close('block')]
    const beside = wholeText({ ...this.#others(), citations: this.#citations }, OPAQUE_NAMES)
    return [...this.#close(this.kind), ...this.#push('citations', beside), ...this.#close('citations')]
  }

  released(channel: string, text: string): void {
    this.#texts.get(channel)?.released.push(text)
  }

  call(): ProposedCall {
    return callOf(this.whole(), this.#index)
  }

  /** The block as an answer that did not stream holds it. */
  whole(): JsonObject {
    const text = this.#json.join('')
    if (text === '') return this.#start
    try {
      return { ...this.#start, input: JSON.parse(text) as unknown }
    } catch {
      // What is no JSON is judged as the text that it is.
      return { ...this.#start, input: text }
    }
  }

  #plan(): void {
    const { steps } = this.#parts
    if (this.kind === 'call') {
      steps.held(({ refused }) => (refused.has(String(this.#index)) ? '' : this.#wholeEvents()))
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
    steps.text(channelOf(this.#index, kind), (text) => {
      if (kind === 'text' && text.trim() !== '') this.#parts.hasText = true
      return delta(this.#shown, { type: `${kind}_delta`, [kind]: text })
    })
    steps.text(channelOf(this.#index, 'citations'), () => '')
    steps.events(() => {
      this.#parts.open = undefined
      return this.#tail(kind) + event('content_block_stop', { index: this.#shown })
    })
  }

  /** Citations point into the text as it was; a signature is the provider's own and nobody else's to read. */
  #tail(kind: 'text' | 'thinking'): string {
    if (kind === 'thinking') {
      return this.#signature === '' ? '' : delta(this.#shown, { type: 'signature_delta', signature: this.#signature })
    }
    if (!this.#isUnchanged('text') || !this.#isUnchanged('citations')) return ''
    return this.#citations.map((citation) => delta(this.#shown, { type: 'citations_delta', citation })).join('')
  }

  #wholeEvents(): string {
    const block = this.kind === 'call' ? knownCall(this.whole()) : this.whole()
    if (this.kind === 'text' || this.kind === 'thinking') return ''
    return blockEvents(block, this.#parts.nextIndex())
  }

  #push(part: 'text' | 'thinking' | 'citations' | 'block', text: string): StreamPiece[] {
    if (text === '') return []
    const channel = channelOf(this.#index, part)
    const kept = this.#texts.get(channel) ?? { pushed: [], released: [] }
    this.#texts.set(channel, kept)
    kept.pushed.push(text)
    return [{ kind: 'text', channel, text }]
  }

  /** A channel that nothing was pushed to has nothing to be checked. */
  #close(part: 'text' | 'thinking' | 'citations' | 'block'): StreamPiece[] {
    const channel = channelOf(this.#index, part)
    if (this.#texts.has(channel)) return [{ kind: 'close', channel }]
    const sse = this.#parts.steps.close(channel)
    return sse === '' ? [] : [{ kind: 'pass', sse }]
  }

  #isUnchanged(part: 'text' | 'citations' | 'block'): boolean {
    const kept = this.#texts.get(channelOf(this.#index, part))
    return kept === undefined || kept.pushed.join('') === kept.released.join('')
  }

  #others(): JsonObject {
    const own = new Set(['type', 'citations', this.kind])
    return Object.fromEntries(Object.entries(this.#start).filter(([name]) => !own.has(name)))
  }
}
