import { decodeAll, type Start } from './decode/decoded.ts'
import { newSession, type Blob, type Meter } from './decode/session.ts'
import { onto, originalLayer, type Layer } from './layer.ts'
import { normalOf } from './normal.ts'
import { firstReading, plainReadings } from './plain.ts'
import { CONTROL, LEET, NON_ASCII, REPEATED, scan, SPACED } from './scan.ts'

/** The names of the views a guard may ask for. */
export type ViewName = 'original' | 'normal' | 'plain' | 'decoded'

/** One rendering of the text with its way back to the original. */
export interface View {
  readonly name: ViewName
  /** For a decoded view: the chain of encodings that was undone, outermost first. */
  readonly encodings: readonly string[]
  readonly text: string
  /**
   * The smallest range of the original that covers `[start, end)` of this view.
   * @returns `[start, end)` in UTF-16 code units of the original
   */
  toOriginal(start: number, end: number): readonly [number, number]
}

export interface TextViews {
  readonly original: string
  /**
   * All views of these names, in a fixed order; several decoded views may exist, and none is a copy of another. Where a
   * view has the same text as a simpler one, the simpler one stands in for it under its own name: `normal` of plain
   * ASCII is `original`.
   */
  views(names: readonly ViewName[]): readonly View[]
  /** Encoded data in the text that is not text itself: images, archives, programs. Found together with `decoded`. */
  readonly blobs: readonly Blob[]
}

/**
 * Turns a text into its views, each made when first asked for. Never throws; the work is linear in the text.
 * @param meter counts the code units that were looked at, for tests
 */
export function makeViews(text: string, meter: Meter = { units: 0 }): TextViews {
  const original = originalLayer(text)
  const originalView = viewOf('original', original)
  let hints = -1
  let normal: Base | undefined
  let plain: readonly View[] | undefined
  let decoded: Decoded | undefined

  const base = (): Base => {
    if (normal !== undefined) return normal
    meter.units += text.length
    hints = scan(text)
    normal = baseOf(original, originalView, hints, meter)
    return normal
  }
  const decodedOnce = (): Decoded => {
    if (decoded !== undefined) return decoded
    const { layer, hints: normalHints } = base()
    decoded = decodedOf({ original, originalHints: hints, normal: layer, normalHints }, meter)
    return decoded
  }
  return {
    original: text,
    get blobs() {
      return decodedOnce().blobs
    },
    views(names) {
      const found: View[] = []
      for (const name of ORDER) {
        if (!names.includes(name)) continue
        if (name === 'original') found.push(originalView)
        else if (name === 'decoded') found.push(...decodedOnce().views)
        else if (name === 'plain') {
          plain ??= plainOf(base(), meter)
          // Where `plain` has nothing of its own, the normal view stands in, once.
          for (const view of plain.length > 0 ? plain : [base().view]) if (!found.includes(view)) found.push(view)
        } else if (!found.includes(base().view)) found.push(base().view)
      }
      return found
    },
  }
}

/** A keyword as it stands in `normal` views, lower-cased: match it against the lower-cased view. */
export function normalizeKeyword(word: string): string {
  return (normalOf(word)?.text ?? word).toLowerCase()
}

/** A keyword as it stands in the first reading of `plain` views, lower-cased. */
export function plainKeyword(word: string): string {
  const normal = normalOf(word)?.text ?? word
  return firstReading(normal, scan(normal)).toLowerCase()
}

const ORDER: readonly ViewName[] = ['original', 'normal', 'plain', 'decoded']

/** The normal form of the text, which plain and decoded views are made from. */
interface Base {
  readonly layer: Layer
  readonly view: View
  readonly hints: number
}

interface Decoded {
  readonly views: readonly View[]
  readonly blobs: readonly Blob[]
}

function viewOf(name: ViewName, layer: Layer, encodings: readonly string[] = []): View {
  return { name, encodings, text: layer.text, toOriginal: (start, end) => layer.back(start, end) }
}

function baseOf(original: Layer, originalView: View, hints: number, meter: Meter): Base {
  const rendering = (hints & (NON_ASCII | CONTROL)) === 0 ? undefined : normalOf(original.text)
  if (rendering === undefined) return { layer: original, view: originalView, hints }
  meter.units += 2 * rendering.text.length
  const layer = onto(original, rendering)
  return { layer, view: viewOf('normal', layer), hints: scan(rendering.text) }
}

/** One view for each reading that has a text of its own. */
function plainOf({ layer, hints }: Base, meter: Meter): readonly View[] {
  if ((hints & (NON_ASCII | LEET | SPACED | REPEATED)) === 0) return []
  meter.units += PLAIN_PASSES * layer.text.length
  const views: View[] = []
  for (const steps of plainReadings(layer.text, hints)) {
    let top = layer
    for (const step of steps) top = onto(top, step)
    if (top.text !== layer.text) views.push(viewOf('plain', top))
  }
  return views
}

/** Times that `plainReadings` goes over the text. */
const PLAIN_PASSES = 6

function decodedOf(start: Start, meter: Meter): Decoded {
  const length = start.original.text.length
  const { decoded, blobs } = decodeAll(start, newSession(length, meter))
  return { views: decoded.map((layer) => viewOf('decoded', layer, layer.encodings)), blobs }
}
