/** A key or a scalar of a JSON text: where it stands, and where what it says stands in the flattened text. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'scalar'
  /** `[start, end)` in the JSON text, quotes included. */
  readonly start: number
  readonly end: number
  /** `[from, to)` in the flattened text. */
  readonly from: number
  readonly to: number
  /** The object that a key belongs to, by number; -1 for values. */
  readonly object: number
  /** Whether the string holds escapes, so that places in it and in what it says differ. */
  readonly escaped: boolean
  /** The JSON that the string itself holds, e.g. the `text` of a tool server's result. */
  readonly inner: JsonText | undefined
}

/**
 * A JSON text (or JSON lines) read for screening: what its keys and values say, one to a line, with the way back. Escapes are
 * undone, so that `\u0034` hides no digit.
 */
export interface JsonText {
  readonly raw: string
  readonly tokens: readonly JsonToken[]
  /** `key: value` lines: what detectors read that look at the words around a value. */
  readonly text: string
  /** The same with every value on a line of its own, at the same places: what patterns read, whose `^` and `$` mean a value. */
  readonly lines: string
}

/** JSON in strings of JSON is read so deep; tool servers wrap results once or twice. */
const EMBEDDED_DEPTH_MAX = 4

/** A string shorter than this holds no object worth reading. */
const EMBEDDED_CHARS_MIN = 4

const BEHIND_KEY = ': '
const BEHIND_KEY_LINE = ':\n'
const BEHIND_VALUE = '\n'

/**
 * Reads a text as JSON, as a JSON string, or as JSON lines. Time and memory are linear in the text times the depth of JSON in
 * strings; nesting costs heap, never stack.
 * @returns undefined where the text is none of these
 */
export function readJson(raw: string, depth = 0): JsonText | undefined {
  if (!looksLikeJson(raw, depth)) return undefined
  return isJson(raw) || isJsonLines(raw) ? new Reader(raw, depth).read() : undefined
}

function looksLikeJson(raw: string, depth: number): boolean {
  const first = raw.charAt(firstVisible(raw))
  return first === '{' || first === '[' || (depth === 0 && first === '"')
}

function firstVisible(raw: string): number {
  let at = 0
  while (at < raw.length && isBlank(raw.charCodeAt(at))) at++
  return at
}

function isJson(raw: string): boolean {
  try {
    JSON.parse(raw.charCodeAt(0) === BYTE_ORDER_MARK ? raw.slice(1) : raw)
    return true
  } catch {
    return false
  }
}

function isJsonLines(raw: string): boolean {
  if (!raw.includes('\n')) return false
  let lines = 0
  for (const line of raw.split('\n')) {
    const first = line.charAt(firstVisible(line))
    if (first === '') continue
    if ((first !== '{' && first !== '[') || !isJson(line)) return false
    lines++
  }
  return lines > 0
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === BYTE_ORDER_MARK
}

/** Some programs write it before JSON, and most readers skip it. */
const BYTE_ORDER_MARK = 0xfeff

/** Walks a text that is known to be valid; one object for one text. */
class Reader {
  readonly #raw: string
  readonly #depth: number
  readonly #tokens: JsonToken[] = []
  readonly #text: string[] = []
  readonly #lines: string[] = []
  /** The objects and arrays around the present place; -1 for an array, else the number of the object. */
  readonly #around: number[] = []
  #objects = 0
  #expectsKey = false
  #length = 0

  constructor(raw: string, depth: number) {
    this.#raw = raw
    this.#depth = depth
  }

  read(): JsonText {
    const raw = this.#raw
    for (let at = 0; at < raw.length;) at = this.#step(at)
    return { raw, tokens: this.#tokens, text: this.#text.join(''), lines: this.#lines.join('') }
  }

  #step(at: number): number {
    switch (this.#raw.charAt(at)) {
      case '{':
        this.#around.push(this.#objects++)
        this.#expectsKey = true
        return at + 1
      case '[':
        this.#around.push(-1)
        this.#expectsKey = false
        return at + 1
      case '}':
      case ']':
        this.#around.pop()
        this.#expectsKey = false
        return at + 1
      case ',':
        this.#expectsKey = (this.#around.at(-1) ?? -1) >= 0
        return at + 1
      case ':':
        this.#expectsKey = false
        return at + 1
      case '"':
        return this.#string(at)
      default:
        return isBlank(this.#raw.charCodeAt(at)) ? at + 1 : this.#scalar(at)
    }
  }

  #string(start: number): number {
    const raw = this.#raw
    let end = start + 1
    let escaped = false
    for (let code = raw.charCodeAt(end); code !== 0x22; code = raw.charCodeAt(end)) {
      if (code === 0x5c) escaped = true
      end += code === 0x5c ? 2 : 1
    }
    end++
    const said = escaped ? (JSON.parse(raw.slice(start, end)) as string) : raw.slice(start + 1, end - 1)
    const kind = this.#expectsKey ? 'key' : 'string'
    const inner = kind === 'string' ? this.#embedded(said) : undefined
    this.#add({ kind, start, end, escaped, inner, object: kind === 'key' ? this.#around.at(-1)! : -1 }, said)
    return end
  }

  #embedded(said: string): JsonText | undefined {
    if (this.#depth >= EMBEDDED_DEPTH_MAX || said.length < EMBEDDED_CHARS_MIN) return undefined
    return readJson(said, this.#depth + 1)
  }

  #scalar(start: number): number {
    const raw = this.#raw
    let end = start + 1
    while (end < raw.length && !isEndOfScalar(raw.charCodeAt(end))) end++
    const token = { kind: 'scalar', start, end, escaped: false, inner: undefined, object: -1 } as const
    this.#add(token, digitsOf(raw.slice(start, end)))
    return end
  }

  #add(token: Omit<JsonToken, 'from' | 'to'>, said: string): void {
    const { inner } = token
    const text = inner?.text ?? said
    const lines = inner?.lines ?? said
    const from = this.#length
    this.#tokens.push({ ...token, from, to: from + text.length })
    const isKey = token.kind === 'key'
    this.#text.push(text, isKey ? BEHIND_KEY : BEHIND_VALUE)
    this.#lines.push(lines, isKey ? BEHIND_KEY_LINE : BEHIND_VALUE)
    this.#length = from + text.length + (isKey ? BEHIND_KEY.length : BEHIND_VALUE.length)
  }
}

/** A whole number with an exponent as the digits that a reader makes of it: `4.1e3` is 4100. */
function digitsOf(scalar: string): string {
  if (!/^-?\d[\d.]*[eE]/.test(scalar)) return scalar
  const number = Number(scalar)
  return Number.isSafeInteger(number) ? String(number) : scalar
}

function isEndOfScalar(code: number): boolean {
  return code === 0x2c || code === 0x5d || code === 0x7d || isBlank(code)
}
