import type { Span } from '../engine/guard.ts'
import { clipSpans } from '../engine/redact.ts'
import { type RunContext, runPolicy, type StageVerdict } from '../engine/run.ts'
import { makeViews, type TextViews } from '../text/views.ts'
import type { Accumulated } from './accumulated.ts'
import { after, type Maybe } from './after.ts'
import type { Findings } from './findings.ts'
import {
  BEFORE_CHARS,
  BEFORE_UNSEEN_CHARS_MAX,
  BLANK_CHARS_MAX,
  CONFIRM_ALWAYS_CHARS,
  CONFIRM_GROWTH,
  FAST_STEP_CHARS,
  FINE_STEPS,
  OPEN_CHARS_MAX,
  WHOLE_STEPS,
  WIDE_STEP_FROM_CHARS,
} from './limits.ts'
import { blankBefore, endsInHalf, characterBoundary } from './places.ts'
import type { GuardGroup } from './plan.ts'
import { shownOf } from './shown.ts'
import type { StreamCheck } from './screen-stream.ts'
import { tailOf, undecidedFrom } from './undecided.ts'

/** State shared by the runs of a lane on one channel. */
export interface GuardGroupPorts {
  readonly text: Accumulated
  readonly context: RunContext
  readonly findings: Findings
  readonly stepMax_chars: number
  readonly onCheck: ((check: Omit<StreamCheck, 'channel'>) => void) | undefined
}

/** The progress of one lane on one channel. */
export class GuardGroupRun {
  readonly lane: GuardGroup
  /** Results before this offset are final. */
  decided = 0
  /** Redactions before that offset, in order; in channel offsets. */
  spans: readonly Span[] = []
  readonly #ports: GuardGroupPorts
  #nextAt: number
  #nextWhole: number
  #confirmAt = 0
  #aside: Promise<void> | undefined

  constructor(lane: GuardGroup, ports: GuardGroupPorts) {
    this.lane = lane
    this.#ports = ports
    this.#nextAt = this.#stepAt(0)
    this.#nextWhole = WHOLE_STEPS * lane.step_chars
  }

  get holds(): boolean {
    return this.lane.holders.length > 0
  }

  /**
   * Runs the guards on the received text when a check is due.
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
    const bounds = this.#boundsOf(views, base)
    this.#nextAt = end + this.#stepAt(end)
    onCheck?.({ reads: this.lane.reads, step_chars, from: base, to: end, decided: bounds.decided })
    if (!this.holds && this.#aside !== undefined) return false
    const about = {
      ...context,
      sessionId: undefined,
      replaceWithin: [this.decided - base, bounds.decided - base] as const,
    }
    const verdict = runPolicy(policy, { text: window, views }, about)
    if (!(verdict instanceof Promise) || this.holds) {
      return after(verdict, (stageVerdict) => this.#settle(stageVerdict, base, bounds, end))
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

  /** Drops redactions before an offset. */
  forget(place: number): void {
    if (this.spans.length > 0) this.spans = this.spans.filter(({ end }) => end > place)
  }

  #settle(verdict: StageVerdict, base: number, bounds: Bounds, end: number): Maybe<boolean> {
    if (verdict.safe) {
      this.#ports.findings.add(verdict, base)
      this.#decide(verdict, base, bounds, end)
      return false
    }
    if (base === 0) {
      this.#ports.findings.add(verdict)
      return true
    }
    // Half a number, or a paragraph without its context, may resemble a match that the whole text does not contain.
    if (end > CONFIRM_ALWAYS_CHARS && end < this.#confirmAt) return false
    this.#confirmAt = end * CONFIRM_GROWTH
    const { text, context, findings } = this.#ports
    const about = { ...context, sessionId: undefined, replaceWithin: [0, 0] as const }
    return after(runPolicy(this.lane.policy, { text: text.whole() }, about), (whole) => {
      findings.add(whole)
      if (!whole.safe) return true
      this.#decide(verdict, base, bounds, end)
      return false
    })
  }

  #decide(verdict: StageVerdict, base: number, { decided, letGo }: Bounds, end: number): void {
    let place = decided
    const found = verdict.redactions
      .map((span) => ({ ...span, start: span.start + base, end: span.end + base }))
      .filter((span) => span.end > this.decided)
    for (const { start, end: to } of found) if (start < place && to > place) place = Math.max(this.decided, start)
    // An unfinished candidate is released eventually, otherwise the text would never be sent.
    place = Math.max(place, letGo)
    this.spans = [...this.spans, ...clipped(found, this.decided, place)]
    this.decided = place
    if (end - place > WIDE_STEP_FROM_CHARS) {
      const { step_chars } = this.lane
      this.#nextAt = end + Math.ceil((end - place) / WIDE_STEPS / step_chars) * step_chars
    }
  }

  /** Characters up to the next check. */
  #stepAt(end: number): number {
    const { step_chars } = this.lane
    if (!this.holds || step_chars !== FAST_STEP_CHARS) return step_chars
    return Math.min(this.#ports.stepMax_chars, FINE_STEPS.find(([upTo_chars]) => end < upTo_chars)![1])
  }

  /** Returns the end of the decided text, regardless of findings in the window. */
  #boundsOf(views: TextViews, base: number): Bounds {
    const { original } = views
    let limit = endsInHalf(original) ? original.length - 1 : original.length
    if (!this.holds) return { decided: base + limit, letGo: base + limit }
    const tail = tailOf(views)
    for (const holder of this.lane.holders) limit = Math.min(limit, undecidedFrom(tail, holder))
    const letGo = original.length <= OPEN_CHARS_MAX ? 0 : base + tail.near(OPEN_CHARS_MAX)
    const least = Math.max(this.decided, letGo)
    return { decided: Math.max(least, base + characterBoundary(original, limit)), letGo: least }
  }

  #windowStart(place: number): number {
    const at = this.#before(place)
    const from = Math.max(0, at - BLANK_CHARS_MAX)
    const before = this.#ports.text.slice(from, at + 1)
    return from + blankBefore(before, Math.max(0, before.length - 1), BLANK_CHARS_MAX)
  }

  /** Returns the offset this many characters earlier; invisible characters do not count unless there are thousands. */
  #before(place: number): number {
    const { text } = this.#ports
    const at = Math.max(0, place - BEFORE_CHARS)
    if (shownOf(text.slice(at, place)) === undefined) return at
    const from = Math.max(0, place - BEFORE_UNSEEN_CHARS_MAX)
    const shown = shownOf(text.slice(from, place))
    return shown === undefined || shown.text.length <= BEFORE_CHARS
      ? from
      : from + shown.toSource(shown.text.length - BEFORE_CHARS)
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

/** Offsets in a channel. */
interface Bounds {
  /** Results before it are final, except for a finding that continues after it. */
  readonly decided: number
  /** Text before it is not withheld, even with an unfinished candidate. */
  readonly letGo: number
}

/** A text that is withheld for long is looked at again when it has grown by a quarter. */
const WIDE_STEPS = 4

function clipped(spans: readonly Span[], start: number, end: number): Span[] {
  return clipSpans(spans, start, end).map((span) => ({ ...span, start: span.start + start, end: span.end + start }))
}
