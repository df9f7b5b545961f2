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
  /** All views of these names, in a fixed order; several decoded views may exist, and none is a copy of another. */
  views(names: readonly ViewName[]): readonly View[]
}
