/** A word of an instruction, with its quotes. */
export interface InstructionWord {
  readonly start: number
  readonly end: number
}

/** Ends of instructions in a Dockerfile, and the words in them. */
export class Lines {
  readonly text: string
  /** `\`, or the escape character of a directive at the top of the file. */
  readonly escape: string

  constructor(text: string) {
    this.text = text
    this.escape = /^(?:#[ \t]*\w+[ \t]*=.*\r?\n){0,5}#[ \t]*escape[ \t]*=[ \t]*`/i.test(text) ? '`' : '\\'
  }

  /** Returns the end of the line that starts here, including its continuation lines. */
  endOf(start: number): number {
    let at = start
    for (;;) {
      const end = this.#lineEnd(at)
      const isComment = at > start && /^[ \t]*#/.test(this.text.slice(at, Math.min(end, at + 200)))
      const isBlank = at > start && this.text.slice(at, end).trim() === ''
      const goesOn = isComment || isBlank || this.#isContinued(at, end)
      if (end >= this.text.length)
        return this.#trimmed(start, this.#trimmed(start, end) - Number(this.#isContinued(start, end)))
      if (!goesOn) return this.#trimmed(start, end)
      at = end + 1
    }
  }

  /** Past blanks, continued lines and comments between them. */
  skip(from: number, end: number): number {
    let at = from
    while (at < end) {
      const char = this.text[at]!
      if (char === ' ' || char === '\t' || char === '\r') at += 1
      else if (this.#continues(at, end)) at = this.#pastComments(this.#lineEnd(at) + 1, end)
      else break
    }
    return at
  }

  /** Reads the next word: whitespace within quotes is part of it. @param stops additional terminators */
  word(start: number, end: number, stops = ''): InstructionWord {
    let at = start
    let quote = ''
    while (at < end) {
      const char = this.text[at]!
      if (quote === '' && (/\s/.test(char) || stops.includes(char) || this.#continues(at, end))) break
      if (char === this.escape && quote !== "'") at += 1
      else if (quote === char) quote = ''
      else if (quote === '' && (char === '"' || char === "'")) quote = char
      else if (char === '$' && this.text[at + 1] === '(' && quote !== "'") at = this.#pastBrackets(at + 1, end) - 1
      at += 1
    }
    return { start, end: Math.min(at, end) }
  }

  words(from: number, end: number): readonly InstructionWord[] {
    const found: InstructionWord[] = []
    for (let at = this.skip(from, end); at < end; at = this.skip(at, end)) {
      const word = this.word(at, end)
      // An escape at the end of the text.
      if (word.end === at) break
      found.push(word)
      at = word.end
    }
    return found
  }

  /** Returns whether a line ends with an escape character. Two of them are a literal one. */
  #isContinued(start: number, end: number): boolean {
    const last = this.#trimmed(start, end) - 1
    return this.text[last] === this.escape && (last === start || this.text[last - 1] !== this.escape)
  }

  #continues(at: number, end: number): boolean {
    if (this.text[at] !== this.escape) return false
    for (let next = at + 1; next < end; next += 1) {
      const char = this.text[next]
      if (char === '\n') return true
      if (char !== ' ' && char !== '\t' && char !== '\r') return false
    }
    return false
  }

  #pastComments(from: number, end: number): number {
    let at = from
    while (at < end) {
      const line = this.#lineEnd(at)
      if (!/^\s*(?:#|$)/.test(this.text.slice(at, Math.min(line, at + 200)))) return at
      at = line + 1
    }
    return Math.min(at, end)
  }

  #pastBrackets(open: number, end: number): number {
    let depth = 0
    for (let at = open; at < end; at += 1) {
      if (this.text[at] === '(') depth += 1
      if (this.text[at] === ')') depth -= 1
      if (depth === 0) return at + 1
    }
    return end
  }

  #lineEnd(at: number): number {
    const end = this.text.indexOf('\n', at)
    return end === -1 ? this.text.length : end
  }

  #trimmed(start: number, end: number): number {
    let at = end
    while (at > start && this.text.charCodeAt(at - 1) <= 32) at -= 1
    return at
  }
}
