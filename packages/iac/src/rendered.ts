/** A run of characters of a rendered text and where it was written. Offsets are UTF-16 code units. */
export interface RenderedPiece {
  /** In the rendered text; the end is the first character after it. */
  readonly start: number
  readonly end: number
  /** The file that it comes from, relative to the root of the tree, with `/`. */
  readonly file: string
  /** In that file. Where both runs have one length, they are the same character by character; else the whole stands for the whole. */
  readonly from: number
  readonly to: number
}

/**
 * A document as the program that reads it would see it: templates filled in, variables and modules resolved.
 * Rules run on the text, and what they find is told at the places that it was written at.
 */
export interface Rendered {
  /** Where the result is shown where no piece says better, relative to the root of the tree. */
  readonly path: string
  /** The language of the text, as rules call it: `yaml`, `json`, `terraform`. */
  readonly language: string
  readonly text: string
  /** In the order of their starts, not overlapping. What lies between two of them was made and stands nowhere. */
  readonly pieces: readonly RenderedPiece[]
  /** What could not be resolved: the text says less than the program would see. */
  readonly gaps: readonly { readonly file: string; readonly detail: string }[]
}
