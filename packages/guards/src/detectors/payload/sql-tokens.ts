/** The kinds of piece that an SQL fragment is cut into. */
export type SqlKind =
  | 'string'
  | 'number'
  | 'word'
  | 'variable'
  | 'compare'
  | 'logic'
  | 'arithmetic'
  | 'comment'
  | 'semicolon'
  | 'open'
  | 'close'
  | 'comma'
  | 'other'

export interface SqlToken {
  readonly kind: SqlKind
  /** Lower case; a string without its quotes. */
  readonly text: string
  /** A string that nothing closes: the rest belongs to the query that the fragment breaks into. */
  readonly unclosed: boolean
  /** Exclusive end in the tokenized text. */
  readonly end: number
}

/** Longest string literal that is read to its closing quote. */
const STRING_CHARS_MAX = 48

/** A block comment longer than this is not a way to write a space. */
const COMMENT_CHARS_MAX = 80

const LOGIC_WORDS = new Set(['or', 'and', 'xor', 'not'])
const COMPARE_WORDS = new Set(['like', 'rlike', 'regexp', 'between', 'is', 'in', 'glob', 'ilike', 'sounds'])
const PIECE =
  /(\d{1,20}(?:\.\d{1,10})?(?:e[+-]?\d{1,3})?(?![a-z_])|0x[0-9a-f]{1,64})|(@{1,2}[\w$]{1,64})|([a-z_][\w$.]{0,63})|(<=>|<>|!=|>=|<=|:=|={1,3}|[<>~])|(\|\||&&)|([-+*/%^|&!])/iy
const QUOTES = '\'"`’‘′'

/**
 * Splits `[from, to)` of a text into SQL tokens, at most `tokensMax`. Block comments count as spaces, as attackers use them; versioned
 * ones (with the prefix `/*!50000`) count as their content. No state is kept between calls.
 */
export function sqlTokens(text: string, from: number, to: number, tokensMax: number): readonly SqlToken[] {
  const tokens: SqlToken[] = []
  const stop = Math.min(to, text.length)
  let at = from
  while (at < stop && tokens.length < tokensMax) {
    const char = text.charAt(at)
    if (/[\s+]/.test(char) && !(char === '+' && /\d/.test(text.charAt(at + 1)))) {
      at += 1
      continue
    }
    const skipped = skipBlockComment(text, at)
    if (skipped > at) {
      at = skipped
      continue
    }
    const token = nextToken(text, at, stop)
    tokens.push(token)
    if (token.kind === 'comment') break
    at = token.end
  }
  return tokens
}

function nextToken(text: string, at: number, stop: number): SqlToken {
  const char = text.charAt(at)
  if (QUOTES.includes(char)) return stringToken(text, at, stop)
  if (char === '#' || text.startsWith('--', at) || text.startsWith('/*', at)) return simple('comment', char, stop)
  if (text.startsWith('%00', at) || char === '\0') return simple('comment', 'nul', stop)
  if (char === ';') return simple('semicolon', char, at + 1)
  if (char === '(') return simple('open', char, at + 1)
  if (char === ')') return simple('close', char, at + 1)
  if (char === ',') return simple('comma', char, at + 1)
  PIECE.lastIndex = at
  const match = PIECE.exec(text)
  if (match === null) return simple('other', char, at + 1)
  return simple(kindOf(match), match[0].toLowerCase(), at + match[0].length)
}

function kindOf(match: RegExpExecArray): SqlKind {
  if (match[1] !== undefined) return 'number'
  if (match[2] !== undefined) return 'variable'
  if (match[3] !== undefined) {
    const word = match[3].toLowerCase()
    if (LOGIC_WORDS.has(word)) return 'logic'
    return COMPARE_WORDS.has(word) ? 'compare' : 'word'
  }
  if (match[4] !== undefined) return 'compare'
  return match[5] === undefined ? 'arithmetic' : 'logic'
}

function simple(kind: SqlKind, text: string, end: number): SqlToken {
  return { kind, text, unclosed: false, end }
}

/** Reads a string up to its quote; without a nearby quote it ends at the next space or bracket and is unclosed. */
function stringToken(text: string, at: number, stop: number): SqlToken {
  const quote = text.charAt(at)
  const limit = Math.min(stop, at + STRING_CHARS_MAX)
  for (let i = at + 1; i < limit; i++) {
    const char = text.charAt(i)
    if (char === '\n') break
    if (char === '\\') i += 1
    else if (char === quote) {
      // MySQL puts names, not values, between backquotes.
      const kind = quote === '`' ? 'word' : 'string'
      return { kind, text: text.slice(at + 1, i).toLowerCase(), unclosed: false, end: i + 1 }
    }
  }
  let end = at + 1
  while (end < limit && !/[\s;)#"'}]/.test(text.charAt(end)) && !text.startsWith('--', end)) end += 1
  return { kind: 'string', text: text.slice(at + 1, end).toLowerCase(), unclosed: true, end }
}

/** @returns the offset after a block comment or its marker that starts here; `at` itself for none */
function skipBlockComment(text: string, at: number): number {
  if (text.startsWith('*/', at)) return at + 2
  if (!text.startsWith('/*', at)) return at
  if (text.charAt(at + 2) === '!') {
    let end = at + 3
    while (end < at + 9 && /\d/.test(text.charAt(end))) end += 1
    return end
  }
  const close = text.slice(at + 2, at + COMMENT_CHARS_MAX).indexOf('*/')
  return close === -1 ? at : at + close + 4
}
