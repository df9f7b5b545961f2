import type { Span } from '../engine/guard.ts'
import { clipSpans } from '../engine/redact.ts'
import { type RunContext, runPolicy, type StageVerdict } from '../engine/run.ts'
import { makeViews, type TextViews } from '../text/views.ts'
import type { Accumulated } from './accumulated.ts'
import { after, type Maybe } from './after.ts'
import type { Findings } from './findings.ts'
import {
  BEFORE_CHARS,
  BLANK_CHARS_MAX,
  CONFIRM_ALWAYS_CHARS,
  CONFIRM_GROWTH,
  OPEN_CHARS_MAX,
  WHOLE_STEPS,
  WIDE_STEP_FROM_CHARS,
} from './limits.ts'
import { blankBefore, endsInHalf, wholeCharacter } from './places.ts'
import type { Lane } from './plan.ts'
import type { StreamCheck } from './screen-stream.ts'
import { undecidedFrom } from './undecided.ts'

/** What a lane's runs over one channel share. */
export interface LanePorts {
  readonly text: Accumulated
  readonly context: RunContext
  readonly findings: Findings
  readonly onCheck: ((check: Omit<StreamCheck, 'channel'>) => void) | undefined
}

/** One lane on its way over the text of one channel. */
export class LaneRun {
  readonly lane: Lane
  /** Before this place nothing changes any more, whatever comes. */
  decided = 0
  /** What is to be replaced before that place, in order; in the channel's own positions. */
  spans: readonly Span[] = []
  readonly #ports: LanePorts
  #nextAt: number
  #nextWhole: number
  #confirmAt = 0
  #aside: Promise<void> | undefined

  constructor(lane: Lane, ports: LanePorts) {
    this.lane = lane
    this.#ports = ports
    this.#nextAt = lane.step_chars
    this.#nextWhole = WHOLE_STEPS * lane.step_chars
  }

  get holds(): boolean {
    return this.lane.holders.length > 0
  }

  /**
   * Runs the guards over what came, if it is time.
   * @returns whether the stream must end here
   */
  check(): Maybe<boolean> {
    const { text, context, onCheck } = this.#ports
    const end = text.length
    if (end < this.#nextAt) return false
    const { policy, step_chars } = this.lane
    const base = this.lane.reads === 'window' ? this.#windowStart(this.decided) : this.#wholeStart(end)
    const window = text.slice(base)
    const views = makeViews(window)
    const limit = this.#limitOf(views, base)
    this.#nextAt = end + step_chars
    onCheck?.({ reads: this.lane.reads, step_chars, from: base, to: end, decided: base + limit })
    if (!this.holds && this.#aside !== undefined) return false
    const about = { ...context, sessionId: undefined, replaceWithin: [this.decided - base, limit] as const }
    const verdict = runPolicy(policy, { text: window, views }, about)
    if (!(verdict instanceof Promise) || this.holds) {
      return after(verdict, (made) => this.#settle(made, base, limit, end))
    }
    this.#aside = this.#note(verdict, base)
    return false
  }

  async #note(verdict: Promise<StageVerdict>, base: number): Promise<void> {
    this.#ports.findings.add(await verdict, base)
    this.#aside = undefined
  }

  /** Resolves when nothing runs any more. */
  async rest(): Promise<void> {
    await this.#aside
  }

  /** Forgets what was replaced before a place. */
  forget(place: number): void {
    if (this.spans.length > 0) this.spans = this.spans.filter(({ end }) => end > place)
  }

  #settle(verdict: StageVerdict, base: number, limit: number, end: number): Maybe<boolean> {
    if (verdict.safe) {
      this.#ports.findings.add(verdict, base)
      this.#decide(verdict, base, limit, end)
      return false
    }
    if (base === 0) {
      this.#ports.findings.add(verdict)
      return true
    }
    // Half a number, or a paragraph out of its place, may look like what the text as a whole does not hold.
    if (end > CONFIRM_ALWAYS_CHARS && end < this.#confirmAt) return false
    this.#confirmAt = end * CONFIRM_GROWTH
    const { text, context, findings } = this.#ports
    const about = { ...context, sessionId: undefined, replaceWithin: [0, 0] as const }
    return after(runPolicy(this.lane.policy, { text: text.whole() }, about), (whole) => {
      findings.add(whole)
      if (!whole.safe) return true
      this.#decide(verdict, base, limit, end)
      return false
    })
  }

  #decide(verdict: StageVerdict, base: number, limit: number, end: number): void {
    let place = base + limit
    const found = verdict.redactions
      .map((span) => ({ ...span, start: span.start + base, end: span.end + base }))
      .filter((span) => span.end > this.decided)
    for (const { start, end: to } of found) if (start < place && to > place) place = Math.max(this.decided, start)
    // What has begun and does not end is let go in the end, or a text would never leave.
    place = Math.max(place, this.decided, end - OPEN_CHARS_MAX)
    this.spans = [...this.spans, ...clipped(found, this.decided, place)]
    this.decided = place
    if (end - place > WIDE_STEP_FROM_CHARS) {
      const { step_chars } = this.lane
      this.#nextAt = end + Math.ceil((end - place) / WIDE_STEPS / step_chars) * step_chars
    }
  }

  /** How much of the window is decided, whatever the guards find in it. */
  #limitOf(views: TextViews, base: number): number {
    const { original } = views
    let limit = endsInHalf(original) ? original.length - 1 : original.length
    for (const holder of this.lane.holders) limit = Math.min(limit, undecidedFrom(views, holder))
    const least = Math.max(this.decided - base, original.length - OPEN_CHARS_MAX)
    return Math.max(least, wholeCharacter(original, limit))
  }

  #windowStart(place: number): number {
    const from = Math.max(0, place - BEFORE_CHARS - BLANK_CHARS_MAX)
    const before = this.#ports.text.slice(from, Math.max(0, place - BEFORE_CHARS) + 1)
    return from + blankBefore(before, Math.max(0, before.length - 1), BLANK_CHARS_MAX)
  }

  /** All of it up to some length and each time that it has doubled; else its last part. */
  #wholeStart(end: number): number {
    const part = WHOLE_STEPS * this.lane.step_chars
    if (end <= part) return 0
    if (end >= this.#nextWhole * 2) {
      this.#nextWhole = end
      return 0
    }
    return this.#windowStart(Math.min(end - part + BEFORE_CHARS, this.decided))
  }
}

/** A text that is withheld for long is looked at again when it has grown by a quarter. */
const WIDE_STEPS = 4

function clipped(spans: readonly Span[], start: number, end: number): Span[] {
  return clipSpans(spans, start, end).map((span) => ({ ...span, start: span.start + start, end: span.end + start }))
}
