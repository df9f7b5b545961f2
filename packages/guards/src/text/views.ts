import { decodeAll } from './decode/decoded.ts'
import { newSession, type Blob, type Meter } from './decode/session.ts'
import { onto, originalLayer, type Layer } from './layer.ts'
import { NOTHING_MET, normalOf, type Met } from './normal.ts'
import { firstReading, plainReadings } from './plain.ts'
import { CONTROL, isAscii, scan, type Scan } from './scan.ts'

/** The names of the views a guard may ask for. */
export type ViewName = 'original' | 'normal' | 'plain' | 'decoded'

/** One rendering of the text with its map to the original. */
export interface View {
  readonly name: ViewName
  /** For a decoded view: the chain of encodings that was undone, outermost first. */
  readonly encodings: readonly string[]
  readonly text: string
  /**
   * Returns the smallest range of the original that covers `[start, end)` of this view.
   * @returns `[start, end)` in UTF-16 code units of the original
   */
  toOriginal(start: number, end: number): readonly [number, number]
}

export interface TextViews {
  readonly original: string
  /**
   * Returns all views of these names, in a fixed order; several decoded views may exist, and all are different. If a view has the same
   * text as a simpler one, the simpler one is returned under its own name: `normal` of plain ASCII is `original`. A plain or decoded view
   * of a long text may be an excerpt: the changed words, with some text around each and a bar on its own line between; `toOriginal` maps its
   * offsets.
   */
  views(names: readonly ViewName[]): readonly View[]
  /** Encoded data in the text that is not text itself: images, archives, programs. Found together with `decoded`. */
  readonly blobs: readonly Blob[]
}

/**
 * Creates the views of a text, each at first use. Never throws; the work is linear in the text.
 * @param meter counts the processed code units, for tests
 */
export function makeViews(text: string, meter: Meter = { units: 0 }): TextViews {
  return new LazyViews(text, meter)
}

/** A class, since it is created for every text: one object in place of eight closures. */
class LazyViews implements TextViews {
  readonly original: string
  readonly #meter: Meter
  readonly #layer: Layer
  readonly #originalView: View
  #normal: Base | undefined
  #plain: readonly View[] | undefined
  #decoded: Decoded | undefined
  /** Cache by the set of requested names; guards request the same sets. */
  readonly #found: (readonly View[] | undefined)[] = []

  constructor(text: string, meter: Meter) {
    this.original = text
    this.#meter = meter
    this.#layer = originalLayer(text)
    this.#originalView = viewOf('original', this.#layer)
  }

  get blobs(): readonly Blob[] {
    return this.#decodedOnce().blobs
  }

  views(names: readonly ViewName[]): readonly View[] {
    let requested = 0
    for (const name of names) requested |= 1 << ORDER.indexOf(name)
    return (this.#found[requested] ??= this.#select(names))
  }

  #select(names: readonly ViewName[]): readonly View[] {
    const found: View[] = []
    for (const name of ORDER) {
      if (!names.includes(name)) continue
      for (const view of this.#viewsOf(name)) if (!found.includes(view)) found.push(view)
    }
    return found
  }

  #viewsOf(name: ViewName): readonly View[] {
    if (name === 'original') return [this.#originalView]
    if (name === 'decoded') return this.#decodedOnce().views
    const { view } = this.#base()
    if (name === 'normal') return [view]
    this.#plain ??= plainOf(this.#base(), this.#meter)
    // Without a plain view of its own, the normal view is returned, once.
    return this.#plain.length > 0 ? this.#plain : [view]
  }

  #base(): Base {
    return (this.#normal ??= baseOf(this.#layer, this.#originalView, this.#meter))
  }

  #decodedOnce(): Decoded {
    return (this.#decoded ??= decodedOf(this.#layer, this.#base(), this.#meter))
  }
}

/** Returns a keyword as in `normal` views, lower-cased: match it against the lower-cased view. */
export function normalizeKeyword(word: string): string {
  return (normalOf(word).rendering?.text ?? word).toLowerCase()
}

/** Returns a keyword as in the first reading of `plain` views, lower-cased. */
export function plainKeyword(word: string): string {
  const { rendering, met } = normalOf(word)
  const normal = rendering?.text ?? word
  return firstReading(normal, scan(normal), met).toLowerCase()
}

const ORDER: readonly ViewName[] = ['original', 'normal', 'plain', 'decoded']

/** Normal form of the text, the base of plain and decoded views. */
interface Base {
  readonly layer: Layer
  readonly view: View
  /** Results of `scan` for the normal form, and of the normalization. */
  readonly seen: Scan
  readonly met: Met
}

interface Decoded {
  readonly views: readonly View[]
  readonly blobs: readonly Blob[]
}

function viewOf(name: ViewName, layer: Layer, encodings: readonly string[] = []): View {
  return { name, encodings, text: layer.text, toOriginal: (start, end) => layer.back(start, end) }
}

/** Plain ASCII is scanned once: it is its own normal form, unless it contains control characters. */
function baseOf(original: Layer, originalView: View, meter: Meter): Base {
  const { text } = original
  meter.units += text.length
  const seen = isAscii(text) ? scan(text) : undefined
  if (seen !== undefined && (seen.flags & CONTROL) === 0)
    return { layer: original, view: originalView, seen, met: NOTHING_MET }
  const { rendering, met } = normalOf(text)
  meter.units += NORMAL_PASSES * text.length
  if (rendering === undefined) return { layer: original, view: originalView, seen: seen ?? scan(text), met }
  meter.units += 2 * rendering.text.length
  const layer = onto(original, rendering)
  return { layer, view: viewOf('normal', layer), seen: scan(rendering.text), met }
}

/** Returns one view for each reading with a text of its own. */
function plainOf({ layer, seen, met }: Base, meter: Meter): readonly View[] {
  const views: View[] = []
  if (met.foreign || met.accented) meter.units += 2 * layer.text.length
  for (const steps of plainReadings(layer.text, seen, met)) {
    let top = layer
    for (const step of steps) {
      top = onto(top, step)
      meter.units += 2 * top.text.length
    }
    if (top.text !== layer.text) views.push(viewOf('plain', top))
  }
  return views
}

/** Number of passes of `normalOf` over a text. */
const NORMAL_PASSES = 2

function decodedOf(original: Layer, { layer, seen, met }: Base, meter: Meter): Decoded {
  const session = newSession(original.text.length, meter)
  const { decoded, blobs } = decodeAll({ original, met, normal: layer, seen }, session)
  return { views: decoded.map((each) => viewOf('decoded', each, each.encodings)), blobs }
}
