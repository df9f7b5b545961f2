import { type CharSet, closeOverCase, complement, DIGIT, SPACE, union, WORD } from './char-set.ts'
import type { Cursor, Flags } from './cursor.ts'
import { characterEscape, classEscape } from './escapes.ts'

const POSIX: Readonly<Record<string, CharSet>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  ascii: [0, 0x7f],
  blank: [0x09, 0x09, 0x20, 0x20],
  cntrl: [0, 0x1f, 0x7f, 0x7f],
  digit: DIGIT,
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: SPACE,
  upper: [0x41, 0x5a],
  word: WORD,
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
}

/** Parses a bracket class; the cursor is after the opening bracket. */
export function bracketClass(cursor: Cursor, flags: Flags): CharSet {
  const from = cursor.at - 1
  const negated = cursor.eat('^')
  // Dialects disagree on "[]" and "[^]". A class that silently matches nothing would disable a rule.
  if (cursor.peek() === ']') cursor.refuse('starts a class with "]", which must be written \\],')
  const parts: CharSet[] = []
  while (!cursor.eat(']')) {
    if (cursor.done) cursor.refuse('has an unclosed character class', from)
    parts.push(item(cursor, flags))
  }
  const set = union([[], ...parts])
  const closed = flags.ignoreCase ? closeOverCase(set) : set
  return negated ? complement(closed) : closed
}

/** Parses one member: a range, a class escape, a POSIX class or a character. */
function item(cursor: Cursor, flags: Flags): CharSet {
  const from = cursor.at
  const posix = cursor.take(/\[:(\^?)([a-z]+):\]/y)
  if (posix !== undefined) {
    const set = POSIX[posix[2] as string]
    if (set === undefined) return cursor.refuse(`names the unknown class "${posix[2]}"`, from)
    return posix[1] === '^' ? complement(set) : set
  }
  const low = atom(cursor, flags)
  if (cursor.peek() !== '-' || cursor.peek(1) === ']' || cursor.peek(1) === '') {
    return typeof low === 'number' ? [low, low] : low
  }
  cursor.at++
  const high = atom(cursor, flags)
  if (typeof low !== 'number' || typeof high !== 'number')
    return cursor.refuse('uses a class as the end of a range', from)
  if (low > high) return cursor.refuse('has a range in reverse order', from)
  return [low, high]
}

function atom(cursor: Cursor, flags: Flags): CharSet | number {
  if (cursor.done) return cursor.refuse('has an unclosed character class')
  if (!cursor.eat('\\')) return cursor.codePoint()
  // Inside a class \b is the backspace.
  if (cursor.eat('b')) return 0x08
  return classEscape(cursor, flags) ?? characterEscape(cursor)
}
