/** Reader of untrusted bytes. */
export interface FuzzReader {
  readonly name: string
  /** Returns valid samples; the reader also gets damaged copies. */
  readonly samples: () => Promise<readonly Uint8Array[]> | readonly Uint8Array[]
  /** Returns parts that are compressed in a complete sample, so that damage reaches code behind the decompression. */
  readonly parts?: () => readonly Uint8Array[]
  readonly wrap?: (part: Buffer) => Uint8Array
  /**
   * Reads a sample; an error is a `Failure`, every other exception is a defect.
   * @returns output size in bytes or UTF-16 units
   */
  readonly read: (bytes: Uint8Array) => Promise<number> | number
  /** Maximum output of one mutant. */
  readonly outputMax: number
  /** Releases the reader's resources. */
  readonly close?: () => Promise<void>
}
