/** Tokenizer options for texts without a grammar; names and defaults are those of rule files. */
export interface GenericOptions {
  /** `spacegrep` heeds indentation, `aliengrep` braces over lines. */
  readonly engine: 'spacegrep' | 'aliengrep'
  /** Newlines that one ellipsis may span; for `aliengrep`, {@link isMultiline} allows newlines at all. */
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

/** Additional pairs within one line: a quote closes the previous one. */
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
