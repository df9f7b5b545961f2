import type { Register } from '../ir.ts'
import type { FunctionBuilder } from './function-builder.ts'

/** A name that code declares. */
export interface Variable {
  readonly name: string
  readonly register: Register
  readonly owner: FunctionBuilder
  /** Name of its cell, if several functions share it. */
  readonly cellName: string
  isCaptured: boolean
  /** Whether an inner function assigns it. */
  isWrittenInside: boolean
  /** Of a field that is named without its object: the variable with its class, and whether the field is static. */
  member?: { readonly holder: Variable; readonly isStatic: boolean; readonly scope: Scope }
  /** Whether its value is a class of this file. */
  isClass?: boolean
  /** Declared type, with resolved imports. */
  type?: string
  /** Of C and C++: whether it is a reference, a pointer, or an array. */
  holds?: 'reference' | 'pointer' | 'array'
  /** Of a parameter by reference: the caller's temporary object, regardless of the variable's current value. */
  place?: Register
  /** Of a function: its return type. */
  returns?: string
  /** Dotted name that it refers to. */
  path?: string
  /** Its import, if it has no other value. */
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

  /** Declares a name as a field of the class whose body is this scope. */
  addField(name: string, holder: Variable, isStatic: boolean, type: string | undefined): void {
    const { owner } = this
    const known = { name, register: -1, owner, cellName: name, isCaptured: false, isWrittenInside: false }
    const member = { holder, isStatic, scope: this }
    this.alias(name, type === undefined ? { ...known, member } : { ...known, member, type })
  }

  /** Returns the visible `this` of the class with the given body scope; of the innermost class if none is given. */
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

  /** Returns a new variable of this scope, or its existing one with the name. */
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

  /** Binds a name to a variable that may belong to another scope. */
  add(variable: Variable): void {
    this.#variables ??= new Map()
    this.#variables.set(variable.name, variable)
    if (variable.owner === this.owner) this.owner.variables.push(variable)
  }

  /** Binds a name to a variable of an outer scope: `global` and `nonlocal` of Python. */
  alias(name: string, variable: Variable): void {
    this.#variables ??= new Map()
    this.#variables.set(name, variable)
  }

  /** @returns the variable of a name; undefined for an undeclared name */
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
