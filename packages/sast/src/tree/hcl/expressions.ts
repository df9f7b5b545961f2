import type { HclNode } from './node.ts'
import { inField, node, type Reader, Unreadable } from './reader.ts'
import { readHeredoc, readString } from './templates.ts'

/** Binary operators by precedence. Longer operators precede their prefixes. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
]

/** Own limit: consecutive operators or members. A left-associative chain nests as deep as it is long. */
const CHAIN_MAX = 1_000

/** Placeholder of an ellipsis in a pattern. */
const OPEN = /__GH[EA]\w*/y

/** Reads expressions. */
export class Expressions {
  readonly #reader: Reader

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /**
   * Parses one expression.
   * @param lines whether it may continue on the next line
   * @throws {Unreadable} for a missing expression
   */
  read(lines: boolean): HclNode {
    return this.#reader.deeper(() => this.#conditional(lines))
  }

  /** `a in` or `a, b in`. */
  names(): readonly HclNode[] {
    const reader = this.#reader
    const first = reader.name('first')
    if (first === undefined) throw new Unreadable('A name is missing.')
    reader.skip(true)
    const found = [first]
    if (reader.take(',')) {
      reader.skip(true)
      const second = reader.name('second')
      if (second === undefined) throw new Unreadable('A name is missing.')
      found.push(second)
      reader.skip(true)
    }
    if (reader.peekName() !== 'in') throw new Unreadable('in is missing.')
    reader.at += 2
    return found
  }

  #conditional(lines: boolean): HclNode {
    const reader = this.#reader
    const condition = this.#binary(0, lines)
    const token = this.#operator(['?'], lines)
    if (token === undefined) return condition
    const yes = this.read(lines)
    reader.skip(lines)
    if (!reader.take(':')) throw new Unreadable(': is missing.')
    const no = this.read(lines)
    const children = [inField(condition, 'condition'), token, inField(yes, 'then'), inField(no, 'else')]
    return node('conditional', condition.start, no.end, children)
  }

  #binary(level: number, lines: boolean): HclNode {
    const operators = LEVELS[level]
    if (operators === undefined) return this.#unary(lines)
    let left = this.#binary(level + 1, lines)
    for (let count = 0; ; count += 1) {
      const token = this.#operator(operators, lines)
      if (token === undefined) return left
      if (count > CHAIN_MAX) throw new Unreadable('It has too many parts.')
      const right = this.#binary(level + 1, lines)
      left = node('binary', left.start, right.end, [inField(left, 'left'), token, inField(right, 'right')])
    }
  }

  /** Reads the next operator; does not advance without one. */
  #operator(operators: readonly string[], lines: boolean): HclNode | undefined {
    const reader = this.#reader
    const before = reader.at
    reader.skip(lines)
    for (const operator of operators) {
      const token = reader.token(operator)
      if (token !== undefined) return token
    }
    reader.backTo(before)
    return undefined
  }

  #unary(lines: boolean): HclNode {
    const reader = this.#reader
    reader.skip(lines)
    const token = reader.token('!') ?? reader.token('-')
    if (token === undefined) return this.#postfix(this.#term(), lines)
    const value = reader.deeper(() => this.#unary(lines))
    return node('unary', token.start, value.end, [token, inField(value, 'value')])
  }

  #postfix(term: HclNode, lines: boolean): HclNode {
    const reader = this.#reader
    let value = term
    for (let count = 0; ; count += 1) {
      if (count > CHAIN_MAX) throw new Unreadable('It has too many parts.')
      const before = reader.at
      if (lines) reader.skip(true)
      const next = reader.looksAt('.') && !reader.looksAt('...') ? this.#member(value) : this.#indexed(value)
      if (next === undefined) {
        reader.backTo(before)
        return value
      }
      value = next
    }
  }

  #member(object: HclNode): HclNode {
    const reader = this.#reader
    reader.at += 1
    const inner = inField(object, 'object')
    const star = reader.token('*')
    if (star !== undefined) return node('splat', object.start, reader.at, [inner, star])
    const number = /\d+/y
    number.lastIndex = reader.at
    const member = number.test(reader.text)
      ? node('number', reader.at, (reader.at = number.lastIndex))
      : reader.name('member')
    if (member === undefined) throw new Unreadable('A member is missing.')
    if (member.kind === 'number') return node('index', object.start, reader.at, [inner, inField(member, 'key')])
    return node('get_attr', object.start, reader.at, [inner, member])
  }

  #indexed(object: HclNode): HclNode | undefined {
    const reader = this.#reader
    if (!reader.take('[')) return undefined
    reader.skip(true)
    const inner = inField(object, 'object')
    const star = reader.token('*')
    const children = star === undefined ? [inner, inField(this.read(true), 'key')] : [inner, star]
    reader.skip(true)
    reader.expect(']')
    return node(star === undefined ? 'index' : 'splat', object.start, reader.at, children)
  }

  #term(): HclNode {
    const reader = this.#reader
    const char = reader.text[reader.at]
    if (char === '"') return reader.deeper(() => readString(reader, this))
    if (char === '<' && reader.looksAt('<<')) return reader.deeper(() => readHeredoc(reader, this))
    if (char === '[') return this.#tuple()
    if (char === '{') return this.#object()
    if (char === '(') {
      const start = reader.at
      const open = reader.expect('(')
      const value = this.read(true)
      reader.skip(true)
      return node('parenthesized', start, reader.at + 1, [open, inField(value, 'value'), reader.expect(')')])
    }
    const number = reader.number()
    if (number !== undefined) return number
    const name = reader.name()
    if (name === undefined) throw new Unreadable('A value is missing.')
    return this.#named(name)
  }

  /** A call, a word that is a value, or a name. */
  #named(first: HclNode): HclNode {
    const reader = this.#reader
    let name = first
    while (reader.looksAt('::')) {
      reader.at += 2
      const next = reader.name()
      if (next === undefined) throw new Unreadable('A name is missing.')
      name = node('identifier', name.start, next.end)
    }
    if (reader.looksAt('(')) {
      const args = this.#arguments()
      return node('call', name.start, reader.at, [inField(name, 'function'), args])
    }
    const word = reader.text.slice(name.start, name.end)
    if (word === 'true' || word === 'false') return node('bool', name.start, name.end)
    return word === 'null' ? node('null', name.start, name.end) : name
  }

  #arguments(): HclNode {
    const reader = this.#reader
    const start = reader.at
    const children = [reader.expect('(')]
    this.#list(')', children)
    return node('arguments', start, reader.at, children, 'arguments')
  }

  #tuple(): HclNode {
    const reader = this.#reader
    const start = reader.at
    const children = [reader.expect('[')]
    reader.skip(true)
    if (reader.peekName() === 'for') return this.#for(start, children, ']', 'for_tuple')
    this.#list(']', children)
    return node('tuple', start, reader.at, children)
  }

  /** Parses comma-separated values up to the closing token. */
  #list(end: ')' | ']', into: HclNode[]): void {
    const reader = this.#reader
    for (;;) {
      reader.skip(true)
      const last = reader.token(end)
      if (last !== undefined) {
        into.push(last)
        return
      }
      into.push(this.read(true))
      reader.skip(true)
      const spread = reader.token('...')
      if (spread !== undefined) into.push(spread)
      reader.skip(true)
      if (!reader.take(',') && !reader.looksAt(end)) throw new Unreadable(`${end} is missing.`)
    }
  }

  #object(): HclNode {
    const reader = this.#reader
    const start = reader.at
    const children = [reader.expect('{')]
    reader.skip(true)
    if (reader.peekName() === 'for' && /^for\s+[^=:\s]/.test(reader.text.slice(reader.at, reader.at + 200)))
      return this.#for(start, children, '}', 'for_object')
    for (;;) {
      reader.skip(true)
      const last = reader.token('}')
      if (last !== undefined) {
        children.push(last)
        return node('object', start, reader.at, children)
      }
      children.push(this.#element())
      reader.skip(true)
      reader.take(',')
    }
  }

  #element(): HclNode {
    const reader = this.#reader
    OPEN.lastIndex = reader.at
    if (OPEN.test(reader.text)) return reader.name()!
    const key = this.read(false)
    reader.skip(false)
    if (!(reader.looksAt('=') && !reader.looksAt('==')) && !reader.looksAt(':')) {
      // A single metavariable matches a whole element.
      if (key.kind === 'identifier' && reader.text.startsWith('__GH', key.start)) return key
      throw new Unreadable('= is missing.')
    }
    reader.at += 1
    const value = this.read(false)
    return node('object_elem', key.start, value.end, [inField(this.#plainKey(key), 'key'), inField(value, 'value')])
  }

  /** Converts a quoted key to a name where it needs no quotes. */
  #plainKey(key: HclNode): HclNode {
    const [only] = key.children
    if (key.kind !== 'string' || key.children.length !== 1 || only?.kind !== 'string_content') return key
    const isName = /^[A-Za-z_][\w-]*$/.test(this.#reader.text.slice(only.start, only.end))
    return isName ? node('identifier', only.start, only.end) : key
  }

  /** `[for a in b : c if d]`, `{for a, b in c : d => e... if f}`. */
  #for(start: number, children: HclNode[], end: ']' | '}', kind: 'for_tuple' | 'for_object'): HclNode {
    const reader = this.#reader
    reader.at += 3
    reader.skip(true)
    children.push(...this.names(), inField(this.read(true), 'collection'))
    reader.skip(true)
    if (!reader.take(':')) throw new Unreadable(': is missing.')
    const first = this.read(true)
    if (kind === 'for_object') {
      reader.skip(true)
      if (!reader.take('=>')) throw new Unreadable('=> is missing.')
      children.push(inField(first, 'key'), inField(this.read(true), 'value'))
      reader.skip(true)
      const spread = reader.token('...')
      if (spread !== undefined) children.push(spread)
    } else children.push(inField(first, 'value'))
    reader.skip(true)
    if (reader.peekName() === 'if') {
      reader.at += 2
      children.push(inField(this.read(true), 'condition'))
      reader.skip(true)
    }
    children.push(reader.expect(end))
    return node(kind, start, reader.at, children)
  }
}
