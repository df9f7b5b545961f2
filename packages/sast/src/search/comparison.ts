import { numberOf } from '../match/literals.ts'
import type { Constant } from '../match/pattern.ts'
import { regexOf, type TextRegex } from '../rules/text-regex.ts'
import { ofBits } from '../match/bits.ts'

/** A value in a comparison. */
export type Value = Constant | readonly Value[]

/** Values of metavariables. */
export interface Scope {
  /** Returns the value of a name; undefined where it is unknown. */
  readonly valueOf: (name: string) => Value | undefined
  /** Returns the source code of a name. */
  readonly codeOf: (name: string) => string | undefined
}

/** A parsed comparison: returns its value in a scope; undefined where a name has no known value. */
export type Comparison = (scope: Scope) => Value | undefined

/** Own limit: longer than any known comparison. */
const WORDS_MAX = 300

/**
 * Parses a comparison: numbers, texts, lists, names, arithmetic, bit operators, `==` and similar, `in`, `and`, `or`, `not`, and some
 * functions.
 * @returns undefined for unsupported syntax
 */
export function parseComparison(text: string): Comparison | undefined {
  const words =
    text.match(
      /\$\w+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|0[xXoObB][0-9A-Fa-f]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[A-Za-z_][\w.]*|\*\*|\/\/|<<|>>|[=!<>]=|\S/g,
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
      ((scope) => {
        const value = inner(scope)
        return value === undefined ? undefined : value !== true
      })
    )
  }

  /** Parses `a < b < c`, which holds where both comparisons hold. */
  #compared(): Part {
    const parts = [this.#bits(0)]
    const words: string[] = []
    for (;;) {
      const word = this.#words[this.#at]
      const isNot = word === 'not' && this.#words[this.#at + 1] === 'in'
      if (word === undefined || !(isNot || COMPARES.has(word))) break
      this.#at += isNot ? 2 : 1
      words.push(isNot ? 'not in' : word)
      parts.push(this.#bits(0))
    }
    const known = parts.filter((part) => part !== undefined)
    if (known.length < parts.length) return undefined
    if (words.length === 0) return known[0]
    return all(known, (values) => {
      const results = words.map((word, at) => compare(word, values[at]!, values[at + 1]!))
      return results.includes(undefined) ? undefined : results.every((result) => result === true)
    })
  }

  /** Operators on bits bind closer than comparisons, and less than sums. */
  #bits(level: number): Part {
    const words = BITS[level]
    return words === undefined ? this.#sum() : this.#chain(words, () => this.#bits(level + 1), arithmetic)
  }

  #sum(): Part {
    return this.#chain(['+', '-'], () => this.#product(), arithmetic)
  }

  #product(): Part {
    return this.#chain(['*', '/', '//', '%', '**'], () => this.#unary(), arithmetic)
  }

  #unary(): Part {
    const isTurned = this.#take('~')
    if (!isTurned && !this.#take('-')) return this.#atom()
    const inner = this.#unary()
    return (
      inner &&
      ((scope) => {
        const value = inner(scope)
        if (typeof value !== 'number') return undefined
        // All bits of a whole number turned around.
        return isTurned ? ofBits('^', value, -1) : -value
      })
    )
  }

  #atom(): Part {
    const word = this.#words[this.#at]
    if (word === undefined) return undefined
    this.#at += 1
    if (/^\d/.test(word)) return () => Number(word)
    const text = readText(word)
    if (text !== undefined) return () => text
    if (word.startsWith('$')) return ({ valueOf }) => valueOf(word)
    if (/^(?:True|true|False|false)$/.test(word)) return () => word.toLowerCase() === 'true'
    if (word === '(') {
      const inner = this.either()
      return this.#take(')') ? inner : undefined
    }
    if (word === '[') {
      const parts = this.#list(']')
      return parts && all(parts, (values) => values)
    }
    return this.#take('(') ? this.#call(word) : undefined
  }

  #call(name: string): Part {
    const [first, second] = [this.#words[this.#at], this.#words[this.#at + 1]]
    // An expression without a value still has source code.
    if (name === 'str' && first?.startsWith('$') === true && second === ')') {
      this.#at += 2
      return ({ valueOf, codeOf }) => asText(valueOf(first)) ?? codeOf(first)
    }
    if (name === 're.match') {
      const source = first === undefined ? undefined : readText(first)
      if (source === undefined || second !== ',') return undefined
      this.#at += 2
      const regex = regexOrNone(source)
      const [text, ...more] = this.#list(')') ?? []
      if (regex === undefined || text === undefined || more.length > 0) return undefined
      return all([text], ([value]) => (typeof value === 'string' ? regex.startsIn(value) : undefined))
    }
    const call = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined
    const parts = this.#list(')')
    return call && parts && all(parts, call)
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
    apply: (word: string, a: Value | undefined, b: Value | undefined) => Value | undefined,
  ): Part {
    let left = next()
    for (;;) {
      const word = this.#words[this.#at]
      if (left === undefined || word === undefined || !words.includes(word)) return left
      this.#at += 1
      const [a, b] = [left, next()]
      if (b === undefined) return undefined
      left = (scope) => apply(word, a(scope), b(scope))
    }
  }

  #take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false
    this.#at += 1
    return true
  }
}

function all(parts: readonly Comparison[], apply: (values: readonly Value[]) => Value | undefined): Comparison {
  return (scope) => {
    const values = parts.map((part) => part(scope))
    const known = values.filter((value) => value !== undefined)
    return known.length === values.length ? apply(known) : undefined
  }
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=', 'in'])

/** By falling precedence. */
const BITS: readonly (readonly string[])[] = [['|'], ['^'], ['&'], ['<<', '>>']]

const SECONDS_IN_DAY = 86_400

const CALLS: Readonly<Partial<Record<string, (values: readonly Value[]) => Value | undefined>>> = {
  int: ([value]) => {
    const number = numeric(value)
    return number === undefined ? undefined : Math.trunc(number)
  },
  float: ([value]) => numeric(value),
  str: ([value]) => asText(value),
  len: ([value]) => (typeof value === 'string' || Array.isArray(value) ? value.length : undefined),
  /** Start of the current day, in seconds: a rule with it has other results tomorrow. */
  today: () => Math.floor(Date.now() / 1_000 / SECONDS_IN_DAY) * SECONDS_IN_DAY,
  strptime: ([value]) => {
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
    const milliseconds = Date.parse(`${value}T00:00:00Z`)
    return Number.isNaN(milliseconds) ? undefined : milliseconds / 1_000
  },
}

function numeric(value: Value | undefined): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? (numberOf(value.trim()) ?? negative(value.trim())) : undefined
}

function negative(text: string): number | undefined {
  const number = text.startsWith('-') ? numberOf(text.slice(1)) : undefined
  return number === undefined ? undefined : -number
}

function asText(value: Value | undefined): string | undefined {
  return value === undefined || Array.isArray(value) ? undefined : String(value)
}

/** Returns the content of a quoted text; `r"…"` and invalid texts are rejected. */
function readText(word: string): string | undefined {
  return /^["']/.test(word) && word.length > 1 ? word.slice(1, -1).replace(/\\(["'\\])/g, '$1') : undefined
}

function regexOrNone(source: string): TextRegex | undefined {
  try {
    return regexOf(source, 're.match', true)
  } catch {
    return undefined
  }
}

function arithmetic(word: string, a: Value | undefined, b: Value | undefined): Value | undefined {
  if (word === '+' && typeof a === 'string' && typeof b === 'string') return a + b
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  if (word === '+') return a + b
  if (word === '-') return a - b
  if (word === '*') return a * b
  if (word === '**') return a ** b
  if (BITS.some((words) => words.includes(word))) return ofBits(word, a, b)
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
