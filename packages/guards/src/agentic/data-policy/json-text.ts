import { JsonTokens, type TokenKind } from './json-tokens.ts'

/**
 * A JSON text (or JSON lines) prepared for screening: its keys and values, one per line, with an offset map. Escapes are decoded, so that
 * `\u0034` hides no digit.
 */
export interface JsonText {
  readonly raw: string
  readonly tokens: JsonTokens
  /** `key: value` lines for detectors with context words. */
  readonly text: string
}

/** JSON in strings of JSON is read so deep; tool servers wrap results once or twice. */
const EMBEDDED_DEPTH_MAX = 8

/** Maximum number of strings per payload that are parsed as JSON. In further strings runs of backslashes count as one. */
const EMBEDDED_MAX = 20_000

/** Minimum length of a string with a JSON object. */
const EMBEDDED_CHARS_MIN = 4

const BEHIND_KEY = ': '
const BEHIND_KEY_LINE = ':\n'
/** Pieces of text that are joined at a time. */
const PIECES_MAX = 4_096
const BEHIND_VALUE = '\n'

/**
 * Parses a text as JSON, as a JSON string, or as JSON lines. Time and memory are linear in the text times the depth of JSON in strings;
 * nesting uses the heap, never the stack.
 * @returns undefined for any other text
 */
export function readJson(raw: string): JsonText | undefined {
  return readAt(raw, 0, { embedded: EMBEDDED_MAX })
}

/** How many more strings may be read as JSON. */
interface JsonBudget {
  embedded: number
}

function readAt(raw: string, depth: number, capacity: JsonBudget): JsonText | undefined {
  if (!looksLikeJson(raw, depth)) return undefined
  return isJson(raw) || isJsonLines(raw) ? new Reader(raw, depth, capacity).read() : undefined
}

/** Returns the text with every value on its own line, at the same offsets, so that `^` and `$` of patterns match at a value. */
export function linesOf({ text, tokens }: JsonText): string {
  const parts: string[] = []
  let from = 0
  for (let index = 0; index < tokens.count; index++) {
    const inner = tokens.inner.get(index)
    if (inner !== undefined) {
      parts.push(text.slice(from, tokens.from(index)), linesOf(inner))
      from = tokens.to(index)
    } else if (tokens.kind(index) === 'key') {
      parts.push(text.slice(from, tokens.to(index)), BEHIND_KEY_LINE)
      from = tokens.to(index) + BEHIND_KEY.length
    }
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** Minimum number of words in a sentence-like name, with any separators. */
const NAME_WORDS_MIN = 6

/** Returns the values, one per line. Includes member names only if they are sentence-like. */
export function valuesOf(json: JsonText): string {
  const values: string[] = []
  // The depth of inner texts is limited by the parser.
  const add = ({ text, tokens }: JsonText): void => {
    for (let index = 0; index < tokens.count; index++) {
      const inner = tokens.inner.get(index)
      if (inner !== undefined) add(inner)
      else if (tokens.kind(index) !== 'scalar') {
        const message = text.slice(tokens.from(index), tokens.to(index))
        const line = tokens.kind(index) === 'key' ? sentenceOf(message) : message
        if (line !== '') values.push(line)
      }
    }
  }
  add(json)
  return values.join('\n')
}

/** Returns the words of a sentence-like name; empty for an ordinary name. */
function sentenceOf(name: string): string {
  if (/\S\s+\S/.test(name)) return name
  const words = name.split(/[_.-]+/)
  return words.length < NAME_WORDS_MIN ? '' : words.join(' ')
}

/**
 * Returns whether a text looks like JSON. For a payload a single number counts too, because a program that parses it as JSON must be able
 * to parse the result.
 */
function looksLikeJson(raw: string, depth: number): boolean {
  const first = raw.charAt(firstVisible(raw))
  return first === '{' || first === '[' || first === '"' || (depth === 0 && /[\d-]/.test(first))
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

/** Walks a valid text; one object per text. */
class Reader {
  readonly #raw: string
  readonly #depth: number
  readonly #room: JsonBudget
  readonly #tokens = new JsonTokens()
  #pieces: string[] = []
  readonly #texts: string[] = []
  /** The enclosing objects and arrays; -1 for an array, else the number of the object. */
  readonly #around: number[] = []
  #objects = 0
  #expectsKey = false
  #length = 0

  constructor(raw: string, depth: number, capacity: JsonBudget) {
    this.#raw = raw
    this.#depth = depth
    this.#room = capacity
  }

  read(): JsonText {
    const raw = this.#raw
    for (let at = 0; at < raw.length;) at = this.#step(at)
    this.#texts.push(this.#pieces.join(''))
    return { raw, tokens: this.#tokens, text: this.#texts.join('') }
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
    const text = escaped ? (JSON.parse(raw.slice(start, end)) as string) : raw.slice(start + 1, end - 1)
    const kind = this.#expectsKey ? 'key' : 'string'
    const inner = kind === 'string' ? this.#embedded(text) : undefined
    const plain = kind === 'string' && inner === undefined ? this.#unwrapped(text) : text
    const index = this.#add(kind, escaped, start, end, inner?.text ?? plain)
    if (inner !== undefined) this.#tokens.inner.set(index, inner)
    else if (plain !== text) this.#tokens.whole.add(index)
    return end
  }

  #embedded(text: string): JsonText | undefined {
    if (!this.#maySeeInside || text.length < EMBEDDED_CHARS_MIN) return undefined
    const inner = readAt(text, this.#depth + 1, this.#room)
    if (inner !== undefined) this.#room.embedded--
    return inner
  }

  get #maySeeInside(): boolean {
    return this.#depth < EMBEDDED_DEPTH_MAX && this.#room.embedded > 0
  }

  /** Also decodes repeated escapes, so that deeply nested JSON cannot hide content. */
  #unwrapped(text: string): string {
    return this.#maySeeInside || !looksLikeJson(text, this.#depth + 1) ? text : text.replaceAll(/\\{2,}/g, '\\')
  }

  #scalar(start: number): number {
    const raw = this.#raw
    let end = start + 1
    while (end < raw.length && !isEndOfScalar(raw.charCodeAt(end))) end++
    this.#add('scalar', false, start, end, digitsOf(raw.slice(start, end)))
    return end
  }

  #add(kind: TokenKind, escaped: boolean, start: number, end: number, text: string): number {
    const from = this.#length
    const to = from + text.length
    const behind = kind === 'key' ? BEHIND_KEY : BEHIND_VALUE
    this.#length = to + behind.length
    if (this.#pieces.push(text, behind) >= PIECES_MAX) {
      this.#texts.push(this.#pieces.join(''))
      this.#pieces = []
    }
    const object = kind === 'key' ? this.#around.at(-1)! : -1
    return this.#tokens.add(kind, escaped, { start, end, from, to, object })
  }
}

/** Maximum number of digits of a relevant number. */
const DIGITS_MAX = 40

/** Returns a number by its decimal digits: `4.1e3` and `4100.0` are 4100. Other scalars are unchanged. */
function digitsOf(scalar: string): string {
  const [, sign, whole, part = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(scalar) ?? []
  if (sign === undefined || whole === undefined || (part === '' && exponent === '0')) return scalar
  const digits = whole + part
  const point = whole.length + Number(exponent)
  if (point < 1 || point > DIGITS_MAX || digits.length > DIGITS_MAX) return scalar
  const before = digits
    .slice(0, point)
    .padEnd(point, '0')
    .replace(/^0+(?=\d)/, '')
  const behind = digits.slice(point)
  if (!/[1-9]/.test(behind)) return sign + before
  return exponent === '0' ? scalar : `${sign}${before}.${behind}`
}

function isEndOfScalar(code: number): boolean {
  return code === 0x2c || code === 0x5d || code === 0x7d || isBlank(code)
}
