import type { CallFacts } from '../facts.ts'
import { MODEL_ROWS } from './all.ts'
import { type FoundModel, type ModelFlow, readFlows } from './model.ts'

interface Known {
  readonly on: ReadonlySet<string> | undefined
  readonly flows: readonly ModelFlow[]
}

/** All input reaches the output, including that of function arguments, which receive the content of the receiver. */
const GUESS: FoundModel = {
  flows: readFlows(
    'args -> result, this -> result, 0() -> result, 1() -> result, 2() -> result, this -> 0(0), this -> 0(1), this -> 1(0), this -> 1(1)',
  ),
  isGuess: true,
}

/** Models of library functions, by language. */
class Models {
  readonly #methods = new Map<string, Known[]>()
  readonly #functions = new Map<string, FoundModel>()
  /** Model of functions without a row. */
  readonly #others: FoundModel

  constructor(family: string) {
    const flowsOf = new Map<string, readonly ModelFlow[]>()
    for (const row of MODEL_ROWS[family] ?? []) {
      let flows = flowsOf.get(row.flows)
      if (flows === undefined) {
        flows = readFlows(row.flows)
        flowsOf.set(row.flows, flows)
      }
      const on = row.on === undefined ? undefined : new Set(row.on.split(' '))
      for (const name of row.names.split(/\s+/).filter((item) => item !== '')) {
        if (name.includes('.') || name.endsWith('()')) {
          this.#functions.set(name.replace(/\(\)$/, ''), { flows, isGuess: false })
          continue
        }
        const list = this.#methods.get(name)
        if (list === undefined) this.#methods.set(name, [{ on, flows }])
        else list.push({ on, flows })
      }
    }
    this.#others = this.#functions.get('*') ?? GUESS
  }

  of(call: CallFacts): FoundModel {
    const found = this.#said(call)
    return found.isGuess ? this.#others : found
  }

  #said(call: CallFacts): FoundModel {
    const name = call.name.replace(/::|\\|->/g, '.')
    const parts = name.split('.')
    const own =
      this.#functions.get(name) ?? (parts.length > 2 ? this.#functions.get(parts.slice(-2).join('.')) : undefined)
    if (own !== undefined) return own
    if (call.isNew) return GUESS
    const type = call.receiverType
      ?.replace(/[<[].*$/s, '')
      .split(/[.\\:]/)
      .at(-1)
    const rows = this.#methods.get(call.method) ?? []
    const row =
      rows.find(({ on }) => on !== undefined && type !== undefined && on.has(type)) ??
      rows.find(({ on }) => on === undefined)
    return row === undefined || (parts.length < 2 && call.method === call.name)
      ? GUESS
      : { flows: row.flows, isGuess: false }
  }

  /** Whether a method name belongs to a library: then a class of the tree with the name is not assumed. */
  hasMethod(name: string): boolean {
    return this.#methods.has(name)
  }
}

const families = new Map<string, Models>()

export function modelsOf(family: string): Models {
  let models = families.get(family)
  if (models === undefined) {
    models = new Models(family)
    families.set(family, models)
  }
  return models
}
