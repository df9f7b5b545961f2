import type { Action } from '@gatehouse/contracts/verdicts'
import { stops } from '../agentic/engine/stops.ts'
import type { CompiledGuard } from '../engine/compile.ts'
import type { AnyGuard, StreamTraits } from '../engine/guard.ts'
import { makeViews, type TextViews } from '../text/views.ts'
import { codedEnd } from './coded-end.ts'
import { REACH_DECODED_MIN, REACH_DEFAULT, SENTENCE_CHARS_MAX } from './limits.ts'
import { openRun, sentenceStart, unitsBack } from './places.ts'
import { shownOf } from './shown.ts'

const END: StreamTraits = { reads: 'end' }
const WHOLE: StreamTraits = { reads: 'whole' }
const WINDOW: StreamTraits = { reads: 'window', reach: () => REACH_DEFAULT }

/** Returns the stream traits of a guard: its declaration, or the default of its tier. */
export function traitsOf(guard: AnyGuard): StreamTraits {
  if (guard.stream !== undefined) return guard.stream
  if (guard.perRequest === true) return END
  return guard.tier === 'fast' ? WINDOW : WHOLE
}

/** Returns the maximum length of a finding, in units of the guard's views; 0 where its settings match nothing. */
export function findingReach({ guard, prepared }: CompiledGuard): number | undefined {
  const reach = traitsOf(guard).reach?.(prepared)
  if (reach === undefined || reach === 0) return reach
  return guard.views.some((name) => name !== 'original' && name !== 'normal')
    ? Math.max(reach, REACH_DECODED_MIN)
    : reach
}

/** Whether a finding of the guard has an effect: text must not be sent before the check. */
export function withholds(compiled: CompiledGuard): boolean {
  if (compiled.mode === 'monitor' || compiled.guard.filesOnly === true) return false
  const traits = traitsOf(compiled.guard)
  if (traits.reads === 'end' || findingReach(compiled) === 0) return false
  return withholdsAction(compiled.action) || compiled.onError === 'closed' || traits.acts?.(compiled.prepared) === true
}

/** Whether an action prevents sending the text unchanged. */
export function withholdsAction(action: Action): boolean {
  return stops(action) || action === 'redact'
}

/** End of a text that is still arriving. */
export interface Tail {
  readonly views: TextViews
  /**
   * Returns the offset with this number of units after it: invisible characters and codes at the end do not count, a run of whitespace
   * counts as one.
   */
  readonly near: (units: number) => number
  /** The same end without invisible characters and final codes, where it has any. */
  readonly barer?: { readonly tail: Tail; readonly toSource: (offset: number) => number }
}

/** Returns the end of a text for {@link undecidedFrom}, computed once for all guards. */
export function tailOf(views: TextViews): Tail {
  const shown = shownOf(views.original)
  if (shown === undefined) return tailBeforeCodes(views)
  const { toSource } = shown
  const tail = tailBeforeCodes(makeViews(shown.text))
  return { views, near: (units) => toSource(tail.near(units)), barer: { tail, toSource } }
}

/** Returns the tail without the final codes: they may decode to nothing, so the tail is analysed without them as well. */
function tailBeforeCodes(views: TextViews): Tail {
  const { original } = views
  const end = codedEnd(original)
  const before = end === 0 ? original : original.slice(0, end)
  const near = (units: number): number => unitsBack(before, units)
  if (before === original) return { views, near }
  return { views, near, barer: { tail: { views: makeViews(before), near }, toSource: (offset) => offset } }
}

/**
 * Returns the offset from which more text may change the guard's result; everything before it is decided. Computed for the text, and again
 * without invisible characters and final codes: no run of such characters makes a place seem distant.
 * @returns an offset in the original
 */
export function undecidedFrom(tail: Tail, compiled: CompiledGuard): number {
  const from = openFrom(tail, compiled)
  if (tail.barer === undefined) return from
  const { tail: barer, toSource } = tail.barer
  return Math.min(from, toSource(undecidedFrom(barer, compiled)))
}

function openFrom({ views, near }: Tail, compiled: CompiledGuard): number {
  const { guard, prepared } = compiled
  const { original } = views
  const traits = traitsOf(guard)
  const reach = findingReach(compiled)
  let from = traits.reads === 'whole' ? sentenceStart(original, SENTENCE_CHARS_MAX) : original.length
  if (reach === Number.POSITIVE_INFINITY) return 0
  if (reach !== undefined && reach > 0) {
    const place = near(reach)
    for (const view of views.views(guard.views)) {
      const { length } = view.text
      // Decoded text or an excerpt may be far behind.
      if (length === 0 || view.toOriginal(length - 1, length)[1] < place) continue
      from = Math.min(from, view.toOriginal(unitsBack(view.text, reach), length)[0])
    }
    // Encoded text is readable only when complete, and unrecognizable before.
    if (guard.views.includes('decoded')) from = Math.min(from, openRun(original))
  }
  return Math.min(from, traits.undecidedFrom?.(views, prepared) ?? from)
}
