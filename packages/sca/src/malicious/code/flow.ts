import { endStatement, closeBrace, closeBracket, openBrace, openBracket, push } from './brackets.ts'
import { type Flow, formattedCarries } from './call.ts'
import { type Before, type Frame, KEYWORDS, newFrame, NOTHING_BEFORE, VALUE_BEFORE } from './frames.ts'
import { type Syntax, TOKEN } from './lexer.ts'
import { type TextOrigins, textCarries } from './literals.ts'
import { newReading, type Reading, restart } from './reading.ts'
import { CARRIES, HELD } from './taints.ts'
import { ENVIRONMENTS } from './words.ts'

export interface FlowReport {
  readonly flows: readonly Flow[]
  /** Observed texts, independent of their use. */
  readonly carried: TextOrigins
}

/** Maximum number of passes over a file: one for each step from a call to the body of its function. */
const PASSES_MAX = 3
/** Maximum numbers of parameters per function, and of names and texts per bracket. */
const NAMES_MAX = 24
/** Minimum number of numeric literals in one bracket or statement that counts as data. */
const NUMBERS_MIN = 64
/** Longer texts are no paths. */
const PATH_UNITS_MAX = 300
/** A text of Python with values in braces. */
const FORMATTED = /^[rRbB]?[fF][rR]?["']/
/** Calls that answer with the whole environment of Python. */
const DUMP = /^\.(?:items|copy|values)\(/
/** Objects whose members are tracked by name. */
const OWN = new Set(['this', 'self', 'exports'])

/**
 * Tracks values in one source from sources (decoder, network, environment, credential files) to sinks (evaluated, executed, sent,
 * resolved, written), by variable names. Without types and execution: two values with one name in one scope are not distinguished. Linear
 * in the text.
 */
export function followFlows(text: string, syntax: Syntax): FlowReport {
  const r = newReading(text, syntax)
  for (let pass = 0; pass < PASSES_MAX; pass += 1) if (!readOnce(r)) break
  return { flows: r.flows, carried: r.carried }
}

/** Reads the entire source once; returns true when another pass may find more. */
function readOnce(r: Reading): boolean {
  restart(r)
  const { lexer } = r
  while (lexer.next()) {
    r.scope.tokens += 1
    if (lexer.isFirstOfLine) newLine(r)
    if (lexer.kind === TOKEN.name) readName(r, lexer.word())
    else if (lexer.kind === TOKEN.text) readText(r)
    else if (lexer.kind === TOKEN.mark) readMark(r, lexer.code)
    else readNumber(r)
  }
  endStatement(r)
  return r.scope.isUnsettled
}

/** Ends a statement at its line end, unless a bracket is open or an operator continues the line. */
function newLine(r: Reading): void {
  if (r.scope.top.kind !== 'statement') return
  const { start } = r.lexer
  if (r.syntax === 'python') {
    endStatement(r)
    r.scope.endIndented(start - r.text.lastIndexOf('\n', start) - 1)
    return
  }
  const goesOn = '.?:+(`&|,='.includes(r.text[start] ?? '')
  if (!goesOn && r.before.isValue) endStatement(r)
}

function readName(r: Reading, word: string): void {
  const { object, isMember, keyword } = r.before
  const { top } = r.scope
  if (!isMember && isKeyword(r, word, top)) return
  if (word === 'import' && top.kind === 'statement' && !isMember) top.imports = true
  if (keyword === 'function' || keyword === 'def') {
    r.pending = r.scope.routineOf(word, r.lexer.start)
    r.before = { ...NOTHING_BEFORE, keyword }
    return
  }
  if (!isMember) {
    if (top.declares && top.kind === 'statement' && top.targets.length === 0) r.scope.declare([word])
    else if (keyword === 'as' && top.kind === 'statement') top.targets = [word]
    if (top.names.length < NAMES_MAX) top.names.push(word)
  }
  top.mask |= carriedBy(r, object, word, isMember)
  r.before = { ...VALUE_BEFORE, name: word, object, isMember }
}

/** Whether the word belongs to the language. */
function isKeyword(r: Reading, word: string, top: Frame): boolean {
  if (word === 'const' || word === 'let' || word === 'var') {
    top.declares = true
    top.targets = []
    r.before = NOTHING_BEFORE
    return true
  }
  if (word === 'function' || word === 'def') {
    r.pending = r.scope.routineOf(top.targets[0] ?? '', r.lexer.start)
  } else if (!KEYWORDS[r.syntax].has(word)) return false
  if (word === 'return' || word === 'yield') top.returns = true
  if (word === 'import') top.imports = true
  if (word === 'for') top.loops = r.syntax === 'python'
  r.before = { ...NOTHING_BEFORE, keyword: word }
  return true
}

/** Returns the taint of a name at a read. */
function carriedBy(r: Reading, object: string, word: string, isMember: boolean): number {
  const { taints, tokens } = r.scope
  if (!isMember) return taints.of(word, tokens) & ~HELD
  const [holder, environment] = ENVIRONMENTS[r.syntax]
  if (object === holder && word === environment) {
    const { end } = r.lexer
    if (DUMP.test(r.text.slice(end, end + 10))) return CARRIES.env
    const isOne = r.text[end] === '.' || r.text[end] === '[' || r.text.startsWith('?.', end)
    return isOne ? 0 : CARRIES.rawEnv
  }
  return OWN.has(object) ? taints.of(`.${word}`, tokens) : 0
}

function readText(r: Reading): void {
  const word = r.lexer.word()
  const { top, taints, tokens } = r.scope
  const { text, joins, opensIndex, object } = r.before
  top.mask |= textCarries(word, r.carried, joins ? text : undefined)
  // Concatenated pieces form one text.
  const whole =
    joins && text !== '' && text.length + word.length <= PATH_UNITS_MAX ? text.slice(0, -1) + word.slice(1) : word
  if (whole.length <= PATH_UNITS_MAX) {
    top.mask |= taints.of(word, tokens)
    if (top.texts.length < NAMES_MAX) top.texts.push(whole)
  }
  if (r.syntax === 'python' && FORMATTED.test(word)) top.mask |= formattedCarries(word, r.scope)
  if (word.endsWith('${')) return push(r, newFrame('template'))
  r.before = { ...VALUE_BEFORE, text: whole, opensIndex, object }
}

/** Handles numeric literals: many in a row may encode a text. */
function readNumber(r: Reading): void {
  const { top } = r.scope
  top.numbers += 1
  if (top.numbers === NUMBERS_MIN) top.mask |= CARRIES.blob
  r.before = VALUE_BEFORE
}

function readMark(r: Reading, code: number): void {
  const before = r.before
  const { top } = r.scope
  if (code === 0x28) openBracket(r)
  else if (code === 0x29) closeBracket(r)
  else if (code === 0x7b) openBrace(r)
  else if (code === 0x7d) closeBrace(r)
  else if (code === 0x3b) readSemicolon(r)
  else if (code === 0x2e) r.before = { ...NOTHING_BEFORE, isMember: true, object: objectOf(before) }
  else if (code === 0x5b) {
    top.squares += 1
    r.before = { ...NOTHING_BEFORE, opensIndex: before.isValue, object: objectOf(before) }
  } else if (code === 0x5d) {
    top.squares = Math.max(0, top.squares - 1)
    r.before = indexed(before)
  } else if (code === 0x3d) readEquals(r)
  else if (code === 0x2c) readComma(r)
  else if (code === 0x3a && r.syntax === 'python' && top.kind === 'statement') r.scope.settle()
  else if (code === 0x2b) readPlus(r, before)
  else if (code === 0x5e) {
    top.turns = true
    r.before = NOTHING_BEFORE
  } else if (code !== 0x3f || r.text[r.lexer.end] !== '.') r.before = NOTHING_BEFORE
}

function readPlus(r: Reading, before: Before): void {
  r.scope.top.joins = true
  // The target of `+=` is needed by the next mark.
  if (r.text[r.lexer.end] !== '=')
    r.before = {
      ...NOTHING_BEFORE,
      text: before.text,
      joins: true,
      opensIndex: before.opensIndex,
      object: before.object,
    }
}

function readSemicolon(r: Reading): void {
  if (r.scope.top.kind === 'statement') endStatement(r)
  else r.before = NOTHING_BEFORE
}

function readComma(r: Reading): void {
  const { top } = r.scope
  r.before = NOTHING_BEFORE
  if (top.kind === 'group') r.scope.assign(top)
  if (top.kind === 'statement' && !top.returns && top.squares === 0 && r.syntax === 'js') r.scope.settle()
}

function readEquals(r: Reading): void {
  const { start, end } = r.lexer
  const before = r.before
  const { top } = r.scope
  r.before = NOTHING_BEFORE
  const next = r.text[end]
  if (next === '>' && r.syntax === 'js') return readArrow(r, before)
  if (next === '=' || '=!<>'.includes(r.text[start - 1] ?? ' ')) return
  if (top.kind !== 'statement' && top.kind !== 'group') return
  if (before.name === '' || (top.declares && top.targets.length > 0)) return
  if (!before.isMember) {
    top.targets = [before.name]
    const isPlain = r.syntax === 'python' && top.kind === 'statement' && !'+-*/|&%'.includes(r.text[start - 1] ?? ' ')
    if (isPlain) r.scope.assignLocal(before.name)
  } else if (OWN.has(before.object)) top.targets = [`.${before.name}`]
}

function readArrow(r: Reading, { isAnswer, name }: Before): void {
  const { top } = r.scope
  const { end } = r.lexer
  const routine = r.scope.routineOf(top.kind === 'statement' ? (top.targets[0] ?? '') : '', end)
  routine.params = isAnswer ? r.closed.names.slice() : [name]
  if (/^\s{0,40}\{/.test(r.text.slice(end + 1, end + 42))) r.pending = routine
  else r.scope.enter(routine, r.scope.callbackMask())
}

function objectOf({ name, isAnswer }: Before): string {
  return isAnswer ? ')' : name
}

/** `x['name']` is a member like `x.name`. */
function indexed({ opensIndex, text, object }: Before): Before {
  return opensIndex && text !== '' ? { ...VALUE_BEFORE, name: text.slice(1, -1), isMember: true, object } : VALUE_BEFORE
}
