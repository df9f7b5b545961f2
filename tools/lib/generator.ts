/** Path relative to the repository → the whole text of the file. */
export type GeneratedFiles = Readonly<Record<string, string>>

/** One kind of generated file. A new one is a file in `tools/generators/` with a generator as its default export. */
export interface Generator {
  /** One line on what is made from what. */
  readonly about: string
  /** Folders in which every file is generated: one that nothing makes any more is removed. */
  readonly owns?: readonly string[]
  /** Lower runs first; those that others import from must be written before. 10 unless said otherwise. */
  readonly order?: number
  readonly generate: (root: string) => GeneratedFiles | Promise<GeneratedFiles>
}

export const ORDER_DEFAULT = 10
