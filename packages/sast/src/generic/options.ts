/** How texts without a grammar are read; names and defaults are those of rule files. */
export interface GenericOptions {
  /** `spacegrep` heeds indentation, `aliengrep` braces over lines. */
  readonly engine: 'spacegrep' | 'aliengrep'
  /** Newlines that one ellipsis may pass; of `aliengrep`, whether it may pass any is {@link isMultiline}. */
  readonly maxSpan: number
  readonly comments: 'none' | 'c' | 'cpp' | 'shell'
  readonly isCaseless: boolean
  readonly isMultiline: boolean
  /** Opening and closing characters. */
  readonly braces: readonly (readonly [string, string])[]
  /** Characters of words besides letters, digits and underscores. */
  readonly wordCharacters: string
}

const BRACES = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

/** What a line may have besides: a quote closes the one before it. */
export const QUOTES = [
  ['"', '"'],
  ["'", "'"],
] as const

export const DEFAULT_GENERIC: GenericOptions = {
  engine: 'spacegrep',
  maxSpan: 10,
  comments: 'none',
  isCaseless: false,
  isMultiline: true,
  braces: BRACES,
  wordCharacters: '',
}
