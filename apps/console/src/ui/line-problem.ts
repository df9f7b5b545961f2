/** Problem of a text with its line. */
export interface LineProblem {
  /** From 1; 0 for the entire text. */
  readonly line: number
  readonly message: string
}
