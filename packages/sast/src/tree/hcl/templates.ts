import type { Expressions } from './expressions.ts'
import type { HclNode } from './node.ts'
import { inField, node, type Reader, Unreadable } from './reader.ts'

/** `"…"`, with the code in it. */
export function readString(reader: Reader, expressions: Expressions): HclNode {
  const start = reader.at
  reader.at += 1
  const children: HclNode[] = []
  const isEnd = (): boolean => reader.looksAt('"')
  readParts(reader, expressions, children, isEnd, true)
  if (!reader.take('"')) throw new Unreadable('A string is not closed.')
  return node('string', start, reader.at, children)
}

const MARKER = /<<-?([\p{L}_][\p{L}\p{N}_-]*)[ \t\r]*\n/uy

/** @returns the first offset from `at` without a space or tab; a line feed is neither */
function pastBlanks(text: string, at: number): number {
  BLANKS.lastIndex = at
  BLANKS.test(text)
  return BLANKS.lastIndex
}

const BLANKS = /[ \t\r]*/y

/** `<<WORD` up to a line that is WORD alone. */
export function readHeredoc(reader: Reader, expressions: Expressions): HclNode {
  const start = reader.at
  MARKER.lastIndex = start
  const marker = MARKER.exec(reader.text)?.[1]
  if (marker === undefined) throw new Unreadable('<< is not followed by a word.')
  reader.at = MARKER.lastIndex
  const children: HclNode[] = []
  let end = 0
  const isEnd = (): boolean => {
    if (reader.text[reader.at - 1] !== '\n') return false
    const word = pastBlanks(reader.text, reader.at)
    if (!reader.text.startsWith(marker, word)) return false
    end = pastBlanks(reader.text, word + marker.length)
    return end === reader.text.length || reader.text[end] === '\n'
  }
  readParts(reader, expressions, children, isEnd, false)
  if (!isEnd()) throw new Unreadable('A text is not closed.')
  reader.at = end
  return node('heredoc', start, reader.at, children)
}

const PLAIN_QUOTED = /[^"\\$%\n]+/y
const PLAIN_LINE = /[^$%\n]+/y

/** Reads text and code up to an end. @param isQuoted whether a backslash is an escape and a line break ends the string */
export function readParts(
  reader: Reader,
  expressions: Expressions,
  into: HclNode[],
  isEnd: () => boolean,
  isQuoted: boolean,
): void {
  let from = reader.at
  const close = (): void => {
    if (reader.at > from) into.push(node('string_content', from, reader.at))
  }
  const plain = isQuoted ? PLAIN_QUOTED : PLAIN_LINE
  while (!reader.isDone && !isEnd()) {
    plain.lastIndex = reader.at
    if (plain.test(reader.text)) {
      reader.at = plain.lastIndex
      continue
    }
    const char = reader.text[reader.at]!
    if (isQuoted && char === '\n') return close()
    if (isQuoted && char === '\\') {
      reader.at += 2
      continue
    }
    const opens = (char === '$' || char === '%') && reader.text[reader.at + 1] === '{'
    if (opens && reader.text[reader.at - 1] !== char) {
      close()
      into.push(char === '$' ? readInterpolation(reader, expressions) : readDirective(reader, expressions))
      from = reader.at
      continue
    }
    reader.at += 1
  }
  close()
}

function readInterpolation(reader: Reader, expressions: Expressions): HclNode {
  const start = reader.at
  reader.at += 2
  reader.take('~')
  const value = expressions.read(true)
  reader.skip(true)
  reader.take('~')
  if (!reader.take('}')) throw new Unreadable('Code in a text is not closed.')
  return node('interpolation', start, reader.at, [inField(value, 'value')])
}

/** Reads `%{ if x }`, `%{ for a, b in c }`, `%{ else }`, `%{ endif }`, `%{ endfor }`: the keyword first, then its operands. */
function readDirective(reader: Reader, expressions: Expressions): HclNode {
  const start = reader.at
  reader.at += 2
  reader.take('~')
  reader.skip(true)
  const word = reader.name('type')
  if (word === undefined) throw new Unreadable('A directive has no keyword.')
  const children = [word]
  const name = reader.text.slice(word.start, word.end)
  reader.skip(true)
  if (name === 'if') children.push(inField(expressions.read(true), 'condition'))
  else if (name === 'for') children.push(...expressions.names(), inField(expressions.read(true), 'collection'))
  else if (name !== 'else' && name !== 'endif' && name !== 'endfor') throw new Unreadable('Unknown directive.')
  reader.skip(true)
  reader.take('~')
  if (!reader.take('}')) throw new Unreadable('A directive is not closed.')
  return node('directive', start, reader.at, children)
}
