import { isTurnOver, yieldAfter } from '../turns.ts'

/** Own limit for JSON characters serialized at once, about half a millisecond. Larger containers are serialized by member. */
const PIECE_CHARS = 65_536
/** Estimated length of a value that is not a string. */
const VALUE_CHARS = 16

/**
 * Serializes a value to JSON as UTF-8, and yields to other requests while a large value is serialized. Produces bytes because encoding a
 * large string would block the event loop.
 * @param value plain JSON, unchanged meanwhile; members without a value are omitted as in `JSON.stringify`
 */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  let turn_ms = performance.now()
  const pieces: Buffer[] = []
  let text = ''
  for (const part of partsOf(value)) {
    text += part
    if (text.length < PIECE_CHARS) continue
    pieces.push(Buffer.from(text))
    text = ''
    // oxlint-disable-next-line no-await-in-loop -- other requests are served in between
    if (isTurnOver(turn_ms)) turn_ms = await yieldAfter(turn_ms)
  }
  pieces.push(Buffer.from(text))
  if (pieces.length === 1) return pieces[0]!
  await yieldAfter(turn_ms)
  return Buffer.concat(pieces)
}

function* partsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > PIECE_CHARS) yield* partsOfText(value)
  else if (typeof value !== 'object' || value === null || isSmall(value)) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    let separator = '['
    for (const item of value) {
      yield separator
      yield* partsOf(item)
      separator = ','
    }
    yield ']'
  } else {
    let separator = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* partsOf(member)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }
}

/** Splits a long text into parts without splitting a surrogate pair. */
function* partsOfText(text: string): Generator<string> {
  yield '"'
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + PIECE_CHARS)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1
    yield JSON.stringify(text.slice(start, end)).slice(1, -1)
    start = end
  }
  yield '"'
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** Returns whether a container can be serialized at once. Stops counting at the limit. */
function isSmall(value: object): boolean {
  const open: object[] = [value]
  let chars = 0
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const isList = Array.isArray(item)
    const members: readonly unknown[] = Object.values(item)
    chars += members.length * VALUE_CHARS
    if (chars > PIECE_CHARS) return false
    for (const member of members) {
      if (typeof member === 'string') chars += member.length
      else if (typeof member === 'object' && member !== null) open.push(member)
    }
    if (!isList) for (const name of Object.keys(item)) chars += name.length
    if (chars > PIECE_CHARS) return false
  }
  return true
}
