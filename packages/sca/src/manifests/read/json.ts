import { Failure } from '@gatehouse/kernel'
import { DEPTH_MAX, Table, type Value } from './value.ts'

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

/**
 * Parses JSON with the line of each key. Comments and trailing commas are accepted: bun and users write them. Linear time.
 * @throws {Failure} `invalid_request` naming the line of the error
 */
export function readJson(text: string): Value {
  const reader = new JsonReader(text)
  const value = reader.value(0)
  reader.end()
  return value
}

class JsonReader {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
    if (text.charCodeAt(0) === 0xfe_ff) this.#at = 1
  }

  end(): void {
    this.#space()
    if (this.#at < this.#text.length) throw this.#wrong('unexpected data after the end of the document')
  }

  value(depth: number): Value {
    if (depth > DEPTH_MAX) throw this.#wrong('it is nested too deeply')
    this.#space()
    const letter = this.#text[this.#at]
    if (letter === '{') return this.#table(depth)
    if (letter === '[') return this.#list(depth)
    if (letter === '"') return this.#string()
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    NUMBER.lastIndex = this.#at
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined) throw this.#wrong('a value is missing')
    this.#at += number.length
    return Number(number)
  }

  #table(depth: number): Table {
    const table = new Table(this.#line)
    this.#at += 1
    for (;;) {
      this.#space()
      if (this.#takes('}')) return table
      if (this.#text[this.#at] !== '"') throw this.#wrong('a key is missing')
      const line = this.#line
      const key = this.#string()
      this.#space()
      if (!this.#takes(':')) throw this.#wrong('a colon is missing')
      table.set(key, this.value(depth + 1), line)
      this.#space()
      if (!this.#takes(',') && this.#text[this.#at] !== '}') throw this.#wrong('a comma is missing')
    }
  }

  #list(depth: number): Value[] {
    const list: Value[] = []
    this.#at += 1
    for (;;) {
      this.#space()
      if (this.#takes(']')) return list
      list.push(this.value(depth + 1))
      this.#space()
      if (!this.#takes(',') && this.#text[this.#at] !== ']') throw this.#wrong('a comma is missing')
    }
  }

  #string(): string {
    const from = this.#at
    for (let at = from + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at)
      if (code === 0x5c) at += 1
      else if (code === 0x0a) break
      else if (code === 0x22) {
        this.#at = at + 1
        const raw = this.#text.slice(from, at + 1)
        return raw.includes('\\') ? this.#unescape(raw) : raw.slice(1, -1)
      }
    }
    throw this.#wrong('a string is not closed')
  }

  #unescape(raw: string): string {
    try {
      return String(JSON.parse(raw))
    } catch {
      throw this.#wrong('a string contains an invalid escape sequence')
    }
  }

  #takes(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false
    this.#at += 1
    return true
  }

  /** Past blanks and comments. */
  #space(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === 0x0a) this.#line += 1
      else if (code === 0x2f) this.#comment()
      else if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return
    }
  }

  /** Leaves the position at its last character. */
  #comment(): void {
    const isBlock = this.#text[this.#at + 1] === '*'
    if (!isBlock && this.#text[this.#at + 1] !== '/') throw this.#wrong('a value is missing')
    const end = this.#text.indexOf(isBlock ? '*/' : '\n', this.#at + 2)
    if (end === -1) this.#at = this.#text.length
    else if (!isBlock) this.#at = end - 1
    else {
      for (let at = this.#at; at < end; at += 1) if (this.#text.charCodeAt(at) === 0x0a) this.#line += 1
      this.#at = end + 1
    }
  }

  #wrong(subject: string): Failure {
    return new Failure('invalid_request', `Invalid JSON in line ${this.#line}: ${subject}.`)
  }
}
