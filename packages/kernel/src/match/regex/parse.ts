import { Failure } from '../../failure.ts'
import { bracketClass } from './bracket.ts'
import { ANY, type CharSet, closeOverCase, complement, LINE_TERMINATOR } from './char-set.ts'
import { Cursor, type Flags } from './cursor.ts'
import { characterEscape, classEscape } from './escapes.ts'
import { CAPTURE_GROUPS_MAX, PATTERN_NESTING_MAX, PATTERN_UNITS_MAX, REPEAT_COUNT_MAX } from './limits.ts'
import type { Node, Assertion, Syntax } from './syntax.ts'

const NOT_LINE_TERMINATOR = complement(LINE_TERMINATOR)

/** Group syntax that requires more than linear time, or differs between dialects. */
const REFUSED_GROUPS: readonly (readonly [opening: string, sentence: string])[] = [
  ['(?=', 'has a lookahead, which a linear-time engine cannot match,'],
  ['(?!', 'has a lookahead, which a linear-time engine cannot match,'],
  ['(?<=', 'has a lookbehind, which a linear-time engine cannot match,'],
  ['(?<!', 'has a lookbehind, which a linear-time engine cannot match,'],
  ['(?>', 'has an atomic group, which a linear-time engine cannot match,'],
  ['(?P=', 'has a backreference, which a linear-time engine cannot match,'],
  ['(?P>', 'has a subroutine call, which a linear-time engine cannot match,'],
  ['(?(', 'has a conditional, which a linear-time engine cannot match,'],
  ['(?R', 'is recursive, which a linear-time engine cannot match,'],
]

/**
 * Parses a pattern: the common syntax of RE2 and ECMAScript, with ECMAScript's semantics under the flag `u`.
 * @throws {Failure} `invalid_request` with a sentence that names the error and its offset
 */
export function parse(pattern: string, flags: Flags): Syntax {
  if (pattern.length > PATTERN_UNITS_MAX) {
    throw new Failure(
      'invalid_request',
      `The pattern has ${pattern.length} characters; the limit is ${PATTERN_UNITS_MAX}.`,
    )
  }
  const parser = new Parser(pattern, flags)
  const root = parser.either()
  if (!parser.cursor.done) parser.cursor.refuse('has an unmatched closing parenthesis')
  return { root, groups: parser.groups, names: parser.names }
}

class Parser {
  readonly cursor: Cursor
  readonly names = new Map<string, number>()
  groups = 0
  #flags: Flags
  #depth = 0

  constructor(pattern: string, flags: Flags) {
    this.cursor = new Cursor(pattern)
    this.#flags = flags
  }

  /** Parses alternatives up to a closing parenthesis or the end. */
  either(): Node {
    const options = [this.#concat()]
    while (this.cursor.eat('|')) options.push(this.#concat())
    return options.length === 1 ? (options[0] as Node) : { kind: 'either', options }
  }

  #concat(): Node {
    const parts: Node[] = []
    while (!this.cursor.done && this.cursor.peek() !== '|' && this.cursor.peek() !== ')') {
      if (this.cursor.eat('\\Q')) parts.push(...this.#quoted())
      else if (!this.#switchFlags()) parts.push(this.#repeated())
    }
    return parts.length === 1 ? (parts[0] as Node) : parts.length === 0 ? { kind: 'empty' } : { kind: 'concat', parts }
  }

  #atom(): Node {
    const { cursor } = this
    const at = cursor.at
    if (cursor.eat('(')) return this.#group(at)
    if (cursor.eat('[')) return { kind: 'set', set: bracketClass(cursor, this.#flags) }
    if (cursor.eat('.')) return { kind: 'set', set: this.#flags.dotAll ? ANY : NOT_LINE_TERMINATOR }
    if (cursor.eat('^')) return { kind: 'place', place: this.#flags.multiLine ? 'line_start' : 'text_start' }
    if (cursor.eat('$')) return { kind: 'place', place: this.#flags.multiLine ? 'line_end' : 'text_end' }
    if (cursor.eat('\\')) return this.#escape()
    if ('*+?'.includes(cursor.peek())) return cursor.refuse('has nothing to repeat')
    this.#refuseStrayCount()
    return this.#letter(cursor.codePoint())
  }

  #letter(codePoint: number): Node {
    const set: CharSet = [codePoint, codePoint]
    return { kind: 'set', set: this.#flags.ignoreCase ? closeOverCase(set) : set }
  }

  #escape(): Node {
    const { cursor } = this
    const places: Readonly<Record<string, Assertion>> = {
      b: 'word_edge',
      B: 'no_word_edge',
      A: 'text_start',
      z: 'text_end',
    }
    const place = places[cursor.peek()]
    if (place !== undefined) {
      cursor.at++
      return { kind: 'place', place }
    }
    const set = classEscape(cursor, this.#flags)
    if (set === undefined) return this.#letter(characterEscape(cursor))
    return { kind: 'set', set: this.#flags.ignoreCase ? closeOverCase(set) : set }
  }

  /** Parses literal text up to `\E`. */
  #quoted(): Node[] {
    const { cursor } = this
    const letters: Node[] = []
    while (!cursor.done && !cursor.eat('\\E')) letters.push(this.#letter(cursor.codePoint()))
    return letters
  }

  /** Parses `(?i)` and similar flags: valid to the end of the enclosing group. */
  #switchFlags(): boolean {
    const found = this.cursor.take(/\(\?([ims]*)(?:-([ims]+))?\)/y)
    if (found === undefined) return false
    this.#flags = changed(this.#flags, found[1] as string, found[2] ?? '')
    return true
  }

  #group(at: number): Node {
    const { cursor } = this
    if (++this.#depth > PATTERN_NESTING_MAX) cursor.refuse(`nests more than ${PATTERN_NESTING_MAX} groups`, at)
    const outer = this.#flags
    const index = this.#opening(at)
    const body = this.either()
    if (!cursor.eat(')')) cursor.refuse('has an unclosed group', at)
    this.#flags = outer
    this.#depth--
    return index === undefined ? body : { kind: 'group', body, index }
  }

  /** Parses the group prefix; returns the number of a capturing group. */
  #opening(at: number): number | undefined {
    const { cursor } = this
    for (const [opening, sentence] of REFUSED_GROUPS) {
      if (cursor.pattern.startsWith(opening, at)) cursor.refuse(sentence, at)
    }
    const named = cursor.take(/\?P?<([A-Za-z_]\w{0,63})>/y)
    if (named !== undefined) {
      const name = named[1] as string
      if (this.names.has(name)) cursor.refuse(`has two groups named "${name}"`, at)
      this.names.set(name, this.groups + 1)
      return this.#capture(at)
    }
    const flags = cursor.take(/\?([ims]*)(?:-([ims]+))?:/y)
    if (flags !== undefined) {
      this.#flags = changed(this.#flags, flags[1] as string, flags[2] ?? '')
      return undefined
    }
    if (cursor.peek() === '?') return cursor.refuse('has an unknown kind of group or flag', at)
    return this.#capture(at)
  }

  #capture(at: number): number {
    if (++this.groups > CAPTURE_GROUPS_MAX)
      this.cursor.refuse(`has more than ${CAPTURE_GROUPS_MAX} capturing groups`, at)
    return this.groups
  }

  #repeated(): Node {
    const { cursor } = this
    const grouped = cursor.peek() === '('
    const body = this.#atom()
    const at = cursor.at
    const range = this.#range()
    if (range === undefined) return body
    if (body.kind === 'place' && !grouped) cursor.refuse('quantifies an anchor', at)
    const greedy = !cursor.eat('?')
    if (greedy && cursor.peek() === '+')
      cursor.refuse('has a possessive quantifier, which a linear-time engine cannot match,')
    const next = cursor.at
    if (this.#range() !== undefined) cursor.refuse('has a nested quantifier', next)
    return { kind: 'repeat', body, ...range, greedy }
  }

  #range(): { min: number; max: number } | undefined {
    const { cursor } = this
    const at = cursor.at
    if (cursor.eat('*')) return { min: 0, max: Infinity }
    if (cursor.eat('+')) return { min: 1, max: Infinity }
    if (cursor.eat('?')) return { min: 0, max: 1 }
    const found = cursor.take(/\{(\d+)(?:(,)(\d*))?\}/y)
    if (found === undefined) return undefined
    const min = Number(found[1])
    const max = found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3])
    if (min > max) cursor.refuse('has a quantifier whose minimum exceeds its maximum', at)
    if (min > REPEAT_COUNT_MAX || (max !== Infinity && max > REPEAT_COUNT_MAX)) {
      cursor.refuse(`repeats more than ${REPEAT_COUNT_MAX} times`, at)
    }
    return { min, max }
  }

  /** "{,5}" is a quantifier in some dialects and plain text in others. A brace that cannot start a quantifier is plain text in all. */
  #refuseStrayCount(): void {
    const ahead = this.cursor.pattern.slice(this.cursor.at, this.cursor.at + 16)
    if (/^\{,\d+\}/.test(ahead)) this.cursor.refuse('has a quantifier without a minimum, which must be written {0,…},')
    if (/^\{\d+(?:,\d*)?\}/.test(ahead)) this.cursor.refuse('has nothing to repeat')
  }
}

function changed(flags: Flags, on: string, off: string): Flags {
  const pick = (letter: string, before: boolean) => !off.includes(letter) && (on.includes(letter) || before)
  return {
    ignoreCase: pick('i', flags.ignoreCase),
    multiLine: pick('m', flags.multiLine),
    dotAll: pick('s', flags.dotAll),
  }
}
