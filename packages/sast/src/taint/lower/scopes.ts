import type { Register } from '../ir.ts'
import type { FunctionBuilder } from './function-builder.ts'

/** A name that code declares. */
export interface Variable {
  readonly name: string
  readonly register: Register
  readonly owner: FunctionBuilder
  /** What its cell is called, where more than one function sees it. */
  readonly cellName: string
  isCaptured: boolean
  /** Whether an inner function gives it values. */
  isWrittenInside: boolean
  /** Of a field that is named without its object: the variable that holds its class, and whether it is the class's own. */
  member?: { readonly holder: Variable; readonly isStatic: boolean; readonly scope: Scope }
  /** Whether it holds a class of this file. */
  isClass?: boolean
  /** What it is declared with, imports resolved. */
  type?: string
  /** Of C and C++: whether it is a name for something else, points at it, or is a place that does not move. */
  holds?: 'reference' | 'pointer' | 'array'
  /** Of a parameter by reference: what the caller gave, whatever the variable holds by now. */
  place?: Register
  /** Of a function: the type that it gives back. */
  returns?: string
  /** The dotted names that it stands for. */
  path?: string
  /** What it brings in, where it is nothing else. */
  import?: { readonly module: string; readonly name: string }
}

/** The names of a block, a function or a file. */
export class Scope {
  readonly outer: Scope | undefined
  readonly owner: FunctionBuilder
  /** Whether inner functions do not see its names: the body of a class in Python. */
  readonly isHidden: boolean
  readonly #serial: number
  #variables: Map<string, Variable> | undefined

  /** @param serial 0 for the first of its function */
  constructor(owner: FunctionBuilder, outer: Scope | undefined, serial: number, isHidden = false) {
    this.owner = owner
    this.outer = outer
    this.isHidden = isHidden
    this.#serial = serial
  }

  own(name: string): Variable | undefined {
    return this.#variables?.get(name)
  }

  /** Lets a name mean a field of the class that this scope is the body of. */
  addField(name: string, holder: Variable, isStatic: boolean, type: string | undefined): void {
    const { owner } = this
    const known = { name, register: -1, owner, cellName: name, isCaptured: false, isWrittenInside: false }
    const member = { holder, isStatic, scope: this }
    this.alias(name, type === undefined ? { ...known, member } : { ...known, member, type })
  }

  /** The `this` that is seen from here of the class whose body a scope is; of any class where none is named. */
  thisOf(body: Scope | undefined): Variable | undefined {
    if (this === body) return undefined
    const own = this.own('this')
    if (own !== undefined && body === undefined) return own
    const further = this.outer?.thisOf(body)
    return further ?? own
  }

  /** All names of this scope. */
  all(): readonly Variable[] {
    return [...(this.#variables?.values() ?? [])]
  }

  /** The scope around all others. */
  root(): Scope {
    return this.outer === undefined ? this : this.outer.root()
  }

  /** A new variable of this scope, or the one that it has by this name. */
  declare(name: string): Variable {
    this.#variables ??= new Map()
    let variable = this.#variables.get(name)
    if (variable === undefined) {
      variable = {
        name,
        register: this.owner.register(),
        owner: this.owner,
        cellName: this.#serial === 0 ? name : `${name}~${this.#serial}`,
        isCaptured: false,
        isWrittenInside: false,
      }
      this.add(variable)
    }
    return variable
  }

  /** Lets a name mean a variable that may be another scope's. */
  add(variable: Variable): void {
    this.#variables ??= new Map()
    this.#variables.set(variable.name, variable)
    if (variable.owner === this.owner) this.owner.variables.push(variable)
  }

  /** Takes a name over from another scope: `global` and `nonlocal` of Python. */
  alias(name: string, variable: Variable): void {
    this.#variables ??= new Map()
    this.#variables.set(name, variable)
  }

  /** @returns what a name means here; undefined where nothing declares it */
  lookup(name: string): Variable | undefined {
    const own = this.own(name)
    if (own !== undefined) return own
    for (let scope = this.outer; scope !== undefined; scope = scope.outer) {
      if (scope.isHidden && scope.owner !== this.owner) continue
      const variable = scope.own(name)
      if (variable !== undefined) return variable
    }
    return undefined
  }
}
