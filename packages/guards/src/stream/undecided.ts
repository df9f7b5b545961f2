import type { Action } from '@gatehouse/contracts'
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

/** How a guard works on streams: what it declares, or what follows from its tier. */
export function traitsOf(guard: AnyGuard): StreamTraits {
  if (guard.stream !== undefined) return guard.stream
  if (guard.perRequest === true) return END
  return guard.tier === 'fast' ? WINDOW : WHOLE
}

/** How far a finding of the guard may go on, in units of its views; 0 where its settings leave nothing to find. */
export function reachOf({ guard, prepared }: CompiledGuard): number | undefined {
  const reach = traitsOf(guard).reach?.(prepared)
  if (reach === undefined || reach === 0) return reach
  return guard.views.some((name) => name !== 'original' && name !== 'normal')
    ? Math.max(reach, REACH_DECODED_MIN)
    : reach
}

/** Whether anything follows from what the guard finds: text must not leave before it has seen it. */
export function withholds(compiled: CompiledGuard): boolean {
  if (compiled.mode === 'monitor' || compiled.guard.filesOnly === true) return false
  const traits = traitsOf(compiled.guard)
  if (traits.reads === 'end' || reachOf(compiled) === 0) return false
  return withholdsAction(compiled.action) || compiled.onError === 'closed' || traits.acts?.(compiled.prepared) === true
}

/** Whether text that such an action is meant for may not leave as it is. */
export function withholdsAction(action: Action): boolean {
  return stops(action) || action === 'redact'
}

/** What stands at the end of a text that is still coming. */
export interface Tail {
  readonly views: TextViews
  /** The place from which so many units follow: what nobody sees and codes at the end not counted, a run of blanks as one. */
  readonly near: (units: number) => number
  /** The same end without what may be nothing, where it holds such: what nobody sees, the codes that it ends in. */
  readonly barer?: { readonly tail: Tail; readonly toSource: (offset: number) => number }
}

/** How the end of a text is looked at by {@link undecidedFrom}, made once for all guards. */
export function tailOf(views: TextViews): Tail {
  const shown = shownOf(views.original)
  if (shown === undefined) return tailBeforeCodes(views)
  const { toSource } = shown
  const tail = tailBeforeCodes(makeViews(shown.text))
  return { views, near: (units) => toSource(tail.near(units)), barer: { tail, toSource } }
}

/** As far as anybody can tell, the codes that a text ends in are decoded to nothing: it is looked at without them as well. */
function tailBeforeCodes(views: TextViews): Tail {
  const { original } = views
  const end = codedEnd(original)
  const before = end === 0 ? original : original.slice(0, end)
  const near = (units: number): number => unitsBack(before, units)
  if (before === original) return { views, near }
  return { views, near, barer: { tail: { views: makeViews(before), near }, toSource: (offset) => offset } }
}

/**
 * The place from which on the guard's judgement may change with text to come; all before it is decided. Measured in the
 * text, and once more without what nobody sees and without the codes at its end: no run of such characters makes anything
 * look far behind.
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
  const reach = reachOf(compiled)
  let from = traits.reads === 'whole' ? sentenceStart(original, SENTENCE_CHARS_MAX) : original.length
  if (reach === Number.POSITIVE_INFINITY) return 0
  if (reach !== undefined && reach > 0) {
    const place = near(reach)
    for (const view of views.views(guard.views)) {
      const { length } = view.text
      // What was decoded or is an excerpt may lie far behind.
      if (length === 0 || view.toOriginal(length - 1, length)[1] < place) continue
      from = Math.min(from, view.toOriginal(unitsBack(view.text, reach), length)[0])
    }
    // What is encoded can be read only when it is complete, and looks like nothing before.
    if (guard.views.includes('decoded')) from = Math.min(from, openRun(original))
  }
  return Math.min(from, traits.undecidedFrom?.(views, prepared) ?? from)
}
