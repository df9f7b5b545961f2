import { Failure } from '@gatehouse/kernel'
import type { RenderedRange } from '../../rendered.ts'
import type { Command, Operand, ParsedTemplate, Pipeline, TemplateNode, Term } from './node.ts'
import {
  checkWeight,
  ExecutionProblem,
  type GoMap,
  type GoValue,
  isTrue,
  Methods,
  printed,
  type RenderBudget,
  sortedKeys,
} from './value.ts'

/** A function that templates call. */
export type GoFunction = (args: readonly GoValue[], call: Execution) => GoValue

/** State shared by all templates of a chart. */
export interface TemplateWorld {
  readonly functions: (name: string) => GoFunction | undefined
  /** A template that was defined, by its name. */
  readonly templates: Map<string, { readonly path: string; readonly nodes: readonly TemplateNode[] }>
  readonly budget: RenderBudget
  /** Called with each failed action. */
  readonly told: (path: string, at: number, detail: string) => void
}

/** Own limit: characters of one rendered file. */
const OUTPUT_CHARS_MAX = 4 * 1024 * 1024

/** Rendered text with the origin of its pieces. */
class Output {
  text = ''
  readonly pieces: RenderedRange[] = []

  add(text: string, file: string, start: number, end: number): void {
    if (text === '') return
    if (this.text.length + text.length > OUTPUT_CHARS_MAX) {
      throw new Failure('limit_reached', `The output of a template exceeds ${OUTPUT_CHARS_MAX / 1024 / 1024} MiB.`)
    }
    const from = this.text.length
    this.text += text
    this.pieces.push({ start: from, end: this.text.length, file, from: start, to: end })
  }
}

/** Variables of a block and of its enclosing blocks. */
interface Names {
  readonly own: Map<string, GoValue>
  readonly around: Names | undefined
}

type Signal = 'break' | 'continue' | undefined

/** Executes the templates of one file. */
export class Execution {
  readonly world: TemplateWorld
  readonly #root: GoValue
  readonly #path: string
  #place = 0

  constructor(world: TemplateWorld, root: GoValue, path: string) {
    this.world = world
    this.#root = root
    this.#path = path
  }

  /** The text of a file. */
  static render(
    template: ParsedTemplate,
    root: GoValue,
    world: TemplateWorld,
  ): { text: string; pieces: readonly RenderedRange[] } {
    const output = new Output()
    const run = new Execution(world, root, template.path)
    run.#nodes(template.body, root, { own: new Map([['$', root]]), around: undefined }, output)
    return output
  }

  /** Returns the output of a named template. @throws {ExecutionProblem} for an unknown name */
  include(name: string, dot: GoValue): string {
    const found = this.world.templates.get(name)
    if (found === undefined) throw new ExecutionProblem(`Template ${name} not found.`)
    return this.part(found.path, found.nodes, dot)
  }

  /** Returns the output of nodes with a value as the dot. */
  part(path: string, nodes: readonly TemplateNode[], dot: GoValue): string {
    return this.world.budget.deeper(() => {
      const output = new Output()
      new Execution(this.world, dot, path).#nodes(nodes, dot, { own: new Map([['$', dot]]), around: undefined }, output)
      this.world.budget.chars(output.text.length)
      return output.text
    })
  }

  /** Reports a failure at the location of the action. */
  tell(detail: string): void {
    this.world.told(this.#path, this.#place, detail)
  }

  #nodes(nodes: readonly TemplateNode[], dot: GoValue, names: Names, output: Output): Signal {
    for (const node of nodes) {
      this.world.budget.step()
      this.#place = node.start
      if (node.type === 'break' || node.type === 'continue') return node.type
      try {
        const signal = this.#node(node, dot, names, output)
        if (signal !== undefined) return signal
      } catch (thrown) {
        if (!(thrown instanceof ExecutionProblem)) throw thrown
        this.world.told(this.#path, node.start, thrown.message)
      }
    }
    return undefined
  }

  #node(node: TemplateNode, dot: GoValue, names: Names, output: Output): Signal {
    switch (node.type) {
      case 'text':
        output.add(node.text, this.#path, node.start, node.end)
        return undefined
      case 'action': {
        const value = this.#pipeline(node.pipeline, dot, names)
        if (node.pipeline.names.length > 0) return undefined
        if (typeof value === 'object' && value !== null) this.world.budget.step(Math.ceil(checkWeight(value)))
        output.add(printed(value), this.#path, node.start, node.end)
        return undefined
      }
      case 'if':
      case 'with': {
        const inner = within(names)
        const value = this.#pipeline(node.pipeline, dot, inner)
        if (!isTrue(value)) return this.#nodes(node.otherwise, dot, inner, output)
        return this.#nodes(node.body, node.type === 'with' ? value : dot, inner, output)
      }
      case 'range':
        return this.#range(node, dot, names, output)
      case 'template': {
        const value = node.pipeline === undefined ? null : this.#pipeline(node.pipeline, dot, names)
        output.add(this.include(node.name, value), this.#path, node.start, node.end)
        return undefined
      }
      case 'break':
      case 'continue':
      default:
        return undefined
    }
  }

  #range(
    node: Extract<TemplateNode, { type: 'if' | 'with' | 'range' }>,
    dot: GoValue,
    names: Names,
    output: Output,
  ): Signal {
    const { names: values, declares, commands } = node.pipeline
    const around = within(names)
    const collection = this.#pipeline({ names: [], declares: false, commands }, dot, around)
    const pairs = pairsOf(collection)
    this.world.budget.step(pairs.length)
    if (pairs.length === 0) return this.#nodes(node.otherwise, dot, around, output)
    for (const [key, value] of pairs) {
      const inner = within(around)
      const [first, second] = values
      if (first !== undefined)
        this.#give(
          second === undefined
            ? [[first, value]]
            : [
                [first, key],
                [second, value],
              ],
          declares,
          inner,
        )
      if (this.#nodes(node.body, value, inner, output) === 'break') break
    }
    return undefined
  }

  #give(pairs: readonly (readonly [string, GoValue])[], declares: boolean, names: Names): void {
    for (const [name, value] of pairs) {
      let holder: Names | undefined = names
      if (!declares) while (holder !== undefined && !holder.own.has(name)) holder = holder.around
      ;(holder ?? names).own.set(name, value)
    }
  }

  #pipeline({ names: values, declares, commands }: Pipeline, dot: GoValue, names: Names): GoValue {
    let value: GoValue | undefined
    for (const command of commands) value = this.#command(command, value, dot, names)
    const [first] = values
    if (first !== undefined) this.#give([[first, value ?? null]], declares, names)
    return value ?? null
  }

  /** @param piped result of the previous command */
  #command([first, ...rest]: Command, piped: GoValue | undefined, dot: GoValue, names: Names): GoValue {
    this.world.budget.step()
    const args = rest.map((term) => this.#term(term, dot, names, []))
    if (piped !== undefined) args.push(piped)
    return this.#term(first, dot, names, args)
  }

  #term({ operand, fields }: Term, dot: GoValue, names: Names, args: readonly GoValue[]): GoValue {
    const isCall = operand.type === 'function' && fields.length === 0
    let value = this.#operand(operand, dot, names, isCall ? args : [])
    for (const [at, field] of fields.entries()) value = this.#field(value, field, at === fields.length - 1 ? args : [])
    return value
  }

  #operand(operand: Operand, dot: GoValue, names: Names, args: readonly GoValue[]): GoValue {
    switch (operand.type) {
      case 'literal':
        return operand.value
      case 'dot':
        return dot
      case 'variable':
        return this.#variable(operand.name, names)
      case 'pipeline':
        return this.#pipeline(operand.pipeline, dot, names)
      case 'function':
      default: {
        const run = this.world.functions(operand.name)
        if (run === undefined) throw new ExecutionProblem(`Unknown function ${operand.name}.`)
        this.#count(operand.name, args)
        const value = run(args, this)
        this.world.budget.chars(charsOf([value]))
        return value
      }
    }
  }

  /** Counts the cost of a call before the call. */
  #count(name: string, args: readonly GoValue[]): void {
    const { budget } = this.world
    budget.chars(charsOf(args))
    // YAML encoding and decoding cost ten times as much as a copy.
    if (/^(?:must)?from/i.test(name)) budget.step(charsOf(args))
    else if (HEAVY.test(name)) {
      for (const arg of args) budget.step(Math.ceil(checkWeight(arg)) * (name.endsWith('Yaml') ? 10 : 1))
    }
  }

  #variable(name: string, names: Names): GoValue {
    for (let holder: Names | undefined = names; holder !== undefined; holder = holder.around) {
      const value = holder.own.get(name)
      if (value !== undefined) return value
    }
    return name === '$' ? this.#root : null
  }

  /** Returns a field; nil where it is missing. */
  #field(value: GoValue, field: string, args: readonly GoValue[]): GoValue {
    this.world.budget.step()
    if (value instanceof Map) return value.get(field) ?? null
    if (!(value instanceof Methods)) return null
    const run = Object.hasOwn(value.functions, field) ? value.functions[field] : undefined
    if (run !== undefined) return run(args)
    return Object.hasOwn(value.fields, field) ? (value.fields[field] ?? null) : null
  }
}

function within(names: Names): Names {
  return { own: new Map(), around: names }
}

/** Own limit: characters of the text arguments of one function. */
const GIVEN_CHARS_MAX = 8 * 1024 * 1024

/** Functions that traverse all of their arguments. */
const HEAVY =
  /^(?:must)?(?:deepCopy|merge|to(?:Raw|Pretty)?(?:Yaml|Json|Toml)|uniq|deepEqual|print|quote|keys|values|sortAlpha|pick|omit)/i

function charsOf(values: readonly GoValue[]): number {
  let chars = 0
  for (const value of values) if (typeof value === 'string') chars += value.length
  if (chars > GIVEN_CHARS_MAX) throw new ExecutionProblem('The text is too long.')
  return chars
}

/** Own limit: a number to range over. */
const COUNT_MAX = 10_000

function pairsOf(collection: GoValue): readonly (readonly [GoValue, GoValue])[] {
  if (Array.isArray(collection)) return collection.map((value, at) => [at, value] as const)
  if (collection instanceof Map) {
    const map: GoMap = collection
    return sortedKeys(map).map((key) => [key, map.get(key)!] as const)
  }
  if (typeof collection === 'number' && collection <= COUNT_MAX) {
    return Array.from({ length: Math.max(0, Math.floor(collection)) }, (_, at) => [at, at] as const)
  }
  return []
}
