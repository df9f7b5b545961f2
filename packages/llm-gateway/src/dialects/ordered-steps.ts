import type { Release } from '../chat/dialect.ts'

type Step = { readonly kind: 'events'; readonly make: () => string } | BufferedStep | TextStep

interface BufferedStep {
  readonly kind: 'held'
  readonly key: string
  readonly make: (isRefused: boolean) => string
  /** Decision; undefined while pending. */
  isRefused: boolean | undefined
}

interface TextStep {
  readonly kind: 'text'
  readonly channel: string
  readonly write: (text: string) => string
  /** Checked content that waits for its turn. */
  waiting: string
  isClosed: boolean
}

/**
 * Events of a stream with sequential parts: each step is released after all previous ones. Texts are screened concurrently and may be
 * ready before their turn.
 */
export class OrderedSteps {
  readonly #steps: Step[] = []
  readonly #texts = new Map<string, TextStep>()
  readonly #held = new Map<string, BufferedStep>()
  /** Index of the first unreleased step. */
  #next = 0

  /** Adds events that are created and released in their turn. */
  events(make: () => string): void {
    this.#steps.push({ kind: 'events', make })
  }

  /** Adds the position of a channel's text. Later steps wait until the channel is closed. */
  text(channel: string, write: (text: string) => string): void {
    const step: TextStep = { kind: 'text', channel, write, waiting: '', isClosed: false }
    this.#steps.push(step)
    this.#texts.set(channel, step)
  }

  /** Adds events with a pending decision, at the end of the stream at the latest. Later steps wait for it. */
  held(key: string, make: (isRefused: boolean) => string): void {
    const step: BufferedStep = { kind: 'held', key, make, isRefused: undefined }
    this.#steps.push(step)
    this.#held.set(key, step)
  }

  /** Decides a held step. @returns the released events */
  decide(key: string, isRefused: boolean): string {
    const step = this.#held.get(key)
    if (step !== undefined) step.isRefused = isRefused
    return this.advance()
  }

  has(channel: string): boolean {
    return this.#texts.has(channel)
  }

  /** Returns whether the next content to release is the text of this channel. */
  isAt(channel: string): boolean {
    const step = this.#steps[this.#next]
    return step?.kind === 'text' && step.channel === channel
  }

  /** Releases screened text of a channel. @returns the released events */
  release(channel: string, text: string): string {
    const step = this.#texts.get(channel)
    if (step === undefined) return ''
    if (this.isAt(channel)) return step.write(text)
    step.waiting += text
    return ''
  }

  /** Closes a channel after all of its text was released. @returns the released events */
  close(channel: string): string {
    const step = this.#texts.get(channel)
    if (step !== undefined) step.isClosed = true
    return this.advance()
  }

  /** Returns the events that may be released now. */
  advance(): string {
    let sse = ''
    for (; this.#next < this.#steps.length; this.#next += 1) {
      const step = this.#steps[this.#next]!
      if (step.kind === 'held') {
        if (step.isRefused === undefined) return sse
        sse += step.make(step.isRefused)
      } else if (step.kind === 'events') sse += step.make()
      else {
        sse += this.#waiting(step)
        if (!step.isClosed) return sse
      }
    }
    return sse
  }

  /** Releases the rest after all text was released. */
  end({ refused }: Pick<Release, 'refused'>): string {
    let sse = ''
    for (; this.#next < this.#steps.length; this.#next += 1) {
      const step = this.#steps[this.#next]!
      if (step.kind === 'events') sse += step.make()
      else if (step.kind === 'held') sse += step.make(step.isRefused ?? refused.has(step.key))
      else sse += this.#waiting(step)
    }
    return sse
  }

  #waiting(step: TextStep): string {
    if (step.waiting === '') return ''
    const { waiting } = step
    step.waiting = ''
    return step.write(waiting)
  }
}
