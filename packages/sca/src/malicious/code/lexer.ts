/** Kinds of tokens. */
export const TOKEN = { end: 0, name: 1, text: 2, number: 3, mark: 4, line: 5 } as const
export type TokenKind = (typeof TOKEN)[keyof typeof TOKEN]

export type Syntax = 'js' | 'python'

/** Maximum nesting of templates; deeper ones are read as plain text. */
const TEMPLATES_MAX = 64

/** Maximum length of a regular expression; longer ones are read as other tokens, which keeps the time linear. */
const REGEX_UNITS_MAX = 2_000

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0c
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
/** All non-ASCII bytes count as letters: UTF-8 is read byte by byte. */
const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code === 0x24 || code >= 0x80

/** Words after which a slash starts a regular expression. */
const BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'delete', 'throw', 'new'])

/**
 * Tolerant tokenizer for JavaScript, TypeScript or Python, one token at a time. Comments are left out. Time is linear in the text; memory
 * is constant. The fields describe the current token.
 */
export class Lexer {
  readonly text: string
  kind: TokenKind = TOKEN.end
  start = 0
  end = 0
  /** Of a mark, its character code; else 0. */
  code = 0
  /** Whether a line break precedes this token. */
  isFirstOfLine = true
  readonly #isPython: boolean
  /** Brace depths at which a template continues. */
  readonly #templates: number[] = []
  #depth = 0
  #at = 0
  #isValueBefore = false
  /** Whether the text at {@link #at} is the rest of a template. */
  #isInTemplate = false

  constructor(text: string, syntax: Syntax) {
    this.text = text
    this.#isPython = syntax === 'python'
    if (text.startsWith('#!')) this.#at = this.#lineEnd(0)
  }

  /** The text of the present token. */
  word(): string {
    return this.text.slice(this.start, this.end)
  }

  /** Advances to the next token; returns false at the end. */
  next(): boolean {
    this.isFirstOfLine = false
    this.code = 0
    if (this.#isInTemplate) {
      this.#isInTemplate = false
      return this.#template(this.#at)
    }
    this.#skip()
    const { text } = this
    this.start = this.#at
    if (this.#at >= text.length) return this.#take(TOKEN.end, text.length, false)
    const code = text.charCodeAt(this.#at)
    if (isLetter(code)) return this.#name()
    if (isDigit(code)) return this.#take(TOKEN.number, this.#wordEnd(this.#at + 1), true)
    if (code === 0x22 || code === 0x27) return this.#string(code)
    if (!this.#isPython) {
      if (code === 0x60) return this.#template(this.#at + 1)
      if (code === 0x2f && !this.#isValueBefore) return this.#regex()
    }
    return this.#mark(code)
  }

  #take(kind: TokenKind, end: number, isValue: boolean): boolean {
    this.kind = kind
    this.end = end
    this.#at = end
    this.#isValueBefore = isValue
    return kind !== TOKEN.end
  }

  /** Skips spaces, line ends and comments. */
  #skip(): void {
    const { text } = this
    let at = this.#at
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x0a) this.isFirstOfLine = true
      else if (isSpace(code)) continue
      else if (this.#isPython && code === 0x23) at = this.#lineEnd(at) - 1
      else if (this.#isPython && code === 0x5c && text.charCodeAt(at + 1) === 0x0a) at += 1
      else if (!this.#isPython && code === 0x2f && text.charCodeAt(at + 1) === 0x2f) at = this.#lineEnd(at) - 1
      else if (!this.#isPython && code === 0x2f && text.charCodeAt(at + 1) === 0x2a) at = this.#find('*/', at + 2) - 1
      else break
    }
    this.#at = at
  }

  #name(): boolean {
    const end = this.#wordEnd(this.#at + 1)
    const { text } = this
    const next = text.charCodeAt(end)
    if (this.#isPython && end - this.#at <= 2 && (next === 0x22 || next === 0x27)) {
      this.#at = end
      return this.#string(next)
    }
    const isWord = end - this.start <= 6 && BEFORE_REGEX.has(text.slice(this.start, end))
    return this.#take(TOKEN.name, end, !isWord)
  }

  #wordEnd(from: number): number {
    const { text } = this
    let at = from
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (!isLetter(code) && !isDigit(code)) break
    }
    return at
  }

  #string(quote: number): boolean {
    const { text } = this
    const from = this.#at
    if (this.#isPython && text.charCodeAt(from + 1) === quote && text.charCodeAt(from + 2) === quote) {
      return this.#take(TOKEN.text, this.#find(String.fromCharCode(quote).repeat(3), from + 3), true)
    }
    let at = from + 1
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x5c) at += 1
      else if (code === quote || code === 0x0a) break
    }
    return this.#take(TOKEN.text, Math.min(at + 1, text.length), true)
  }

  /** Reads a template from `from` on: up to its end, or to a substitution, which is then read like a parenthesized expression. */
  #template(from: number): boolean {
    const { text } = this
    this.start = Math.max(from - 1, 0)
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x5c) at += 1
      else if (code === 0x60) return this.#take(TOKEN.text, at + 1, true)
      else if (code === 0x24 && text.charCodeAt(at + 1) === 0x7b && this.#templates.length < TEMPLATES_MAX) {
        this.#templates.push(this.#depth)
        this.#depth += 1
        return this.#take(TOKEN.text, at + 2, false)
      }
    }
    return this.#take(TOKEN.text, text.length, true)
  }

  #regex(): boolean {
    const { text } = this
    let isInClass = false
    const end = Math.min(text.length, this.#at + REGEX_UNITS_MAX)
    for (let at = this.#at + 1; at < end; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x5c) at += 1
      else if (code === 0x0a) break
      else if (code === 0x5b) isInClass = true
      else if (code === 0x5d) isInClass = false
      else if (code === 0x2f && !isInClass) return this.#take(TOKEN.number, this.#wordEnd(at + 1), true)
    }
    return this.#mark(0x2f)
  }

  #mark(code: number): boolean {
    this.code = code
    if (code === 0x7b) this.#depth += 1
    else if (code === 0x7d) {
      this.#depth = Math.max(0, this.#depth - 1)
      if (this.#templates.at(-1) === this.#depth) {
        this.#templates.pop()
        this.#isInTemplate = true
      }
    }
    return this.#take(TOKEN.mark, this.#at + 1, code === 0x29 || code === 0x5d || code === 0x7d)
  }

  #lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from)
    return end === -1 ? this.text.length : end
  }

  #find(subject: string, from: number): number {
    const found = this.text.indexOf(subject, from)
    return found === -1 ? this.text.length : found + subject.length
  }
}
