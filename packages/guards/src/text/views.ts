import { normalOf } from './normal.ts'
import { toSource } from './offset-map.ts'

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
}

/** Turns a text into its views, each made when first asked for. */
export function makeViews(text: string): TextViews {
  const original: View = {
    name: 'original',
    encodings: [],
    text,
    toOriginal: (start, end) => [start, end],
  }
  let normal: View | undefined | null = null
  const normalView = (): View | undefined => {
    if (normal !== null) return normal
    const made = normalOf(text)
    normal = undefined
    if (made !== undefined)
      normal = {
        name: 'normal',
        encodings: [],
        text: made.text,
        toOriginal: (start, end) =>
          made.map === undefined ? [start, end] : toSource(made.map, made.text.length, text.length, start, end),
      }
    return normal
  }
  return {
    original: text,
    views(names) {
      const found: View[] = []
      for (const name of names) {
        const view = name === 'original' ? original : (normalView() ?? original)
        if (name !== 'decoded' && !found.includes(view)) found.push(view)
      }
      return found
    },
  }
}

/** A keyword as it stands in `normal` views, lower-cased: match it against the lower-cased view. */
export function normalizeKeyword(word: string): string {
  return (normalOf(word)?.text ?? word).toLowerCase()
}

/** A keyword as it stands in `plain` views, lower-cased. */
export function plainKeyword(word: string): string {
  return normalizeKeyword(word)
}
