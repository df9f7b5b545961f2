/** A JSON value with its location. */
export type PlacedJson = {
  readonly start: number
  readonly end: number
} & (
  | { readonly type: 'object'; readonly members: readonly { readonly key: PlacedText; readonly value: PlacedJson }[] }
  | { readonly type: 'array'; readonly values: readonly PlacedJson[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'word'; readonly word: string }
)

export interface PlacedText {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Own limit: deeper values are not written by hand. */
const DEPTH_MAX = 100

const BLANK = /[ \t\r\n\uFEFF]*/y
const STRING = /"(?:[^"\\]|\\.)*"/sy
const WORD = /-?\d[\d.eE+-]{0,60}|true|false|null/y

/** Parses JSON with the locations of all values; undefined for invalid JSON. */
export function readPlacedJson(text: string): PlacedJson | undefined {
  const reader = new JsonReader(text)
  const value = reader.value(0)
  reader.skip()
  return reader.at === text.length ? value : undefined
}

class JsonReader {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  skip(): void {
    BLANK.lastIndex = this.at
    BLANK.test(this.#text)
    this.at = BLANK.lastIndex
  }

  value(depth: number): PlacedJson | undefined {
    this.skip()
    const start = this.at
    const char = this.#text[start]
    if (depth > DEPTH_MAX) return undefined
    if (char === '{') return this.#object(depth)
    if (char === '[') return this.#array(depth)
    if (char === '"') {
      const text = this.#string()
      return text === undefined ? undefined : { type: 'text', ...text }
    }
    const word = this.#match(WORD)
    return word === undefined ? undefined : { type: 'word', word, start, end: this.at }
  }

  #object(depth: number): PlacedJson | undefined {
    const start = this.at
    const members: { key: PlacedText; value: PlacedJson }[] = []
    this.at += 1
    for (;;) {
      this.skip()
      if (this.#take('}')) return { type: 'object', members, start, end: this.at }
      if (members.length > 0 && !this.#take(',')) return undefined
      this.skip()
      const key = this.#string()
      this.skip()
      const value = key !== undefined && this.#take(':') ? this.value(depth + 1) : undefined
      if (key === undefined || value === undefined) return undefined
      members.push({ key, value })
    }
  }

  #array(depth: number): PlacedJson | undefined {
    const start = this.at
    const values: PlacedJson[] = []
    this.at += 1
    for (;;) {
      this.skip()
      if (this.#take(']')) return { type: 'array', values, start, end: this.at }
      if (values.length > 0 && !this.#take(',')) return undefined
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      values.push(value)
    }
  }

  #string(): PlacedText | undefined {
    const start = this.at
    const written = this.#match(STRING)
    if (written === undefined) return undefined
    try {
      return { text: String(JSON.parse(written)), start, end: this.at }
    } catch {
      // Invalid escape sequence.
      return undefined
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  #take(char: string): boolean {
    if (this.#text[this.at] !== char) return false
    this.at += 1
    return true
  }
}
