import type { Constant } from '../match/pattern.ts'

/** A value in a comparison. */
export type Value = Constant | readonly Value[]

/** A comparison that is understood: its value under what names stand for; undefined where one of them is not known. */
export type Comparison = (valueOf: (name: string) => Value | undefined) => Value | undefined

/** Ours: longer than any known comparison. */
const WORDS_MAX = 300

/**
 * Reads the small language of comparisons: numbers, texts, lists, names, arithmetic, `==` and its like, `in`, `and`, `or`,
 * `not`, `int()`, `str()`, `len()`, `re.match()`.
 * @returns undefined where it is not understood
 */
export function parseComparison(text: string): Comparison | undefined {
  const words =
    text.match(
      /\$\w+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+(?:\.\d+)?|[A-Za-z_][\w.]*|\*\*|\/\/|[=!<>]=|[-+*/%<>()[\],&|^]|\S/g,
    ) ?? []
  if (words.length === 0 || words.length > WORDS_MAX) return undefined
  const reader = new Reader(words)
  const comparison = reader.either()
  return comparison !== undefined && reader.isDone() ? comparison : undefined
}

type Part = Comparison | undefined

/** Reads words by falling precedence. */
class Reader {
  readonly #words: readonly string[]
  #at = 0

  constructor(words: readonly string[]) {
    this.#words = words
  }

  isDone(): boolean {
    return this.#at === this.#words.length
  }

  either(): Part {
    return this.#chain(
      ['or'],
      () => this.#both(),
      (_word, a, b) => a === true || b === true,
    )
  }

  #both(): Part {
    return this.#chain(
      ['and'],
      () => this.#negated(),
      (_word, a, b) => a === true && b === true,
    )
  }

  #negated(): Part {
    if (!this.#take('not')) return this.#compared()
    const inner = this.#negated()
    return (
      inner &&
      ((valueOf) => {
        const value = inner(valueOf)
        return value === undefined ? undefined : value !== true
      })
    )
  }

  #compared(): Part {
    const left = this.#sum()
    const word = this.#words[this.#at]
    const isNot = word === 'not' && this.#words[this.#at + 1] === 'in'
    if (left === undefined || word === undefined || !(isNot || ['==', '!=', '<', '>', '<=', '>=', 'in'].includes(word)))
      return left
    this.#at += isNot ? 2 : 1
    const right = this.#sum()
    return (
      right &&
      ((valueOf) => {
        const a = left(valueOf)
        const b = right(valueOf)
        return a === undefined || b === undefined ? undefined : compare(isNot ? 'not in' : word, a, b)
      })
    )
  }

  #sum(): Part {
    return this.#chain(['+', '-'], () => this.#product(), arithmetic)
  }

  #product(): Part {
    return this.#chain(['*', '/', '//', '%', '**'], () => this.#unary(), arithmetic)
  }

  #unary(): Part {
    if (!this.#take('-')) return this.#atom()
    const inner = this.#unary()
    return (
      inner &&
      ((valueOf) => {
        const value = inner(valueOf)
        return typeof value === 'number' ? -value : undefined
      })
    )
  }

  #atom(): Part {
    const word = this.#words[this.#at]
    if (word === undefined) return undefined
    this.#at += 1
    if (/^\d/.test(word)) return () => Number(word)
    if (/^["']/.test(word)) return () => word.slice(1, -1).replace(/\\(.)/g, '$1')
    if (word.startsWith('$')) return (valueOf) => valueOf(word)
    if (word === 'True' || word === 'true') return () => true
    if (word === 'False' || word === 'false') return () => false
    if (word === '(') {
      const inner = this.either()
      return this.#take(')') ? inner : undefined
    }
    if (word === '[') {
      const parts = this.#list(']')
      return parts && all(parts, (values) => values)
    }
    const call = CALLS[word]
    if (call === undefined || !this.#take('(')) return undefined
    const parts = this.#list(')')
    return parts && all(parts, call)
  }

  #list(end: string): readonly Comparison[] | undefined {
    const parts: Comparison[] = []
    while (!this.#take(end)) {
      if (parts.length > 0 && !this.#take(',')) return undefined
      const part = this.either()
      if (part === undefined) return undefined
      parts.push(part)
    }
    return parts
  }

  #chain(
    words: readonly string[],
    next: () => Part,
    apply: (word: string, a: Value, b: Value) => Value | undefined,
  ): Part {
    let left = next()
    for (;;) {
      const word = this.#words[this.#at]
      if (left === undefined || word === undefined || !words.includes(word)) return left
      this.#at += 1
      const [a, b] = [left, next()]
      if (b === undefined) return undefined
      left = (valueOf) => {
        const [x, y] = [a(valueOf), b(valueOf)]
        return x === undefined || y === undefined ? undefined : apply(word, x, y)
      }
    }
  }

  #take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false
    this.#at += 1
    return true
  }
}

function all(parts: readonly Comparison[], apply: (values: readonly Value[]) => Value | undefined): Comparison {
  return (valueOf) => {
    const values = parts.map((part) => part(valueOf))
    const known = values.filter((value) => value !== undefined)
    return known.length === values.length ? apply(known) : undefined
  }
}

const CALLS: Readonly<Record<string, (values: readonly Value[]) => Value | undefined>> = {
  int: ([value]) => (Number.isNaN(Number(value)) ? undefined : Math.trunc(Number(value))),
  float: ([value]) => (Number.isNaN(Number(value)) ? undefined : Number(value)),
  str: ([value]) => (Array.isArray(value) ? undefined : String(value)),
  len: ([value]) => (typeof value === 'string' || Array.isArray(value) ? value.length : undefined),
}

function arithmetic(word: string, a: Value, b: Value): Value | undefined {
  if (word === '+' && typeof a === 'string' && typeof b === 'string') return a + b
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  if (word === '+') return a + b
  if (word === '-') return a - b
  if (word === '*') return a * b
  if (word === '**') return a ** b
  if (b === 0) return undefined
  if (word === '%') return ((a % b) + b) % b
  return word === '//' ? Math.floor(a / b) : a / b
}

function compare(word: string, a: Value, b: Value): boolean | undefined {
  if (word === 'in' || word === 'not in') {
    const isIn = typeof b === 'string' ? b.includes(String(a)) : Array.isArray(b) ? b.includes(a) : undefined
    return isIn === undefined ? undefined : isIn === (word === 'in')
  }
  if (word === '==') return a === b
  if (word === '!=') return a !== b
  if (typeof a !== typeof b || Array.isArray(a) || Array.isArray(b)) return undefined
  if (word === '<') return a < b
  if (word === '>') return a > b
  return word === '<=' ? a <= b : a >= b
}
