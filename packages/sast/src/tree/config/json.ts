import { Failure } from '@gatehouse/kernel'
import type { OwnGrammar } from '../grammar.ts'
import { ownGrammar, type TreeWriter } from '../own-grammar.ts'
import { CONFIG_FIELDS, CONFIG_KINDS, DEPTH_MAX } from './kinds.ts'

/** Returns the grammar for relaxed JSON, with comments and trailing commas. Invalid parts are reported, and the rest is parsed. */
export function jsonGrammar(): OwnGrammar {
  return ownGrammar({
    kinds: CONFIG_KINDS,
    fields: CONFIG_FIELDS,
    read: (text, writer) => new JsonReader(text, writer).read(),
  })
}

const NUMBER = /^[+-]?(?:\d|\.\d)[\w.+-]*$/

class JsonReader {
  readonly #text: string
  readonly #writer: TreeWriter
  #at = 0

  constructor(text: string, writer: TreeWriter) {
    this.#text = text
    this.#writer = writer
  }

  read(): void {
    this.#skip()
    this.#writer.open('document', this.#at)
    while (this.#at < this.#text.length) {
      const start = this.#at
      this.#value('', 0)
      this.#skip()
      if (this.#at < this.#text.length && this.#at > start) this.#wrong()
    }
    this.#writer.close(this.#at)
  }

  /** Parses a value. @returns its end offset */
  #value(field: string, depth: number): number {
    if (depth > DEPTH_MAX) throw new Failure('limit_reached', 'The text is nested too deeply.')
    const char = this.#text[this.#at]
    if (char === '{') return this.#list('mapping', '}', field, depth)
    if (char === '[') return this.#list('sequence', ']', field, depth)
    if (char === '"' || char === "'") return this.#string(field)
    return this.#word(field)
  }

  #list(kind: 'mapping' | 'sequence', end: string, field: string, depth: number): number {
    this.#writer.open(kind, this.#at, field)
    this.#at += 1
    for (;;) {
      this.#skip()
      const char = this.#text[this.#at]
      if (char === undefined) {
        this.#writer.unread(this.#at - 1, this.#at)
        break
      }
      if (char === ',') this.#at += 1
      else if (char === end) {
        this.#at += 1
        break
      } else if (kind === 'mapping') this.#pair(depth)
      else this.#value('', depth + 1)
    }
    this.#writer.close(this.#at)
    return this.#at
  }

  #pair(depth: number): void {
    const start = this.#at
    this.#writer.open('pair', start)
    let end = this.#key()
    this.#skip()
    if (this.#text[this.#at] === ':') {
      this.#at += 1
      this.#skip()
      end = this.#value('value', depth + 1)
    }
    this.#writer.close(end)
  }

  /** A name without its quotes. */
  #key(): number {
    const start = this.#at
    const char = this.#text[start]
    if (char === '"' || char === "'") {
      this.#pastString(char)
      const isClosed = this.#text[this.#at - 1] === char && this.#at - 1 > start
      this.#writer.leaf('key', start + 1, isClosed ? this.#at - 1 : this.#at, 'key')
    } else if (this.#pastWord()) this.#writer.leaf('key', start, this.#at, 'key')
    else this.#wrong()
    return this.#at
  }

  #string(field: string): number {
    const start = this.#at
    this.#pastString(this.#text[start]!)
    this.#writer.open('string', start, field)
    const isClosed = this.#text[this.#at - 1] === this.#text[start] && this.#at - 1 > start
    this.#writer.leaf('content', start + 1, isClosed ? this.#at - 1 : this.#at)
    this.#writer.close(this.#at)
    return this.#at
  }

  #word(field: string): number {
    const start = this.#at
    if (!this.#pastWord()) {
      this.#wrong()
      return this.#at
    }
    const word = this.#text.slice(start, this.#at)
    const kind =
      word === 'true' || word === 'false'
        ? 'boolean'
        : word === 'null'
          ? 'null'
          : NUMBER.test(word)
            ? 'number'
            : 'alias'
    // An unknown bare word is only valid in patterns.
    if (kind === 'alias' && !word.startsWith('__GH')) this.#writer.unread(start, this.#at)
    this.#writer.leaf(kind, start, this.#at, field)
    return this.#at
  }

  #pastWord(): boolean {
    const start = this.#at
    while (this.#at < this.#text.length && /[\w$.+-]/.test(this.#text[this.#at]!)) this.#at += 1
    return this.#at > start
  }

  #pastString(quote: string): void {
    const text = this.#text
    for (this.#at += 1; this.#at < text.length; this.#at += 1) {
      const char = text[this.#at]
      if (char === '\\') this.#at += 1
      else if (char === quote) {
        this.#at += 1
        return
      } else if (char === '\n') break
    }
    this.#at = Math.min(this.#at, text.length)
    this.#writer.unread(this.#at - 1, this.#at)
  }

  /** Blanks and comments. */
  #skip(): void {
    const text = this.#text
    while (this.#at < text.length) {
      const char = text[this.#at]!
      if (char <= ' ' || char === '\uFEFF') this.#at += 1
      else if (text.startsWith('//', this.#at)) this.#pastOr('\n', 0)
      else if (text.startsWith('/*', this.#at)) this.#pastOr('*/', 2)
      else return
    }
  }

  #pastOr(end: string, length: number): void {
    const at = this.#text.indexOf(end, this.#at)
    this.#at = at === -1 ? this.#text.length : at + length
  }

  /** Reports an unexpected or a missing character. */
  #wrong(): void {
    this.#writer.unread(this.#at, this.#at + 1)
    this.#at = Math.min(this.#at + 1, this.#text.length)
  }
}
