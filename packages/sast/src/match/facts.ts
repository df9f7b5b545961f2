import { type CompactTree, NAMED, textOf } from '../tree/compact-tree.ts'
import { FIELD_BY_PLACE } from '../tree/kinds.ts'
import { definedAt, isInClass, memberOfClass } from './defined.ts'
import { FileNames } from './file-names.ts'
import { computed, literalOf } from './literals.ts'
import type { Constant } from './pattern.ts'
import { assignmentOf, scopeOf } from './shapes.ts'
import { Scoped } from './scoped.ts'
import { typeOfExpression } from './expression-types.ts'
import { KnownTypes } from './known-types.ts'
import { createdType, keyOfOwn, namesOfTypes, ownMember, typesOf } from './types.ts'
import { childIn, speaking, stringText, unwrap, type Vocabulary } from './view.ts'
import { writtenBy } from './writers.ts'

/** Maximum length of a chain of names, and maximum depth of a concatenation. */
const DEPTH_MAX = 16

/** Facts about the names of a file, computed once at first use. */
export class Facts {
  readonly #tree: CompactTree
  readonly #vocabulary: Vocabulary
  readonly #names: FileNames
  #values: Scoped<number> | undefined
  /** All values assigned to names that change in no other way. */
  readonly #given = new Scoped<number[]>()
  #types: Scoped<string> | undefined
  #knownTypes: KnownTypes | undefined
  readonly #constants = new Map<number, Constant | undefined>()

  constructor(tree: CompactTree, vocabulary: Vocabulary) {
    this.#tree = tree
    this.#vocabulary = vocabulary
    this.#names = new FileNames(tree, vocabulary, () => (this.#values ??= this.#collect()))
  }

  /** Whether a node is a name with this full path, under any import alias. */
  isNamed(node: number, path: string): boolean {
    return this.#names.isNamed(node, path)
  }

  /** Other names of a node: the dotted form and the imported name. */
  namesOf(node: number): readonly string[] {
    return this.#names.namesOf(node)
  }

  /** Returns import aliases of a name. */
  aliasesOf(name: string): readonly string[] {
    return this.#names.aliasesOf(name)
  }

  /** Returns the constant value of an expression; undefined where it is unknown. */
  constantOf(value: number): Constant | undefined {
    if (this.#constants.has(value)) return this.#constants.get(value)
    const constant = this.#constantAt(value, 0)
    this.#constants.set(value, constant)
    return constant
  }

  #constantAt(given: number, depth: number): Constant | undefined {
    if (depth > DEPTH_MAX) return undefined
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const node = unwrap(tree, given, vocabulary)
    const kind = tree.kind[node]!
    const literal = stringText(tree, node, vocabulary) ?? literalOf(tree, node, vocabulary)
    if (literal !== undefined) return literal
    if (vocabulary.identifiers.has(kind)) {
      const value = this.#valueOf(node)
      return value === undefined ? undefined : this.#constantAt(value, depth + 1)
    }
    const row = vocabulary.rows.binary.get(kind)
    if (row === undefined) return this.#constantMember(node, depth)
    const operator = speaking(tree, node, vocabulary).find((child) => (tree.flags[child]! & NAMED) === 0)
    if (operator === undefined || !/^(?:[-+.*%&|^]|<<|>>)$/.test(textOf(tree, operator))) return undefined
    const left = this.#constantAt(childIn(tree, node, tree.kinds.field(row.left)), depth + 1)
    const right = this.#constantAt(childIn(tree, node, tree.kinds.field(row.right)), depth + 1)
    if (typeof left === 'number' && typeof right === 'number') return computed(left, textOf(tree, operator), right)
    const isText = /^[+.]$/.test(textOf(tree, operator))
    return isText && typeof left === 'string' && typeof right === 'string' ? left + right : undefined
  }

  /** Returns the constant value of a class member: `A.N`, `self::N`. */
  #constantMember(node: number, depth: number): Constant | undefined {
    const path = this.#vocabulary.rows.members.has(this.#tree.kind[node]!)
      ? this.#names.writtenAt(node)?.own
      : undefined
    const member = memberOfClass(this.#tree, node, path, this.#vocabulary)
    if (member === undefined) return undefined
    const value = (this.#values ??= this.#collect()).get(0, member.name)
    if (value === undefined || value === -1) return undefined
    const isOwn = /^(?:self|static|this)$/.test(member.owner) || isInClass(this.#tree, value, member.owner)
    return isOwn ? this.#constantAt(value, depth + 1) : undefined
  }

  /** Returns the expression assigned to a name before this use on every branch; undefined where it is unknown. */
  givenTo(identifier: number): number | undefined {
    const tree = this.#tree
    if (!this.#vocabulary.identifiers.has(tree.kind[identifier]!)) return undefined
    const value = this.#valueOf(identifier)
    if (value === undefined || value > identifier) return undefined
    let block = tree.parent[value]!
    while (block > 0 && !this.#vocabulary.blocks.has(tree.kind[block]!)) block = tree.parent[block]!
    return tree.next[block]! > identifier ? value : undefined
  }

  /** Whether a name is a text with each of its assigned values. */
  isText(identifier: number): boolean {
    const tree = this.#tree
    if (!this.#vocabulary.identifiers.has(tree.kind[identifier]!)) return false
    this.#values ??= this.#collect()
    const all = this.#given.of(textOf(tree, identifier))
    if (all === undefined) return false
    for (let scope = identifier; scope !== -1; scope = tree.parent[scope]!) {
      const values = all.get(scope)
      if (values !== undefined) return values.every((value) => typeof this.constantOf(value) === 'string')
    }
    return false
  }

  /** Returns the declared type of a name, or the type of an expression; undefined where none is written. */
  typeOf(value: number): string | undefined {
    return typeOfExpression(this.#tree, this.#vocabulary, value, (node) => this.#declaredType(node))
  }

  #declaredType(value: number): string | undefined {
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const node = unwrap(tree, value, vocabulary)
    const types = (this.#types ??= typesOf(tree, vocabulary))
    const isName = vocabulary.identifiers.has(tree.kind[node]!)
    // A member of the object itself is declared in its class, with or without the sigil of names.
    const own = isName ? undefined : ownMember(this.#names.writtenAt(node)?.written ?? '')
    const names = isName ? [textOf(tree, node)] : own === undefined ? [] : [own, `$${own}`, keyOfOwn(own)]
    const known = names.map((name) => types.of(name)).filter((item) => item !== undefined)
    for (let scope = node; known.length > 0 && scope !== -1; scope = tree.parent[scope]!) {
      if (!isName && vocabulary.functions.has(tree.kind[scope]!) && scope !== node) continue
      for (const scopes of known) {
        const type = scopes.get(scope)
        if (type !== undefined) return type
      }
    }
    const created = createdType(tree, node, vocabulary)
    if (created !== -1) return textOf(tree, created)
    if (stringText(tree, node, vocabulary) !== undefined) return 'String'
    return undefined
  }

  /** Whether a type name of the file means the type `wanted`. */
  isType(name: string, wanted: string): boolean {
    return this.#typesKnown.isType(name, wanted)
  }

  /** Whether anything in a file may have a type. */
  hasType(wanted: string): boolean {
    return this.#typesKnown.has(wanted)
  }

  get #typesKnown(): KnownTypes {
    if (this.#knownTypes === undefined) {
      const types = (this.#types ??= typesOf(this.#tree, this.#vocabulary))
      const names = namesOfTypes(this.#tree, this.#vocabulary, types)
      this.#knownTypes = new KnownTypes(names, this.#names.imports)
    }
    return this.#knownTypes
  }

  #valueOf(identifier: number): number | undefined {
    const tree = this.#tree
    const all = (this.#values ??= this.#collect()).of(textOf(tree, identifier).replace(/^\\/, ''))
    if (all === undefined) return undefined
    for (let scope = identifier; scope !== -1; scope = tree.parent[scope]!) {
      const value = all.get(scope)
      if (value === -1) return undefined
      // A name in its own assigned value is not assigned yet.
      if (value !== undefined) return value <= identifier && tree.next[value]! > identifier ? undefined : value
    }
    return undefined
  }

  /** Returns the only assigned value of each name by scope; -1 for several values or none. */
  #collect(): Scoped<number> {
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const { language, functions, kinds, identifiers } = vocabulary
    const values = new Scoped<number>()
    const changed = new Set<string>()
    const reassigned = new Set<string>()
    const changes = vocabulary.changes
    const parameters = new Set(language.parameters.map((name) => kinds.id(name, true)))
    for (let node = 0; node < tree.count; node += 1) {
      const kind = tree.kind[node]!
      if (changes.has(kind)) {
        const isToken = (tree.flags[node]! & NAMED) === 0
        const parts = isToken ? [childIn(tree, tree.parent[node]!, FIELD_BY_PLACE)] : speaking(tree, node, vocabulary)
        for (const child of parts) if (child !== -1) this.#namesIn(child, changed)
      } else if (parameters.has(kind)) {
        const names = new Set<string>()
        this.#namesIn(node, names)
        for (const name of names) {
          values.set(tree.parent[node]!, name, -1)
          // The argument of a caller is unknown.
          this.#give(tree.parent[node]!, name, node)
        }
      }
      for (const name of writtenBy(tree, node, vocabulary)) changed.add(name)
      const defined = definedAt(tree, node, vocabulary)
      if (defined !== undefined) {
        this.#give(0, defined.name, defined.value)
        values.set(0, defined.name, values.get(0, defined.name) === undefined ? defined.value : -1)
      }
      const assignment = assignmentOf(tree, node, vocabulary)
      if (assignment === undefined || vocabulary.declarations.has(kind)) continue
      const left = unwrap(tree, assignment.left, vocabulary)
      if (!identifiers.has(tree.kind[left]!)) {
        // Several names at once: none of them is followed.
        this.#namesIn(left, changed)
        continue
      }
      const name = textOf(tree, left)
      if (!assignment.declares) reassigned.add(name)
      const scope = scopeOf(tree, node, functions)
      this.#give(scope, name, assignment.right)
      values.set(scope, name, values.get(scope, name) === undefined ? assignment.right : -1)
    }
    for (const [name, scopes] of values.entries()) {
      if (changed.has(name)) this.#given.drop(name)
      if (changed.has(name) || reassigned.has(name)) for (const scope of scopes.keys()) scopes.set(scope, -1)
    }
    this.#dropShared(reassigned)
    return values
  }

  #give(scope: number, name: string, value: number): void {
    const values = this.#given.get(scope, name)
    if (values === undefined) this.#given.set(scope, name, [value])
    else values.push(value)
  }

  /** Drops names that are assigned in several functions: they may be one variable. */
  #dropShared(reassigned: ReadonlySet<string>): void {
    for (const [name, scopes] of this.#given.entries()) {
      if (reassigned.has(name) && scopes.size !== 1) this.#given.drop(name)
    }
  }

  #namesIn(node: number, into: Set<string>): void {
    const tree = this.#tree
    for (let item = node; item < tree.next[node]!; item += 1) {
      if (this.#vocabulary.blocks.has(tree.kind[item]!)) return
      if (this.#vocabulary.identifiers.has(tree.kind[item]!)) into.add(textOf(tree, item))
    }
  }
}
