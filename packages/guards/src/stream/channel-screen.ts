import type { CompiledPolicy } from '../engine/compile.ts'
import type { Span } from '../engine/guard.ts'
import { clipSpans, mergeSpans, redact } from '../engine/redact.ts'
import { type RunContext, runPolicy } from '../engine/run.ts'
import { Accumulated } from './accumulated.ts'
import { after, type Maybe } from './after.ts'
import type { Findings } from './findings.ts'
import { FINE_STEP_CHARS_MIN } from './limits.ts'
import { type GuardGroupPorts, GuardGroupRun } from './lane-run.ts'
import { endsInHalf } from './places.ts'
import type { GuardGroup } from './plan.ts'
import { leftUnreplaced, tooLate } from './too-late.ts'

export interface ChannelPorts {
  readonly policy: CompiledPolicy
  readonly lanes: readonly GuardGroup[]
  readonly context: RunContext
  readonly findings: Findings
  readonly stepMax_chars: number
  readonly onCheck: GuardGroupPorts['onCheck']
}

/** Text of a channel that the guards release; `blocked`: the stream ends, and nothing may be sent. */
export interface ReleasedText {
  readonly text: string
  readonly blocked: boolean
}

/** One channel of a stream. Calls must not overlap. */
export class ChannelScreen {
  readonly #text = new Accumulated()
  readonly #ports: ChannelPorts
  readonly #lanes: readonly GuardGroupRun[]
  readonly #holders: readonly GuardGroupRun[]
  /** Everything before this offset is sent. */
  #left = 0
  /** Replaced ranges of sent text. */
  #replaced: Span[] = []

  constructor(ports: ChannelPorts) {
    this.#ports = ports
    const { context, findings, stepMax_chars, onCheck } = ports
    const shared = { text: this.#text, context, findings, stepMax_chars, onCheck }
    this.#lanes = ports.lanes.map((lane) => new GuardGroupRun(lane, shared))
    this.#holders = this.#lanes.filter(({ holds }) => holds)
  }

  get replaced(): readonly Span[] {
    return this.#replaced
  }

  get isEmpty(): boolean {
    return this.#text.length === 0
  }

  /** All of the text as it has left. */
  sanitized(): string {
    return redact(this.#text.whole(), this.#replaced)
  }

  /** Processes the next piece. */
  push(piece: string): Maybe<ReleasedText> {
    return this.#take(piece, 0)
  }

  /** Ends the text: evaluates all of it and releases the rest. */
  async end(): Promise<ReleasedText> {
    const { policy, context, findings } = this.#ports
    await Promise.all(this.#lanes.map((lane) => lane.rest()))
    if (this.isEmpty) return { text: '', blocked: false }
    const text = this.#text.whole()
    const about = { ...context, replaceWithin: [this.#left, text.length] as const }
    const verdict = await runPolicy(policy, { text }, about)
    const missed = verdict.safe ? leftUnreplaced(text, this.#left, verdict.redactions, this.#replaced) : []
    if (missed.length > 0) findings.add(await tooLate(verdict, missed, policy, text, about), 0, true)
    else findings.add(verdict, 0, true)
    if (!verdict.safe || missed.length > 0) return { text: '', blocked: true }
    // Findings of a window are kept, even where a run on the full text reaches its limits earlier.
    return { text: this.#release(text.length, verdict.redactions, true), blocked: false }
  }

  /** Splits text at the offsets of checks, so that the released text does not depend on the pieces of input. */
  #take(piece: string, from: number): Maybe<ReleasedText> {
    let at = from
    while (at < piece.length) {
      const next = Math.min(piece.length, at + FINE_STEP_CHARS_MIN - (this.#text.length % FINE_STEP_CHARS_MIN))
      this.#text.append(piece.slice(at, next))
      at = next
      if (this.#text.length % FINE_STEP_CHARS_MIN !== 0) break
      const stops = this.#check(0)
      if (stops instanceof Promise) {
        return stops.then((late) => (late ? this.#let(true) : this.#take(piece, at)))
      }
      if (stops) return this.#let(true)
    }
    return this.#let(false)
  }

  /** Releases text decided before a block: it would have been sent earlier with smaller pieces of input. */
  #let(blocked: boolean): ReleasedText {
    return { text: this.#release(this.#free(), NO_SPANS), blocked }
  }

  #check(from: number): Maybe<boolean> {
    for (let index = from; index < this.#lanes.length; index += 1) {
      const stops = this.#lanes[index]!.check()
      if (stops instanceof Promise) return after(stops, (late) => late || this.#check(index + 1))
      if (stops) return true
    }
    return false
  }

  /** Returns the end of the text that need not wait. */
  #free(): number {
    let free = this.#text.length
    for (const { decided } of this.#holders) free = Math.min(free, decided)
    return free
  }

  #release(free: number, found: readonly Span[], isEnd = false): string {
    if (free <= this.#left) return ''
    const spans = mergeSpans([...this.#lanes.flatMap((lane) => lane.spans), ...found])
    let to = free
    // A range that continues is replaced as a whole, later.
    for (const { start, end } of spans) if (start < to && end > to) to = Math.max(this.#left, start)
    const from = this.#left
    // Do not send half a character.
    if (!isEnd && to > from && endsInHalf(this.#text.slice(to - 1, to))) to -= 1
    if (to <= from) return ''
    const text = this.#text.slice(from, to)
    const inside = clipSpans(spans, from, to)
    this.#left = to
    for (const span of inside) this.#replaced.push({ ...span, start: span.start + from, end: span.end + from })
    for (const lane of this.#lanes) lane.forget(to)
    return redact(text, inside)
  }
}

const NO_SPANS: readonly Span[] = []
