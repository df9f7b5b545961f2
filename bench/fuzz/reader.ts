/** One reader of untrusted bytes. */
export interface FuzzReader {
  readonly name: string
  /** Whole samples, and damaged ones are what it reads. */
  readonly samples: () => Promise<readonly Uint8Array[]> | readonly Uint8Array[]
  /** Parts that lie packed in a whole one, so that damage reaches what is behind the packing. */
  readonly parts?: () => readonly Uint8Array[]
  readonly wrap?: (part: Buffer) => Uint8Array
  /**
   * Reads; a refusal is a `Failure`, everything else that is thrown is a defect.
   * @returns size of what came out, in bytes or UTF-16 units
   */
  readonly read: (bytes: Uint8Array) => Promise<number> | number
  /** Most that may come out of one mutant. */
  readonly outputMax: number
  /** Ends what the reader keeps open. */
  readonly close?: () => Promise<void>
}
