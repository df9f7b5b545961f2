/** What is wrong with a text, and where. */
export interface LineProblem {
  /** From 1; 0 where it is about the whole. */
  readonly line: number
  readonly message: string
}
