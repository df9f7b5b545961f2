import type { SqlToken } from './sql-tokens.ts'
import { sqlTokens } from './sql-tokens.ts'

/** Maximum number of characters of a fragment that are tokenized: a payload is recognizable within one line. */
const FRAGMENT_CHARS_MAX = 160

/** Maximum number of tokens: enough for both sides of a comparison and its end. */
const TOKENS_MAX = 24

/** How far back the statement that a fragment sits in is looked for. */
const STATEMENT_CHARS_MAX = 240

const PROBE_FUNCTIONS = new Set([
  'sleep',
  'pg_sleep',
  'benchmark',
  'ascii',
  'ord',
  'substr',
  'substring',
  'mid',
  'length',
  'char_length',
  'version',
  'database',
  'user',
  'current_user',
  'extractvalue',
  'updatexml',
  'exists',
  'load_file',
  'if',
  'iif',
  'row',
  'elt',
  'convert',
  'cast',
  'db_name',
])
const CONSTANT_WORDS = new Set(['true', 'false', 'null'])
const LEAK_WORDS =
  /information_schema|sqlite_master|sys\.|pg_catalog|all_tables|user_tables|@@|version\s?\(|user\s?\(|database\s?\(|group_concat|string_agg|load_file|concat_ws|char\s?\(|0x[0-9a-f]{4}|passw|current_user|xp_/i
const FULL_STATEMENT = /\b(?:select|insert|update|delete|create|alter|merge|explain|drop|truncate|begin|grant)\s/gi

interface Operand {
  readonly kind: 'constant' | 'function' | 'subquery' | 'name'
  readonly text: string
  readonly next: number
}

/** Entry of a fragment into the query: by a quote that ends a string, or by a bare number. */
export type Breaker = 'quote' | 'number'

/**
 * Returns the confidence that the text after `or` / `and` at `from` is an always true condition, or a blind probe. Compares the token
 * sequence, not the words: `'a' or 'b'` in a sentence has no comparison of two constants.
 */
export function conditionConfidence(text: string, from: number, breaker: Breaker, logic: string): number {
  const tokens = sqlTokens(text, from, from + FRAGMENT_CHARS_MAX, TOKENS_MAX)
  const left = operandAt(tokens, 0)
  if (left === undefined) return 0
  const tail = tokens.some((token) => token.kind === 'comment')
  if (left.kind === 'function' || left.kind === 'subquery') return breaker === 'quote' || tail ? 0.9 : 0.6
  const operator = tokens[left.next]
  if (operator?.kind !== 'compare') return loneConstantConfidence(left, operator, breaker)
  const right = operandAt(tokens, left.next + 1)
  if (right === undefined) return 0
  if (right.kind === 'function' || right.kind === 'subquery') return breaker === 'quote' && tail ? 0.8 : 0
  if (left.kind === 'constant' && right.kind === 'constant') {
    if (!comparable(operator, tokens[left.next + 1])) return 0
    if (breaker === 'quote') return 1
    const tautology = left.text === right.text && /^(?:=|like|<=>|is)$/.test(operator.text)
    return tautology && (/or|\|\|/.test(logic) || tail) ? 0.8 : 0
  }
  // The author of a whole statement, with paired quotes, may compare a column and comment on it.
  if (breaker === 'quote' && isOwnStatement(text, from)) return 0
  const next = tokens[right.next]
  const commented =
    next?.kind === 'comment' || (next?.kind === 'semicolon' && tokens[right.next + 1]?.kind === 'comment')
  // A comment on the next line is source code, not the end of this condition.
  const ended = commented && !startsNewLine(text, tokens[right.next - 1])
  if (left.kind === 'name' && left.text === right.text && breaker === 'quote') return 0.8
  if (/like/.test(operator.text) && right.text.startsWith('%') && breaker === 'quote') return 0.8
  return ended && breaker === 'quote' && right.kind === 'constant' ? 0.8 : 0
}

/** Whether the line up to `at` starts with a statement and leaves no quote open except the comparison's own. */
export function isOwnStatement(text: string, at: number): boolean {
  const back = text.slice(Math.max(0, at - STATEMENT_CHARS_MAX), at)
  const line = back.slice(back.lastIndexOf('\n') + 1)
  return countOf(FULL_STATEMENT, line) > 0 && !oddQuotes(line)
}

/** Whether an operator compares; `is` and `in` are common words too: they count only with operands that SQL allows. */
function comparable(operator: SqlToken, next: SqlToken | undefined): boolean {
  if (operator.text === 'is') return next?.text === 'null' || next?.text === 'not' || next?.text === 'true'
  return operator.text !== 'in' || next?.kind === 'open'
}

function startsNewLine(text: string, before: SqlToken | undefined): boolean {
  return before !== undefined && /^[^\S\n]{0,20}\r?\n/.test(text.slice(before.end, before.end + 22))
}

/** Returns the confidence of `' or 1 --` and `' or true#`: a constant alone is true only where a comment cuts the rest off. */
function loneConstantConfidence(left: Operand, next: SqlToken | undefined, breaker: Breaker): number {
  if (left.kind !== 'constant' || breaker !== 'quote') return 0
  return next?.kind === 'comment' && /^(?:\d{1,9}|true)$/.test(left.text) ? 0.9 : 0
}

function operandAt(tokens: readonly SqlToken[], from: number): Operand | undefined {
  let at = from
  while (at < tokens.length && isPrefix(tokens[at])) at += 1
  const token = tokens[at]
  if (token === undefined) return undefined
  const after = closeBrackets(tokens, at + 1)
  if (token.kind === 'string') return constantString(token, after)
  if (token.kind === 'number' || token.text.startsWith('@@')) return { kind: 'constant', text: token.text, next: after }
  if (token.kind === 'variable') return { kind: 'name', text: token.text, next: after }
  if (token.kind !== 'word') return undefined
  if (CONSTANT_WORDS.has(token.text)) return { kind: 'constant', text: token.text, next: after }
  const bracketed = tokens[at - 1]?.kind === 'open'
  if (token.text === 'select') return bracketed ? { kind: 'subquery', text: token.text, next: after } : undefined
  const called = tokens[at + 1]?.kind === 'open'
  if (called && PROBE_FUNCTIONS.has(token.text)) return { kind: 'function', text: token.text, next: after }
  return called ? undefined : { kind: 'name', text: token.text, next: after }
}

/** Reads a quoted constant: quoted program text contains spaces and operators; the operand of an attack does not. */
function constantString(token: SqlToken, next: number): Operand | undefined {
  return /^[\w%.@*-]{0,32}$/.test(token.text) ? { kind: 'constant', text: token.text, next } : undefined
}

function isPrefix(token: SqlToken | undefined): boolean {
  if (token === undefined) return false
  return token.kind === 'open' || token.kind === 'arithmetic' || (token.kind === 'logic' && token.text === 'not')
}

function closeBrackets(tokens: readonly SqlToken[], from: number): number {
  let at = from
  while (tokens[at]?.kind === 'close') at += 1
  return at
}

/** Returns the confidence that `UNION SELECT` is appended to another query and not written by its author. */
export function unionConfidence(match: RegExpExecArray, text: string): number {
  const start = match.index
  const end = start + match[0].length
  const before = text.slice(Math.max(0, start - STATEMENT_CHARS_MAX), start)
  const tokens = sqlTokens(text, end, end + FRAGMENT_CHARS_MAX, TOKENS_MAX)
  const first = operandAt(tokens, 0)
  if (first === undefined && tokens[0]?.text !== '*') return 0
  let score = 0
  if (/['"`’)][\s+;]{0,8}$/.test(before)) score += 0.4
  else if (/(?:^|[=\s(,])-?\d{1,9}(?:[\s+]|\/\*[^*]{0,20}\*\/){1,8}$/.test(before)) score += 0.4
  if (constantList(tokens)) score += 0.5
  if (LEAK_WORDS.test(text.slice(end, end + FRAGMENT_CHARS_MAX))) score += 0.3
  if (tokens.some((token) => token.kind === 'comment')) score += 0.3
  if (match[0].includes('/*')) score += 0.5
  if (/\bselect\b[^;]{1,200}\bfrom\b[^;]{1,200}$/i.test(before) && !/['"][\s)]{0,4}$/.test(before)) score -= 0.6
  return score >= 0.5 ? score : 0
}

/** `null,null,3`: columns counted out rather than named. */
function constantList(tokens: readonly SqlToken[]): boolean {
  let constants = 0
  for (const token of tokens) {
    if (token.kind === 'comma' || token.kind === 'open' || token.kind === 'close') continue
    const constant = token.kind === 'number' || token.kind === 'string' || token.text === 'null'
    if (!constant && token.kind !== 'variable') return constants >= 2
    constants += 1
  }
  return constants >= 2
}

/** Returns the confidence that the `;` at the match ends a query of another author. */
export function stackedConfidence(match: RegExpExecArray, text: string): number {
  const semicolon = match.index + match[0].indexOf(';')
  const back = text.slice(Math.max(0, semicolon - STATEMENT_CHARS_MAX), semicolon)
  const statement = back.slice(Math.max(back.lastIndexOf(';'), back.lastIndexOf('\n')) + 1)
  const tail = sqlTokens(text, semicolon + 1, semicolon + 1 + FRAGMENT_CHARS_MAX, 32).some(endsInComment)
  // Scripts have one statement per line, so a preceding verb means that the author wrote this statement too.
  const ownStatement = countOf(FULL_STATEMENT, back) > 0
  const odd = oddQuotes(statement)
  if (odd && tail) return 0.9
  if (odd && !ownStatement) return 0.8
  if (!ownStatement && tail) return 0.8
  if (ownStatement) return odd && /['"]\s{0,4}\)?\s{0,4}$/.test(statement) ? 0.7 : 0
  if (match[0].startsWith(')')) return 0
  return /=[^=;]{0,40}$/.test(statement) ? 0.7 : 0.5
}

function endsInComment(token: SqlToken): boolean {
  return token.kind === 'comment'
}

/** An apostrophe inside a word is no quote. */
export function oddQuotes(text: string): boolean {
  const single = countOf(/(?<![a-z])'|'(?![a-z])/gi, text)
  const double = countOf(/"/g, text)
  return single % 2 === 1 || double % 2 === 1
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0
}
