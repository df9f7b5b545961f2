import { EXTRA } from '../../../../tree/compact-tree.ts'
import { type Argument, NONE, type Register } from '../../../ir.ts'
import { functionValue, makeList } from '../../common.ts'
import { addParameter } from '../../classes.ts'
import { evaluate } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { readName } from '../../names.ts'
import { kindOf } from '../../operations.ts'
import { constructedValue, methodOn, namedCall, valueOfPath } from './calls.ts'
import { macroOf } from './macros.ts'
import { isNumber } from './names.ts'

const PREFIXES = new Set([
  '&',
  '&&',
  '*',
  'mut',
  'mutable_specifier',
  'move',
  'ref',
  '%',
  '?',
  'await',
  'unsafe',
  'async',
])
const KEYWORDS = /^(?:if|match|for|while|loop|let|return|break)$/

/** Tokens of a macro, parsed as an expression: the grammar lists them in sequence. */
class Tokens {
  readonly #f: FunctionBuilder
  readonly #all: readonly number[]
  #at = 0

  constructor(f: FunctionBuilder, all: readonly number[]) {
    this.#f = f
    this.#all = all
  }

  /** The value of all of them. */
  value(): Register {
    const { file } = this.#f
    let negates: number | undefined
    for (;;) {
      const kind = this.#kind()
      if (kind === '!' || kind === '-') negates = this.#take()
      else if (PREFIXES.has(kind)) this.#take()
      else break
    }
    if (this.#at >= this.#all.length) return NONE
    if (KEYWORDS.test(this.#kind())) return this.#rest([])
    if (this.#kind() === '|' || this.#kind() === '||') return this.#closure()
    let value = this.#after(this.#primary())
    if (negates !== undefined) {
      value = this.#f.combine(file.kind(negates) === '!' ? 'test' : 'number', [value], negates, file.kind(negates))
    }
    if (this.#at >= this.#all.length) return value
    const operator = this.#take()
    const sign = file.kind(operator)
    const right = readTokens(this.#f, this.#all.slice(this.#at))
    if (right === NONE) return value
    if (sign === '=>' || sign === ':') return this.#f.combine('whole', [value, right], operator)
    return this.#f.combine(kindOf(sign, ' + '), [value, right], operator, sign)
  }

  #kind(offset = 0): string {
    const node = this.#all[this.#at + offset]
    return node === undefined ? '' : this.#f.file.kind(node)
  }

  #take(): number {
    this.#at += 1
    return this.#all[this.#at - 1] ?? this.#f.shape.node
  }

  #opens(sign: string): boolean {
    const node = this.#all[this.#at]
    return this.#kind() === 'token_tree' && this.#f.tree.text.startsWith(sign, this.#f.tree.start[node!])
  }

  #primary(): Register {
    const f = this.#f
    const kind = this.#kind()
    if (kind === 'token_tree') {
      const isGroup = this.#opens('(')
      const values = cutAt(f, this.#take()).map((item) => readTokens(f, item))
      if (isGroup && values.length === 1) return values[0]!
      return makeList(f, values, this.#all[this.#at - 1]!)
    }
    if (!/^(?:identifier|self|crate|super|primitive_type|metavariable)$/.test(kind)) {
      const node = this.#take()
      return kind.endsWith('literal') ? evaluate(f, node) : NONE
    }
    return this.#path()
  }

  /** `a`, `a::b`, `a::b(…)`, `a!(…)`, `A { … }`. */
  #path(): Register {
    const f = this.#f
    const first = this.#take()
    let last = first
    const written = f.file.text(first)
    const around = written === 'Self' ? f.file.classNames.at(-1) : f.scope.lookup(written)?.path
    let path = around ?? written
    while (this.#kind() === '::') {
      this.#take()
      if (this.#kind() === '<') this.#types()
      else if (this.#kind() !== '') {
        last = this.#take()
        path += `.${f.file.text(last)}`
      }
    }
    if (this.#kind() === '!' && this.#kind(1) === 'token_tree') {
      this.#take()
      const tree = this.#take()
      return macroOf(f, path, tree, tree)
    }
    if (this.#opens('(')) {
      const tree = this.#take()
      // The parser received a space in its place.
      if (f.tree.text.charCodeAt(f.tree.end[last]!) === 33) return macroOf(f, path, tree, tree)
      const callback = (): Argument[] => argumentsIn(f, tree)
      return constructedValue(f, path, callback, tree) ?? namedCall(f, path, last, callback, tree)
    }
    if (this.#opens('{') && /^[A-Z]/.test(f.file.text(last))) {
      const tree = this.#take()
      return f.combine(
        'whole',
        cutAt(f, tree).map((item) => readTokens(f, item)),
        tree,
      )
    }
    if (last === first) return readName(f, written, first)
    return valueOfPath(f, path, last)
  }

  /** Parses postfix operators of a value: `.a`, `.a(…)`, `[…]`, `?`. */
  #after(register: Register): Register {
    const f = this.#f
    let value = register
    while (this.#at < this.#all.length) {
      const kind = this.#kind()
      if (kind === '?') this.#take()
      else if (kind === '.') {
        this.#take()
        const name = this.#take()
        if (f.file.text(name) === 'await') continue
        if (this.#kind() === '::') {
          this.#take()
          this.#types()
        }
        if (this.#opens('(')) {
          const tree = this.#take()
          value = methodOn(f, value, f.file.text(name), argumentsIn(f, tree), tree)
        } else value = f.member(value, f.file.text(name), name)
      } else if (this.#opens('[')) {
        const tree = this.#take()
        const [index = []] = cutAt(f, tree)
        const only = index.length === 1 ? index[0]! : -1
        const text = only === -1 ? '' : f.file.text(only).replaceAll('"', '')
        const key = only !== -1 && f.file.kind(only).endsWith('literal') ? text : undefined
        value = f.member(value, key, tree, readTokens(f, index))
      } else if (kind === 'as') {
        this.#take()
        const type = this.#take()
        if (isNumber(f.file.text(type))) value = f.combine('number', [value], type, 'as')
      } else break
    }
    return value
  }

  /** `<A, B<C>>` */
  #types(): void {
    let depth = 0
    while (this.#at < this.#all.length) {
      const kind = this.#kind()
      this.#take()
      if (kind === '<') depth += 1
      else if (kind === '>') depth -= 1
      else if (kind === '>>') depth -= 2
      if (depth <= 0) return
    }
  }

  #closure(): Register {
    const f = this.#f
    const node = this.#take()
    return functionValue(f, node, (inner) => {
      if (f.file.kind(node) === '|') {
        while (this.#at < this.#all.length && this.#kind() !== '|') {
          const item = this.#take()
          if (f.file.kind(item) === 'identifier') {
            addParameter(inner, { name: f.file.text(item), node: item, nameNode: item })
          }
        }
        this.#take()
      }
      lowerReturn(inner, readTokens(inner, this.#all.slice(this.#at)), node)
      this.#at = this.#all.length
    })
  }

  /** Code of statements within a macro: some of each name in it. */
  #rest(before: readonly Register[]): Register {
    const f = this.#f
    const values = [...before]
    const open = this.#all.slice(this.#at)
    this.#at = this.#all.length
    for (const node of open) {
      const kind = f.file.kind(node)
      if (kind === 'identifier' && f.scope.lookup(f.file.text(node)) !== undefined) {
        values.push(readName(f, f.file.text(node), node))
      } else if (kind === 'token_tree') for (const item of cutAt(f, node)) values.push(readTokens(f, item))
    }
    return f.combine(
      'whole',
      values.filter((value) => value !== NONE),
      open[0]!,
    )
  }
}

function argumentsIn(f: FunctionBuilder, tree: number): Argument[] {
  return cutAt(f, tree).map((item) => ({ value: readTokens(f, item) }))
}

/** Returns the tokens of a tree without its delimiters. */
export function tokensOf(f: FunctionBuilder, tree: number): readonly number[] {
  const all: number[] = []
  const end = f.tree.next[tree]!
  for (let at = tree + 1; at < end; at = f.tree.next[at]!) if ((f.tree.flags[at]! & EXTRA) === 0) all.push(at)
  return all.slice(1, -1)
}

/** Splits the tokens of a tree at commas and at the ends of statements. */
export function cutAt(f: FunctionBuilder, tree: number): readonly (readonly number[])[] {
  const found: number[][] = [[]]
  for (const node of tokensOf(f, tree)) {
    const kind = f.file.kind(node)
    if (kind === ',' || kind === ';') found.push([])
    else found.at(-1)!.push(node)
  }
  return found.filter((item) => item.length > 0)
}

/** The value of words in a macro. */
export function readTokens(f: FunctionBuilder, all: readonly number[]): Register {
  const [first = f.shape.node] = all
  if (!f.file.down()) return f.combine('whole', [], first)
  const value = new Tokens(f, all).value()
  f.file.up()
  return value === NONE ? f.combine('whole', [], first) : value
}
