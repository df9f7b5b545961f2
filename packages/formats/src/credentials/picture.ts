/**
 * Published format of a credential as a template: literal text with groups such as `<n36>` (36 letters or digits) or `<w20-50>`. It is
 * compiled to a regular expression, and tests generate examples from it.
 */
export interface Picture {
  readonly parts: readonly Part[]
  /** Sticky; one capturing group per group of the template. All repetitions are bounded. */
  readonly form: RegExp
  /** Literal that locates the value, and the number of characters of the value before it. */
  readonly anchor: { readonly literal: string; readonly offset: number } | undefined
  /** First two characters, when no literal is long enough for a search. */
  readonly head: string | undefined
  /** Characters of the last group: another one of them makes the value too long. */
  readonly tail: RegExp
  /** Alphabet size of the largest group. */
  readonly symbols: number
}

export type Part = string | { readonly alphabet: string; readonly min: number; readonly max: number }

/** Alphabets by their letter, as the inside of a character class. */
export const PICTURE_ALPHABETS: Readonly<Record<string, string>> = {
  d: '0-9',
  h: '0-9a-f',
  H: '0-9A-F',
  x: '0-9A-Fa-f',
  a: '0-9a-z',
  A: '0-9A-Z',
  n: '0-9A-Za-z',
  l: 'a-z',
  L: 'A-Z',
  z: 'A-Za-z',
  u: '\\w',
  w: '\\w-',
  v: '\\w.=-',
  s: '\\w.~-',
  q: '0-9A-Za-z%',
  b: '0-9A-Za-z+/',
  e: '0-9A-Za-z+/=_-',
  t: 'A-Z2-7',
}

const UUID = '<x8>-<x4>-<x4>-<x4>-<x12>'

/** The index searches literals of at least three characters; three letters alone occur in too many words. */
const ANCHOR_UNITS_MIN = 3

/** @throws {RangeError} for an unknown alphabet */
export function picture(drawn: string): Picture {
  const parts = parse(drawn.replaceAll('<uuid>', UUID))
  const groups = parts.filter((part) => typeof part !== 'string')
  const last = parts.at(-1)
  const anchor = anchorOf(parts)
  const head = parts[0]
  return {
    parts,
    form: new RegExp(parts.map(expressionOf).join(''), 'y'),
    anchor,
    head: anchor === undefined && typeof head === 'string' && head.length > 1 ? head.slice(0, 2) : undefined,
    tail: new RegExp(typeof last === 'object' ? `[\\w${PICTURE_ALPHABETS[last.alphabet]}]` : '\\w'),
    symbols: Math.max(10, ...groups.map(({ alphabet }) => SYMBOLS[alphabet] ?? 64)),
  }
}

/** Alphabets of letters only are identified by their size. */
const SYMBOLS: Readonly<Record<string, number>> = {
  d: 10,
  h: 16,
  H: 16,
  x: 16,
  l: 26,
  L: 26,
  z: 52,
  t: 32,
  a: 36,
  A: 36,
}

function parse(drawn: string): Part[] {
  return drawn
    .split(/(<[A-Za-z]\d+(?:-\d+)?>)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const group = /^<([A-Za-z])(\d+)(?:-(\d+))?>$/.exec(piece)
      if (group === null) return piece
      const [, alphabet = '', min = '', max = min] = group
      if (PICTURE_ALPHABETS[alphabet] === undefined)
        throw new RangeError(`The picture "${drawn}" has no alphabet "${alphabet}".`)
      return { alphabet, min: Number(min), max: Number(max) }
    })
}

function expressionOf(part: Part): string {
  if (typeof part === 'string') return part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  return `([${PICTURE_ALPHABETS[part.alphabet]}]{${part.min},${part.max}})`
}

/** Returns the longest literal with a fixed position in the value. */
function anchorOf(parts: readonly Part[]): Picture['anchor'] {
  let best: Picture['anchor']
  let offset = 0
  for (const part of parts) {
    if (typeof part === 'string') {
      const found = part.length > ANCHOR_UNITS_MIN || (part.length === ANCHOR_UNITS_MIN && /[^a-z]/i.test(part))
      if (found && part.length > (best?.literal.length ?? 0)) best = { literal: part, offset }
      offset += part.length
    } else if (part.min === part.max) offset += part.min
    else break
  }
  return best
}
