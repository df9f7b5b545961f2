/** Path relative to the repository → the whole text of the file. */
export type GeneratedFiles = Readonly<Record<string, string>>

/** One kind of generated file. A new generator is a file in `tools/generators/` with a default export. */
export interface Generator {
  /** Output and input in one line. */
  readonly about: string
  /** Folders with generated files only: obsolete files are removed. */
  readonly owns?: readonly string[]
  /** Lower runs first; imported files must be written earlier. Default 10. */
  readonly order?: number
  readonly generate: (root: string) => GeneratedFiles | Promise<GeneratedFiles>
}

export const ORDER_DEFAULT = 10
