/** Command of a script, with its words as the shell passes them; variables stay unexpanded. */
export interface ShellCommand {
  readonly words: readonly string[]
  /** Variables that are set for it, or for all that follow. */
  readonly sets: readonly string[]
}

/** Parsed shell script; supports the syntax that pages use, and reports an error for the rest. */
export interface Script {
  readonly commands: readonly ShellCommand[]
  /** Files that it writes. */
  readonly writes: readonly string[]
  /** Functions that it defines. */
  readonly functions: readonly string[]
}

const KEYWORDS = new Set(['until', 'while', 'for', 'do', 'done', 'if', 'then', 'else', 'fi', '{', '}', '!', '(', ')'])
const ENDS = ['&&', '||', ';', '|', '&', '\n', '(', ')'] as const

/**
 * Parses a script in the syntax of the pages: quotes, continued lines, here-documents, substitutions, redirections.
 * @throws {Error} for an unterminated quote or here-document
 */
export function readScript(text: string): Script {
  const found = { commands: [] as ShellCommand[], writes: [] as string[], functions: [] as string[] }
  const reader = new Reader(text, (inner) => {
    const { commands, writes, functions } = readScript(inner)
    found.commands.push(...commands)
    found.writes.push(...writes)
    found.functions.push(...functions)
  })
  for (let words = reader.next(); words !== undefined; words = reader.next()) {
    const parts = words.filter((word) => !KEYWORDS.has(word))
    const name = parts[0] ?? ''
    if (name.endsWith('()')) found.functions.push(name.slice(0, -2))
    const first = parts.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word) && !word.endsWith('()'))
    const sets = (first === -1 ? parts : parts.slice(0, first)).filter((word) => word.includes('='))
    const rest = first === -1 ? [] : parts.slice(first)
    if (rest.length > 0 || sets.length > 0) found.commands.push({ words: rest, sets })
  }
  found.writes.push(...reader.writes)
  return found
}

class Reader {
  readonly writes: string[] = []
  readonly #text: string
  readonly #inner: (script: string) => void
  #at = 0
  /** Here-documents that begin after this line. */
  #documents: string[] = []

  constructor(text: string, inner: (script: string) => void) {
    this.#text = text.replaceAll('\\\n', ' ')
    this.#inner = inner
  }

  /** Returns the words of the next simple command; undefined at the end. */
  next(): string[] | undefined {
    const words: string[] = []
    while (this.#at < this.#text.length) {
      const end = ENDS.find((item) => this.#text.startsWith(item, this.#at))
      if (end !== undefined && !(end === '(' && words.length > 0)) {
        this.#at += end.length
        if (end === '\n') this.#skipDocuments()
        if (words.length > 0) return words
      } else if (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1
      else if (this.#text[this.#at] === '#') this.#at = this.#lineEnd()
      else if (/^\d?[<>]/.test(this.#text.slice(this.#at, this.#at + 2))) this.#redirect()
      else words.push(this.#word())
    }
    return words.length > 0 ? words : undefined
  }

  #redirect(): void {
    const mark = /^(?:<<|\d?(?:>>|>&|<&|>|<))/.exec(this.#text.slice(this.#at))?.[0] ?? '>'
    this.#at += mark.length
    while (this.#text[this.#at] === ' ') this.#at += 1
    const target = this.#word()
    if (mark === '<<') this.#documents.push(target)
    else if (/^1?>>?$/.test(mark)) this.writes.push(target)
  }

  #skipDocuments(): void {
    for (const end of this.#documents) {
      const close = this.#text.indexOf(`\n${end}\n`, this.#at - 1)
      const last = this.#text.endsWith(`\n${end}`) ? this.#text.length - end.length - 1 : -1
      const at = close === -1 ? last : close
      if (at === -1) throw new Error(`nothing ends the text up to ${end}`)
      this.#at = Math.min(this.#text.length, at + end.length + 2)
    }
    this.#documents = []
  }

  #word(): string {
    let word = ''
    while (this.#at < this.#text.length) {
      const rest = this.#text.slice(this.#at, this.#at + 2)
      const character = rest[0] ?? ''
      if (character === "'") word += this.#quoted()
      else if (character === '"') word += this.#doubleQuoted()
      else if (rest === '$(') word += this.#substitution()
      else if (rest === '()') {
        this.#at += 2
        return `${word}()`
      } else if (character === '\\') {
        word += rest[1] ?? ''
        this.#at += 2
      } else if (/[\s;|&<>()]/.test(character)) break
      else {
        word += character
        this.#at += 1
      }
    }
    return word
  }

  #quoted(): string {
    const close = this.#text.indexOf("'", this.#at + 1)
    if (close === -1) throw new Error('a quote is not closed')
    const inside = this.#text.slice(this.#at + 1, close)
    this.#at = close + 1
    return inside
  }

  #doubleQuoted(): string {
    let inside = ''
    this.#at += 1
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) throw new Error('a quote is not closed')
      const rest = this.#text.slice(this.#at, this.#at + 2)
      if (rest === '$(') inside += this.#substitution()
      else if (/^\\["\\$`]/.test(rest)) {
        inside += rest[1]
        this.#at += 2
      } else {
        inside += rest[0]
        this.#at += 1
      }
    }
    this.#at += 1
    return inside
  }

  /** Commands inside are collected too; in the word they are a variable. */
  #substitution(): string {
    const from = this.#at + 2
    let depth = 1
    let at = from
    let quote = ''
    for (; depth > 0 && at < this.#text.length; at += 1) {
      const character = this.#text[at] ?? ''
      if (quote !== '') quote = character === quote ? '' : quote
      else if (character === "'" || character === '"') quote = character
      else if (character === '(') depth += 1
      else if (character === ')') depth -= 1
    }
    if (depth > 0) throw new Error('a substitution is not closed')
    this.#inner(this.#text.slice(from, at - 1))
    this.#at = at
    return '$SUBSTITUTED'
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at)
    return end === -1 ? this.#text.length : end
  }
}
