/** A range of a rendered text and its source. Offsets are UTF-16 code units. */
export interface RenderedRange {
  /** In the rendered text; the end is exclusive. */
  readonly start: number
  readonly end: number
  /** Source file, relative to the root of the tree, with `/`. */
  readonly file: string
  /** Range in the source file. Ranges of equal length correspond character by character; otherwise only as a whole. */
  readonly from: number
  readonly to: number
}

/**
 * A document as its consumer sees it: templates rendered, variables and modules resolved. Rules run on the text, and findings are reported
 * at the source locations.
 */
export interface Rendered {
  /** Path for findings without a matching piece, relative to the root of the tree. */
  readonly path: string
  /** The language of the text, as rules call it: `yaml`, `json`, `terraform`. */
  readonly language: string
  readonly text: string
  /** Sorted by start, without overlaps. Text between two pieces is generated and has no source. */
  readonly pieces: readonly RenderedRange[]
  /** Parts that could not be resolved: the text contains less than the consumer would see. */
  readonly gaps: readonly { readonly file: string; readonly detail: string }[]
}
