import { nextTurn } from '@gatehouse/kernel'

import { valueOfString } from './long-string.ts'
import { endOfString } from './names.ts'

const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

/** Own limit for the code units parsed or scanned before yielding to other requests; about a millisecond. */
const PIECE_CHARS = 65_536

const BLANK = /^[\t\n\r ]*$/

export type JsonRefusal = 'malformed' | 'too_deep' | 'too_many_values'

/** Thrown for rejected text. */
export class RefusedJson extends Error {
  readonly refusal: JsonRefusal

  constructor(refusal: JsonRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/**
 * Parses a large JSON text in pieces and yields to other requests in between. The value equals that of `JSON.parse`. Takes linear time.
 * @param turn waits for the next turn of the event loop
 * @throws {RefusedJson} if the text is not JSON, nests too deeply or has too many values
 */
export async function parseIncrementally(
  text: string,
  limits: { readonly depth_max: number; readonly values_max: number; /** For tests. */ readonly piece_chars?: number },
  turn: () => Promise<unknown> = nextTurn,
): Promise<unknown> {
  const bounds = { piece_chars: PIECE_CHARS, ...limits, turn }
  return new ParseState(text, await largeValues(text, bounds), bounds).parse()
}

interface Bounds {
  readonly piece_chars: number
  readonly turn: () => Promise<unknown>
}

/** Returns the end of each object, array and string longer than one piece, by its start. The text need not be JSON. */
async function largeValues(
  text: string,
  { depth_max, values_max, piece_chars, turn }: Bounds & { readonly depth_max: number; readonly values_max: number },
): Promise<ReadonlyMap<number, number>> {
  const large = new Map<number, number>()
  const open: number[] = []
  let values = 0
  let piece = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at - piece >= piece_chars) {
      piece = at
      // oxlint-disable-next-line no-await-in-loop -- lets others have their turn
      await turn()
    }
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at + 1)
      if (end - at > piece_chars && end < text.length && !isName(text, end)) large.set(at, end)
      at = end
    } else if (code === COMMA) values += 1
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      values += 1
      open.push(at)
      if (open.length > depth_max) throw new RefusedJson('too_deep')
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      const start = open.pop()
      if (start === undefined) throw new RefusedJson('malformed')
      if (at - start > piece_chars) large.set(start, at)
    }
    if (values > values_max) throw new RefusedJson('too_many_values')
  }
  if (open.length > 0) throw new RefusedJson('malformed')
  return large
}

/** Returns whether a string that ends here is a member name. */
function isName(text: string, end: number): boolean {
  let next = end + 1
  while (BLANKS.has(text.charCodeAt(next))) next += 1
  return text.charCodeAt(next) === COLON
}

/** Text being parsed. */
class ParseState {
  readonly #text: string
  readonly #large: ReadonlyMap<number, number>
  readonly #bounds: Bounds

  constructor(text: string, large: ReadonlyMap<number, number>, bounds: Bounds) {
    this.#text = text
    this.#large = large
    this.#bounds = bounds
  }

  async parse(): Promise<unknown> {
    const text = this.#text
    const start = text.search(/[^\t\n\r ]/)
    const end = this.#large.get(start)
    if (end === undefined) return parsed(text)
    if (!BLANK.test(text.slice(end + 1))) throw new RefusedJson('malformed')
    return this.#largeValue(start, end)
  }

  async #largeValue(start: number, end: number): Promise<unknown> {
    if (this.#text.charCodeAt(start) !== QUOTE) return this.#container(start, end)
    const { piece_chars, turn } = this.#bounds
    const value = await valueOfString(this.#text.slice(start + 1, end), piece_chars, turn)
    if (value === undefined) throw new RefusedJson('malformed')
    return value
  }

  /** The first pass limits the nesting. */
  async #container(start: number, end: number): Promise<unknown> {
    const text = this.#text
    const { piece_chars, turn } = this.#bounds
    const isList = text.charCodeAt(start) === OPEN_BRACKET
    if (text.charCodeAt(end) !== (isList ? CLOSE_BRACKET : CLOSE_BRACE)) throw new RefusedJson('malformed')
    const created = isList ? new ListState() : new ObjectState()
    let piece = start + 1
    let member = piece
    /** Whether the previous member was added, so that only a comma may follow. */
    let isAdded = false
    let depth = 0
    for (let at = start + 1; at <= end; at += 1) {
      const code = text.charCodeAt(at)
      const inner = depth === 0 && at < end ? this.#large.get(at) : undefined
      if (inner !== undefined) {
        if (isAdded) throw new RefusedJson('malformed')
        if (member > piece) created.add(text.slice(piece, member - 1))
        // oxlint-disable-next-line no-await-in-loop -- one after the other, with turns of others in between
        created.addLarge(text.slice(member, at), await this.#largeValue(at, inner))
        isAdded = true
        at = inner
        piece = at + 1
      } else if (code === QUOTE) at = endOfString(text, at + 1)
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
      else if (at < end && (code === CLOSE_BRACE || code === CLOSE_BRACKET)) depth -= 1
      else if (depth === 0 && (code === COMMA || at === end)) {
        if (isAdded) {
          if (!BLANK.test(text.slice(piece, at))) throw new RefusedJson('malformed')
          isAdded = false
          piece = at + 1
        } else if (at === end || at - piece >= piece_chars) {
          const isWhole = at === end && piece === start + 1
          created.add(text.slice(piece, at), isWhole)
          piece = at + 1
          // oxlint-disable-next-line no-await-in-loop -- lets others have their turn
          await turn()
        }
        member = at + 1
      }
    }
    return created.value
  }
}

class ListState {
  readonly value: unknown[] = []

  /** @param mayBeEmpty whether the text is the complete list */
  add(members: string, mayBeEmpty = false): void {
    const items = parsed(`[${members}]`) as unknown[]
    if (items.length === 0 && !mayBeEmpty) throw new RefusedJson('malformed')
    for (const item of items) this.value.push(item)
  }

  addLarge(before: string, value: unknown): void {
    if (!BLANK.test(before)) throw new RefusedJson('malformed')
    this.value.push(value)
  }
}

class ObjectState {
  readonly value: Record<string, unknown> = {}

  /** @param mayBeEmpty whether the text is the complete object */
  add(members: string, mayBeEmpty = false): void {
    const entries = Object.entries(parsed(`{${members}}`) as Record<string, unknown>)
    if (entries.length === 0 && !mayBeEmpty) throw new RefusedJson('malformed')
    for (const [name, member] of entries) this.#set(name, member)
  }

  addLarge(before: string, value: unknown): void {
    const [name, ...others] = Object.keys(parsed(`{${before}null}`) as object)
    if (name === undefined || others.length > 0) throw new RefusedJson('malformed')
    this.#set(name, value)
  }

  /** The name may be `__proto__`, and an assignment would replace the prototype. */
  #set(name: string, value: unknown): void {
    if (name === '__proto__') {
      Object.defineProperty(this.value, name, { value, writable: true, enumerable: true, configurable: true })
    } else this.value[name] = value
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The engine's message quotes the text, which may contain a secret.
    throw new RefusedJson('malformed')
  }
}
