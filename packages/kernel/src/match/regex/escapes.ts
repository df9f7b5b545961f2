import { type CharSet, closeOverCase, complement, DIGIT, SPACE, WORD } from './char-set.ts'
import type { Cursor, Flags } from './cursor.ts'
import { PROPERTIES_MAX } from './limits.ts'
import { propertySet } from './unicode.ts'

const CONTROLS: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b, a: 0x07 }

/** Parses `\d`, `\w`, `\s`, `\p{…}` and their negations; undefined if the cursor (after the backslash) is at something else. */
export function classEscape(cursor: Cursor, flags: Flags): CharSet | undefined {
  const letter = cursor.peek()
  if (letter === 'p' || letter === 'P') return property(cursor)
  const base = { d: DIGIT, w: WORD, s: SPACE }[letter.toLowerCase()]
  if (base === undefined) return undefined
  cursor.at++
  const set = flags.ignoreCase && base === WORD ? closeOverCase(base) : base
  return letter === letter.toLowerCase() ? set : complement(set)
}

function property(cursor: Cursor): CharSet {
  const from = cursor.at - 1
  const found = cursor.take(/([pP])(?:\{(\^?)([^}]*)\}|([A-Z]))/y)
  if (found === undefined) return cursor.refuse('has an incomplete \\p', from)
  if (++cursor.properties > PROPERTIES_MAX) cursor.refuse(`names more than ${PROPERTIES_MAX} Unicode properties`, from)
  const name = found[3] ?? found[4] ?? ''
  const set = propertySet(name)
  if (set === undefined)
    return cursor.refuse(`names a Unicode property that does not exist, "${name.slice(0, 40)}",`, from)
  return (found[1] === 'P') !== (found[2] === '^') ? complement(set) : set
}

/** Parses one escaped character; the cursor is after the backslash. */
export function characterEscape(cursor: Cursor): number {
  const from = cursor.at - 1
  if (cursor.done) return cursor.refuse('ends in a backslash', from)
  const letter = cursor.peek()
  const control = CONTROLS[letter]
  if (control !== undefined) {
    cursor.at++
    return control
  }
  if (letter === 'x' || letter === 'u') return hexEscape(cursor, from)
  if (letter === 'c') {
    const found = cursor.take(/c([a-zA-Z])/y)
    return found === undefined ? cursor.refuse('has an incomplete \\c', from) : (found[1] as string).charCodeAt(0) % 32
  }
  if (letter === '0') {
    if (/\d/.test(cursor.peek(1))) return cursor.refuse('has an octal escape, which is ambiguous: write \\x..,', from)
    cursor.at++
    return 0
  }
  if (/[1-9]/.test(letter) || letter === 'k')
    return cursor.refuse('has a backreference, which a linear-time engine cannot match,', from)
  if (/[A-Za-z]/.test(letter)) return cursor.refuse(`has the unknown escape \\${letter}`, from)
  return cursor.codePoint()
}

function hexEscape(cursor: Cursor, from: number): number {
  const found = cursor.take(
    /x([0-9a-fA-F]{2})|u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|[xu]\{([0-9a-fA-F]{1,8})\}/y,
  )
  if (found === undefined) return cursor.refuse(`has an incomplete \\${cursor.peek()}`, from)
  const [, byte, high, low, unit, any] = found
  if (high !== undefined && low !== undefined) {
    return 0x10000 + ((parseInt(high, 16) & 0x3ff) << 10) + (parseInt(low, 16) & 0x3ff)
  }
  const codePoint = parseInt(byte ?? unit ?? any ?? '', 16)
  return codePoint > 0x10ffff ? cursor.refuse('has a code point outside Unicode', from) : codePoint
}
