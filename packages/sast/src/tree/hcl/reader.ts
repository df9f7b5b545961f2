import type { HclField, HclKind, HclNode } from './node.ts'

/** Own limit: deeper than any hand-written file; each level takes several stack frames. */
const DEPTH_MAX = 200

/** A syntax error in a region; the code around it is still parsed. */
export class Unreadable extends Error {}

const BLANK = /[ \t\r\f\v\u00A0\uFEFF]*/y
const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_-]*/uy
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Own limit: maximum number of times that invalid text is parsed again. */
const WASTED_TIMES = 8
const WASTED_MIN = 100_000

const BRACKETS: ReadonlySet<string> = new Set(['{', '}', '[', ']', '(', ')'])

/** A position in a text, with methods that read and advance. */
export class Reader {
  readonly text: string
  at = 0
  /** Characters that were read for nothing. */
  #wasted = 0
  /** Comments skipped since the last call of `takeComments`. */
  #comments: HclNode[] = []
  #depth = 0

  constructor(text: string) {
    this.text = text
  }

  get isDone(): boolean {
    return this.at >= this.text.length
  }

  /** Runs `read` one level deeper. @throws {Unreadable} below the last level */
  deeper<T>(read: () => T): T {
    if (this.#depth >= DEPTH_MAX) throw new Unreadable('It is nested too deeply.')
    this.#depth += 1
    try {
      return read()
    } finally {
      this.#depth -= 1
    }
  }

  /** Skips whitespace and comments. @param lines whether line breaks are whitespace too */
  skip(lines: boolean): void {
    for (;;) {
      BLANK.lastIndex = this.at
      BLANK.test(this.text)
      this.at = Math.max(this.at, BLANK.lastIndex)
      const char = this.text[this.at]
      if (char === '\n' && lines) this.at += 1
      else if (char === '#' || (char === '/' && this.text[this.at + 1] === '/')) this.#lineComment()
      else if (char === '/' && this.text[this.at + 1] === '*') this.#blockComment()
      else return
    }
  }

  /** Returns the skipped comments, each once. */
  takeComments(): readonly HclNode[] {
    if (this.#comments.length === 0) return this.#comments
    const comments = this.#comments
    this.#comments = []
    return comments
  }

  /** Drops the comments after an offset, which is read again. */
  backTo(at: number): void {
    this.at = at
    while ((this.#comments.at(-1)?.start ?? -1) >= at) this.#comments.pop()
  }

  /** Rewinds a failed attempt. @returns whether there were too many of them */
  giveUp(start: number): boolean {
    this.#wasted += this.at - start
    this.backTo(start)
    return this.#wasted > WASTED_MIN + WASTED_TIMES * this.text.length
  }

  looksAt(word: string): boolean {
    return this.text.startsWith(word, this.at)
  }

  take(word: string): boolean {
    if (!this.looksAt(word)) return false
    this.at += word.length
    return true
  }

  /** Reads a token as a node; undefined where another token follows. */
  token(word: string): HclNode | undefined {
    const start = this.at
    if (!this.take(word)) return undefined
    return node(BRACKETS.has(word) ? 'punctuation' : 'operator', start, this.at)
  }

  expect(word: string): HclNode {
    const found = this.token(word)
    if (found === undefined) throw new Unreadable(`${word} is missing.`)
    return found
  }

  /** Reads a name; undefined where no name follows. */
  name(field: HclField = ''): HclNode | undefined {
    return this.#matched(NAME, 'identifier', field)
  }

  number(): HclNode | undefined {
    return this.#matched(NUMBER, 'number', '')
  }

  /** Returns the next word without advancing. */
  peekName(): string {
    NAME.lastIndex = this.at
    return NAME.exec(this.text)?.[0] ?? ''
  }

  #matched(pattern: RegExp, kind: HclKind, field: HclField): HclNode | undefined {
    pattern.lastIndex = this.at
    if (!pattern.test(this.text)) return undefined
    const start = this.at
    this.at = pattern.lastIndex
    return node(kind, start, this.at, [], field)
  }

  #lineComment(): void {
    const end = this.text.indexOf('\n', this.at)
    this.#comment(end === -1 ? this.text.length : end)
  }

  #blockComment(): void {
    const end = this.text.indexOf('*/', this.at + 2)
    this.#comment(end === -1 ? this.text.length : end + 2)
  }

  #comment(end: number): void {
    this.#comments.push(node('comment', this.at, end))
    this.at = end
  }
}

export function node(
  kind: HclKind,
  start: number,
  end: number,
  children: HclNode[] = [],
  field: HclField = '',
): HclNode {
  return { kind, start, end, children, field }
}

/** The same node in a field of its parent. */
export function inField(hclNode: HclNode, field: HclField): HclNode {
  return { ...hclNode, field }
}
