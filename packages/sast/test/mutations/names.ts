import type { Code } from './code.ts'
import { factsOf } from './facts/all.ts'

/** A name of a file that is declared in it, and everything that is called so. */
export interface Name {
  readonly text: string
  readonly places: readonly number[]
  /** Whether it refers to a function or a class. */
  readonly isDefinition: boolean
}

/** The variables, parameters, functions and classes that a file declares. */
export class Names {
  readonly #code: Code
  readonly #places = new Map<string, number[]>()
  /** By name: the functions (or the root) that declare it, and its declarations. */
  readonly #scopes = new Map<string, Map<number, number>>()
  readonly #unclear = new Set<string>()
  readonly #definitions = new Set<string>()
  readonly #functions: ReadonlySet<string>
  readonly #classes: ReadonlySet<string>

  constructor(code: Code) {
    this.#code = code
    const facts = factsOf(code.language)!.names
    this.#functions = new Set(code.language.functions)
    this.#classes = new Set(facts.classes)
    const kinds = new Set(facts.kinds)
    const unclearKinds = new Set(facts.unclearKinds)
    for (const node of code.nodes()) {
      const kind = code.kind(node)
      if (unclearKinds.has(kind) && code.isNamed(node)) this.#unclear.add(code.textOf(node))
      if (!kinds.has(kind) || !code.isNamed(node)) continue
      const text = code.textOf(node)
      if (facts.unclear.some((where) => code.stands(node, where)) || facts.isUnclear?.(code, node) === true) {
        this.#unclear.add(text)
        this.#declare(node, text)
        continue
      }
      if (facts.not.some((where) => code.stands(node, where))) continue
      this.#places.set(text, [...(this.#places.get(text) ?? []), node])
      this.#declare(node, text)
    }
  }

  /** Returns names with all of their occurrences known. */
  all(): readonly Name[] {
    return [...this.#places]
      .filter(([text, places]) => !this.#unclear.has(text) && places.every((item) => this.scopeOf(item) !== undefined))
      .map(([text, places]) => ({ text, places, isDefinition: places.some((item) => this.isDefinition(item)) }))
  }

  /** Returns the function (or the root) that declares the name of a node; undefined for no declaration in the file. */
  scopeOf(node: number): number | undefined {
    const code = this.#code
    const scopes = this.#scopes.get(code.textOf(node))
    if (scopes === undefined) return undefined
    for (let item = node; item !== -1; item = code.parent(item)) if (scopes.has(item)) return item
    return undefined
  }

  /** Whether a name at a node refers to a function or a class. */
  isDefinition(node: number): boolean {
    const scope = this.scopeOf(node)
    return scope !== undefined && this.#definitions.has(`${scope} ${this.#code.textOf(node)}`)
  }

  /** Whether a node is a name that could be a variable's. */
  isPlace(node: number): boolean {
    return this.#places.get(this.#code.textOf(node))?.includes(node) === true
  }

  #declare(node: number, text: string): void {
    const code = this.#code
    const facts = factsOf(code.language)!.names
    for (let item = node, parent = code.parent(node); parent !== -1; item = parent, parent = code.parent(parent)) {
      if (facts.stops.some((where) => code.stands(item, where))) return
      if (facts.declares.some((where) => code.stands(item, where))) {
        const kind = code.kind(parent)
        const isOwner = this.#functions.has(kind) || this.#classes.has(kind)
        const isDefinition = isOwner && !facts.parameters.some((where) => code.stands(item, where))
        const owner = this.#ownerOf(isDefinition ? code.parent(parent) : item)
        // Names in a class body are members, in any form of declaration.
        if (this.#classes.has(code.kind(owner))) this.#unclear.add(text)
        if (isDefinition) this.#definitions.add(`${owner} ${text}`)
        const scopes = this.#scopes.get(text) ?? new Map<number, number>()
        this.#scopes.set(text, scopes)
        if (!scopes.has(owner)) scopes.set(owner, node)
        return
      }
      if (this.#functions.has(code.kind(item)) || code.language.blocks.includes(code.kind(item))) return
    }
  }

  #ownerOf(from: number): number {
    let owner = from
    while (owner > 0 && !this.#functions.has(this.#code.kind(owner)) && !this.#classes.has(this.#code.kind(owner)))
      owner = this.#code.parent(owner)
    return Math.max(owner, 0)
  }
}
