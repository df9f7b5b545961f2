import { Expressions } from './expressions.ts'
import type { HclNode } from './node.ts'
import { inField, node, Reader, Unreadable } from './reader.ts'
import { readParts, readString } from './templates.ts'

/** Own limit: length of a file with the maximum scanned size. */
export const HCL_CHARS_MAX = 8 * 1024 * 1024

/**
 * Parses an HCL file. Invalid parts become nodes of the kind `ERROR`, and missing parts nodes of the kind `missing`; the rest is parsed.
 * Never throws.
 */
export function parseHcl(text: string): HclNode {
  const reader = new Reader(text.slice(0, HCL_CHARS_MAX))
  const children: HclNode[] = []
  const expressions = new Expressions(reader)
  while (!reader.isDone) {
    readItems(reader, expressions, children)
    // A bracket that nothing opened.
    if (!reader.isDone) children.push(node('ERROR', reader.at, (reader.at += 1)))
  }
  if (text.length > HCL_CHARS_MAX) children.push(node('ERROR', HCL_CHARS_MAX, text.length))
  return node('config_file', 0, text.length, children)
}

/** Parses a text as a single expression; undefined for invalid text. */
export function parseHclExpression(text: string): HclNode | undefined {
  const reader = new Reader(text)
  try {
    const found = new Expressions(reader).read(true)
    reader.skip(true)
    return reader.isDone ? found : undefined
  } catch (thrown) {
    if (thrown instanceof Unreadable) return undefined
    throw thrown
  }
}

/** Parses a file as a template; undefined for an invalid one. */
export function parseHclTemplate(text: string): HclNode | undefined {
  const reader = new Reader(text)
  try {
    const children: HclNode[] = []
    readParts(reader, new Expressions(reader), children, () => false, false)
    return node('heredoc', 0, text.length, children)
  } catch (thrown) {
    if (thrown instanceof Unreadable) return undefined
    throw thrown
  }
}

/** Parses attributes and blocks, up to a closing bracket or the end. */
function readItems(reader: Reader, expressions: Expressions, into: HclNode[]): void {
  for (;;) {
    reader.skip(true)
    into.push(...reader.takeComments())
    if (reader.isDone || reader.looksAt('}')) return
    const start = reader.at
    try {
      const item = reader.deeper(() => readItem(reader, expressions))
      // Rules ignore comments within a value; comments after it come next.
      into.push(item, ...reader.takeComments().filter(({ start: from }) => from >= item.end))
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown
      into.push(reader.giveUp(start) ? passAll(reader) : passUnreadable(reader))
      reader.takeComments()
    }
  }
}

function readItem(reader: Reader, expressions: Expressions): HclNode {
  const start = reader.at
  const name =
    reader.name('name') ?? (reader.looksAt('"') ? inField(readString(reader, expressions), 'name') : undefined)
  if (name === undefined) throw new Unreadable('A name is missing.')
  const word = reader.text.slice(name.start, name.end)
  if (/^__GH[EA]/.test(word)) return inField(name, '')
  reader.skip(false)
  if (reader.looksAt('=') && !reader.looksAt('==')) {
    reader.at += 1
    const value = expressions.read(false)
    return node('attribute', start, value.end, [name, inField(value, 'value')])
  }
  const children = [inField(name, 'type')]
  if (name.kind === 'string') throw new Unreadable('= is missing.')
  for (;;) {
    reader.skip(false)
    if (reader.looksAt('{')) break
    const label = reader.looksAt('"') ? readString(reader, expressions) : reader.name()
    if (label !== undefined) children.push(label)
    // A single metavariable on its line matches any item.
    else if (children.length === 1 && word.startsWith('__GH')) return inField(name, '')
    else throw new Unreadable('A block has no body.')
  }
  // Rules ignore comments before the body.
  reader.takeComments()
  children.push(readBody(reader, expressions))
  return node('block', start, reader.at, children)
}

function readBody(reader: Reader, expressions: Expressions): HclNode {
  const start = reader.at
  const children = [reader.expect('{')]
  readItems(reader, expressions, children)
  children.push(reader.token('}') ?? node('missing', reader.at, reader.at))
  return node('body', start, reader.at, children, 'body')
}

/** Skips invalid code: to the end of its line, or of the brackets that it opens. */
function passUnreadable(reader: Reader): HclNode {
  const { text } = reader
  const start = reader.at
  let depth = 0
  for (; reader.at < text.length; reader.at += 1) {
    const char = text[reader.at]!
    if (char === '{' || char === '[' || char === '(') depth += 1
    else if (char === ']' || char === ')') depth = Math.max(0, depth - 1)
    else if (char === '}') {
      if (depth === 0) break
      depth -= 1
    } else if (char === '"') passString(reader)
    else if (char === '\n' && depth === 0) break
  }
  // Always skip at least one character.
  if (reader.at === start) reader.at += 1
  return node('ERROR', start, reader.at)
}

/** Skips the rest: each further part would take as long as the last one. */
function passAll(reader: Reader): HclNode {
  const start = reader.at
  reader.at = reader.text.length
  return node('ERROR', start, reader.at)
}

/** Skips to the last character of a string on one line; an unclosed quote is skipped alone. */
function passString(reader: Reader): void {
  const string = /"(?:[^"\\\n]|\\.)*"/y
  string.lastIndex = reader.at
  if (string.test(reader.text)) reader.at = string.lastIndex - 1
}
