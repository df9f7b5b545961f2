/** A piece of source code. Code is read and never run, and nothing of it is trusted. */
export interface Token {
  /** `line`: start of a logical line in Python. */
  readonly kind: 'name' | 'number' | 'text' | 'mark' | 'line'
  /** For texts: the unescaped value, with `{…}` for substitutions. */
  readonly text: string
  /** From 1. */
  readonly line: number
  /** In UTF-16 code units from the start of the file. */
  readonly at: number
  /** Of lines: how far they are indented; a tab counts as eight. */
  readonly indent?: number
}

/** Maximum number of tokens per file: a file of half a megabyte has about 150,000. */
export const TOKENS_MAX = 300_000

/** Decodes an escape sequence. @returns the text, and the number of consumed characters */
export function unescaped(source: string, at: number): readonly [text: string, length: number] {
  const next = source[at + 1]
  if (next === undefined) return ['', 1]
  const simple = SIMPLE[next]
  if (simple !== undefined) return [simple, 2]
  if (next === '\r' && source[at + 2] === '\n') return ['', 3]
  for (const form of [UNICODE_BRACES, UNICODE, BYTE]) {
    form.lastIndex = at + 1
    const found = form.exec(source)
    const code = found === null ? Number.NaN : Number.parseInt(found[1]!, 16)
    if (code <= 0x10ffff) return [String.fromCodePoint(code), 1 + found![0].length]
  }
  return [next, 2]
}

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '\n': '' }
const UNICODE_BRACES = /u\{([0-9a-f]{1,6})\}/iy
const UNICODE = /u([0-9a-f]{4})/iy
const BYTE = /x([0-9a-f]{2})/iy

/** Counts lines incrementally: positions must ascend. */
export function lineCounter(source: string): (at: number) => number {
  let line = 1
  let next = source.indexOf('\n')
  return (at) => {
    while (next >= 0 && next < at) {
      line += 1
      next = source.indexOf('\n', next + 1)
    }
    return line
  }
}

/** Caches lines with unterminated quotes, so that many quotes in one line cost no repeated scans. */
export function createUnclosed(): {
  has: (quote: string, at: number) => boolean
  add: (quote: string, until: number) => void
} {
  const until: Record<string, number> = {}
  return {
    has: (quote, at) => at < (until[quote] ?? 0),
    add: (quote, end) => void (until[quote] = end),
  }
}
