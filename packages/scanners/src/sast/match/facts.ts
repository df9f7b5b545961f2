import { type CompactTree, NAMED, textOf } from '../tree/compact-tree.ts'
import { FIELD_BY_PLACE } from '../tree/kinds.ts'
import { dotted } from './imports-managed.ts'
import { type Imports, importsOf } from './imports.ts'
import { literalOf } from './literals.ts'
import type { Constant } from './pattern.ts'
import { assignmentOf, namePath, scopeOf } from './shapes.ts'
import { typesOf } from './types.ts'
import { childIn, speaking, stringText, unwrap, type Vocabulary } from './view.ts'
import { writtenBy } from './writers.ts'

/** How many names are followed from one to the next, and how deep sums are read. */
const DEPTH_MAX = 16

/** What a file says of its names, found out once and when it is first asked for. */
export class Facts {
  readonly #tree: CompactTree
  readonly #vocabulary: Vocabulary
  #imports: Imports | undefined
  #values: Map<string, number> | undefined
  /** By scope and name all values that are given there, of names that change in no other way. */
  readonly #given = new Map<string, number[]>()
  #types: ReadonlyMap<string, string> | undefined

  constructor(tree: CompactTree, vocabulary: Vocabulary) {
    this.#tree = tree
    this.#vocabulary = vocabulary
  }

  /** Whether a node is a name of this full path, by whatever it was imported as. */
  isNamed(node: number, path: string): boolean {
    const { language, identifiers } = this.#vocabulary
    // Where nothing is imported and nothing has members, a name is its text.
    if (language.imports === 'none' && language.members.length === 0) {
      return identifiers.has(this.#tree.kind[node]!) && textOf(this.#tree, node) === path
    }
    const written = namePath(this.#tree, node, this.#vocabulary)
    if (written === undefined) return false
    if (written === path) return true
    const isRooted = written.startsWith('\\')
    const own = dotted(written)
    if (path.includes('\\')) return this.isNamed(node, dotted(path))
    if (own === path) return true
    if (isRooted) return false
    const { names, wildcards } = (this.#imports ??= importsOf(this.#tree, this.#vocabulary))
    const first = own.split('.', 1)[0]!
    const known = names.get(first)
    if (known !== undefined) return known + own.slice(first.length) === path
    return wildcards.some((one) => `${one}.${own}` === path)
  }

  /** The value that an expression always has; undefined where that is not known. */
  constantOf(given: number, depth = 0): Constant | undefined {
    if (depth > DEPTH_MAX) return undefined
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const node = unwrap(tree, given, vocabulary)
    const kind = tree.kind[node]!
    const literal = stringText(tree, node, vocabulary) ?? literalOf(tree, node, vocabulary)
    if (literal !== undefined) return literal
    if (vocabulary.identifiers.has(kind)) {
      const value = this.#valueOf(node)
      return value === undefined ? undefined : this.constantOf(value, depth + 1)
    }
    const row = vocabulary.rows.binary.get(kind)
    if (row === undefined) return undefined
    const operator = speaking(tree, node, vocabulary).find((child) => (tree.flags[child]! & NAMED) === 0)
    if (operator === undefined || !/^[+.]$/.test(textOf(tree, operator))) return undefined
    const left = this.constantOf(childIn(tree, node, tree.kinds.field(row.left)), depth + 1)
    const right = this.constantOf(childIn(tree, node, tree.kinds.field(row.right)), depth + 1)
    if (typeof left === 'number' && typeof right === 'number') return left + right
    return typeof left === 'string' && typeof right === 'string' ? left + right : undefined
  }

  /** The expression that a name was given before it stands here, whatever branch is taken; undefined where that is not known. */
  givenTo(identifier: number): number | undefined {
    const tree = this.#tree
    if (!this.#vocabulary.identifiers.has(tree.kind[identifier]!)) return undefined
    const value = this.#valueOf(identifier)
    if (value === undefined || value > identifier) return undefined
    let block = tree.parent[value]!
    while (block > 0 && !this.#vocabulary.blocks.has(tree.kind[block]!)) block = tree.parent[block]!
    return tree.next[block]! > identifier ? value : undefined
  }

  /** Whether a name is a text, whichever of the values that it is given it has. */
  isText(identifier: number): boolean {
    const tree = this.#tree
    if (!this.#vocabulary.identifiers.has(tree.kind[identifier]!)) return false
    this.#values ??= this.#collect()
    const name = textOf(tree, identifier)
    for (let scope = identifier; scope !== -1; scope = tree.parent[scope]!) {
      const given = this.#given.get(`${scope} ${name}`)
      if (given !== undefined) return given.every((value) => typeof this.constantOf(value) === 'string')
    }
    return false
  }

  /** The type that a name was declared with; undefined where none is written. */
  typeOf(given: number): string | undefined {
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const node = unwrap(tree, given, vocabulary)
    const types = (this.#types ??= typesOf(tree, vocabulary))
    const isName = vocabulary.identifiers.has(tree.kind[node]!)
    // A member of the object itself is declared where its class is, with the sign that names have or without it.
    const own = isName ? undefined : /^(?:\$?this|self)\.(\w{1,200})$/.exec(namePath(tree, node, vocabulary) ?? '')?.[1]
    const names = isName ? [textOf(tree, node)] : own === undefined ? [] : [own, `$${own}`]
    for (let scope = node; names.length > 0 && scope !== -1; scope = tree.parent[scope]!) {
      if (!isName && vocabulary.functions.has(tree.kind[scope]!) && scope !== node) continue
      for (const name of names) {
        const type = types.get(`${scope} ${name}`)
        if (type !== undefined) return type
      }
    }
    const row = vocabulary.rows.calls.get(tree.kind[node]!)
    if (row !== undefined && row.callee !== 'function' && row.object === undefined) {
      const type = childIn(tree, node, tree.kinds.field(row.callee))
      if (type !== -1) return textOf(tree, type)
    }
    if (stringText(tree, node, vocabulary) !== undefined) return 'String'
    return undefined
  }

  /** Whether what a file calls `name` is the type `wanted`. */
  isType(name: string, given: string): boolean {
    const wanted = given.replaceAll('::', '.').replace(/^[*&\s]{1,9}/, '')
    const plain = name
      .replaceAll('::', '.')
      .replace(/[<[].{0,500}$/s, '')
      .replace(/^[:*&\s]{1,20}/, '')
      .trim()
    if (plain === wanted || plain.toLowerCase() === wanted.toLowerCase().replace(/^\*/, '')) return true
    // Written with its package, where the rule names the type alone.
    if (!wanted.includes('.') && plain.endsWith(`.${wanted}`)) return true
    const { names, wildcards } = (this.#imports ??= importsOf(this.#tree, this.#vocabulary))
    const first = plain.split('.', 1)[0]!
    const full = (names.get(first) ?? first) + plain.slice(first.length)
    return full === wanted.replace(/^\*/, '') || wildcards.some((one) => `${one}.${plain}` === wanted)
  }

  #valueOf(identifier: number): number | undefined {
    const tree = this.#tree
    const values = (this.#values ??= this.#collect())
    const name = textOf(tree, identifier)
    for (let scope = identifier; scope !== -1; scope = tree.parent[scope]!) {
      const value = values.get(`${scope} ${name}`)
      if (value === -1) return undefined
      // A name that stands in its own value is not done with.
      if (value !== undefined) return value <= identifier && tree.next[value]! > identifier ? undefined : value
    }
    return undefined
  }

  /** By scope and name the only value that a name is given there; -1 where there is no such one. */
  #collect(): Map<string, number> {
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const { language, functions, kinds, identifiers } = vocabulary
    const values = new Map<string, number>()
    const changed = new Set<string>()
    const reassigned = new Set<string>()
    const changes = vocabulary.changes
    const parameters = new Set(language.parameters.map((name) => kinds.id(name, true)))
    for (let node = 0; node < tree.count; node += 1) {
      const kind = tree.kind[node]!
      if (changes.has(kind)) {
        const isToken = (tree.flags[node]! & NAMED) === 0
        const parts = isToken ? [childIn(tree, tree.parent[node]!, FIELD_BY_PLACE)] : speaking(tree, node, vocabulary)
        for (const child of parts) if (child !== -1) this.#names(child, changed)
      } else if (parameters.has(kind)) {
        const names = new Set<string>()
        this.#names(node, names)
        for (const name of names) {
          values.set(`${tree.parent[node]!} ${name}`, -1)
          // What a caller gives is not known.
          this.#give(`${tree.parent[node]!} ${name}`, node)
        }
      }
      for (const name of writtenBy(tree, node, vocabulary)) changed.add(name)
      const assignment = assignmentOf(tree, node, vocabulary)
      if (assignment === undefined || vocabulary.declarations.has(kind)) continue
      const left = unwrap(tree, assignment.left, vocabulary)
      if (!identifiers.has(tree.kind[left]!)) {
        // Several names at once: none of them is followed.
        this.#names(left, changed)
        continue
      }
      const name = textOf(tree, left)
      if (!assignment.declares) reassigned.add(name)
      const scope = scopeOf(tree, node, functions)
      this.#give(`${scope} ${name}`, assignment.right)
      values.set(`${scope} ${name}`, values.has(`${scope} ${name}`) ? -1 : assignment.right)
    }
    for (const key of values.keys()) {
      const name = key.slice(key.indexOf(' ') + 1)
      if (changed.has(name)) this.#given.delete(key)
      if (changed.has(name) || reassigned.has(name)) values.set(key, -1)
    }
    this.#dropShared(reassigned)
    return values
  }

  #give(key: string, value: number): void {
    const given = this.#given.get(key)
    if (given === undefined) this.#given.set(key, [value])
    else given.push(value)
  }

  /** A name that is given values in several functions may be one name of all of them. */
  #dropShared(reassigned: ReadonlySet<string>): void {
    const scopes = new Map<string, number>()
    const nameOf = (key: string): string => key.slice(key.indexOf(' ') + 1)
    for (const key of this.#given.keys()) scopes.set(nameOf(key), (scopes.get(nameOf(key)) ?? 0) + 1)
    for (const key of this.#given.keys()) {
      if (reassigned.has(nameOf(key)) && scopes.get(nameOf(key)) !== 1) this.#given.delete(key)
    }
  }

  #names(node: number, into: Set<string>): void {
    const tree = this.#tree
    for (let one = node; one < tree.next[node]!; one += 1) {
      if (this.#vocabulary.blocks.has(tree.kind[one]!)) return
      if (this.#vocabulary.identifiers.has(tree.kind[one]!)) into.add(textOf(tree, one))
    }
  }
}
