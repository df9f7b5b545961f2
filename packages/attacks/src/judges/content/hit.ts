import type { ContentKind } from '../../engine/oracle.ts'

/** Content of a known form in a text. */
export interface ContentHit {
  readonly kind: ContentKind
  /** A noun phrase for the evidence, e.g. `a private key`. */
  readonly what: string
  /** `[start, end)` in UTF-16 code units; of the encoded form for decoded content. */
  readonly start: number
  readonly end: number
  /** Never part of evidence. */
  readonly value: string
  /** Government or financial identifier of a person. */
  readonly isIdentifier?: boolean
  /**
   * `clear`: the form leaves no doubt. `likely`: a label or several values show the meaning. `weak`: a single value that replies without a
   * disclosure contain as well.
   */
  readonly strength: 'clear' | 'likely' | 'weak'
}
