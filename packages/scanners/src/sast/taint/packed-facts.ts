/**
 * The facts of a file as a text: texts, paths and places stand in it once and are named by their numbers. What is written so is a
 * small part of what the facts are as they stand, and they are as many times the code.
 */
import type { CallFacts, FileFacts, Flow, FunctionFacts, Origin, Path, Place, Port } from './facts.ts'

/** What is known of a file before its facts are read. */
export interface FactsHead {
  readonly path: string
  readonly language: string
  /** Ids of rules that have a source in it. */
  readonly sourced: readonly string[]
  /** Ids of rules that have a sink in it. */
  readonly sunk: readonly string[]
}

const ABSENT = -1
const KINDS = ['module', 'function', 'method', 'static', 'constructor'] as const

/** The number of a text, a path or a place, or {@link ABSENT}. */
type Ref = number
/** A kind, and at most two numbers of whatever it has. */
type Ended = readonly [number, number?, number?]
type PackedList = readonly number[] | 0
type PackedFlow = readonly [Ended, Ref, Ended, Ref, readonly Ref[], PackedList?, PackedList?, PackedList?]
type PackedCall = readonly [Ref, Ref, Ref, 0 | 1, Ref, number | readonly Ref[], (readonly Ref[] | 0)?, PackedList?]
type PackedFunction = readonly [
  Ref,
  number,
  number,
  number,
  readonly (readonly [Ref, 0 | 1, Ref])[],
  Ref,
  Ref,
  readonly PackedCall[],
  readonly PackedFlow[],
]

interface Packed extends Omit<FileFacts, 'functions'> {
  readonly texts: readonly string[]
  readonly paths: readonly (readonly Ref[])[]
  /** Four numbers each: the end is counted in lines from the start. */
  readonly places: readonly number[]
  readonly functions: readonly PackedFunction[]
}

/** @returns the head as JSON, and all of it, in lines of their own */
export function packFacts(facts: FileFacts): string {
  const { path, language, rules, sources, sinks } = facts
  const idsOf = (marks: readonly { readonly rule: number }[]): readonly string[] => [
    ...new Set(marks.map(({ rule }) => rules[rule]!)),
  ]
  const head: FactsHead = { path, language, sourced: idsOf(sources), sunk: idsOf(sinks) }
  return `${JSON.stringify(head)}\n${JSON.stringify(new Packing().file(facts))}`
}

/** @param text as {@link packFacts} made it */
export function headOf(text: string): FactsHead {
  return JSON.parse(text.slice(0, text.indexOf('\n'))) as FactsHead
}

/** @param text as {@link packFacts} made it */
export function unpackFacts(text: string): FileFacts {
  const packed = JSON.parse(text.slice(text.indexOf('\n') + 1)) as Packed
  const { texts, paths, places, functions, ...rest } = packed
  return { ...rest, functions: new Unpacking({ texts, paths, places }).functions(functions) }
}

class Packing {
  readonly #texts = new Map<string, Ref>()
  readonly #paths = new Map<string, Ref>()
  readonly #pathList: (readonly Ref[])[] = []
  readonly #places = new Map<string, Ref>()
  readonly #placeList: number[] = []

  file({ functions, ...rest }: FileFacts): Packed {
    const packed = functions.map((fn) => this.#function(fn))
    return {
      ...rest,
      functions: packed,
      texts: [...this.#texts.keys()],
      paths: this.#pathList,
      places: this.#placeList,
    }
  }

  #function(fn: FunctionFacts): PackedFunction {
    return [
      this.#text(fn.name),
      KINDS.indexOf(fn.kind),
      fn.owner,
      fn.outer,
      fn.parameters.map(({ name, isRest, type }) => [this.#text(name), isRest ? 1 : 0, this.#text(type)]),
      this.#text(fn.returnType),
      this.#place(fn.place),
      fn.calls.map((call) => this.#call(call)),
      fn.flows.map((flow) => this.#flow(flow)),
    ]
  }

  #call({ name, method, receiverType, isNew, place, arguments: given, constants, spread }: CallFacts): PackedCall {
    const refs = (list: readonly (string | null)[]): readonly Ref[] => list.map((one) => this.#text(one ?? undefined))
    const names = given.every((one) => one === null) ? given.length : refs(given)
    const first = [this.#text(name), this.#text(method), this.#text(receiverType), isNew ? 1 : 0] as const
    const known = constants === undefined ? 0 : refs(constants)
    if (spread !== undefined) return [...first, this.#place(place), names, known, spread]
    return known === 0 ? [...first, this.#place(place), names] : [...first, this.#place(place), names, known]
  }

  #flow({ from, fromPath, to, toPath, steps, except, only, via }: Flow): PackedFlow {
    const places = steps.map((one) => this.#place(one))
    const first = [this.#end(from), this.#path(fromPath), this.#end(to), this.#path(toPath), places] as const
    if (except === undefined && only === undefined && via === undefined) return first
    return [...first, except ?? 0, only ?? 0, via ?? 0]
  }

  #end(one: Origin | Port): Ended {
    switch (one.type) {
      case 'parameter':
        return [0, one.index]
      case 'result':
        return [1, one.call]
      case 'after':
        return [2, one.call, one.index]
      case 'thrown':
        return [3, one.call]
      case 'cell':
        return [4, one.cell.owner, this.#text(one.cell.name)]
      case 'source':
        return [5, one.mark]
      case 'function':
        return [6, one.id]
      case 'class':
        return [7, one.id]
      case 'import':
        return [8, this.#text(one.module), this.#text(one.name)]
      case 'global':
        return [9, this.#text(one.name)]
      case 'return':
        return [10]
      case 'throw':
        return [11]
      case 'argument':
        return [12, one.call, one.index]
      case 'sink':
      default:
        return [13, one.mark]
    }
  }

  #text(text: string | undefined): Ref {
    return text === undefined ? ABSENT : refOf(this.#texts, text)
  }

  #path(path: Path): Ref {
    const known = this.#paths.size
    const ref = refOf(this.#paths, JSON.stringify(path))
    if (ref === known) this.#pathList.push(path.map((one) => this.#text(one)))
    return ref
  }

  #place({ line, column, endLine, endColumn }: Place): Ref {
    const known = this.#places.size
    const ref = refOf(this.#places, `${line} ${column} ${endLine} ${endColumn}`)
    if (ref === known) this.#placeList.push(line, column, endLine - line, endColumn)
    return ref
  }
}

function refOf(known: Map<string, Ref>, key: string): Ref {
  let ref = known.get(key)
  if (ref === undefined) {
    ref = known.size
    known.set(key, ref)
  }
  return ref
}

class Unpacking {
  readonly #texts: readonly string[]
  readonly #paths: readonly Path[]
  readonly #places: readonly Place[]

  constructor({ texts, paths, places }: Pick<Packed, 'texts' | 'paths' | 'places'>) {
    this.#texts = texts
    this.#paths = paths.map((path) => path.map((one) => texts[one]!))
    const made: Place[] = []
    for (let at = 0; at < places.length; at += 4) {
      const line = places[at]!
      const [column, lines, endColumn] = [places[at + 1]!, places[at + 2]!, places[at + 3]!]
      made.push({ line, column, endLine: line + lines, endColumn })
    }
    this.#places = made
  }

  functions(packed: readonly PackedFunction[]): readonly FunctionFacts[] {
    return packed.map(([name, kind, owner, outer, parameters, returnType, place, calls, flows]) => ({
      name: this.#texts[name]!,
      kind: KINDS[kind]!,
      owner,
      outer,
      parameters: parameters.map(([own, isRest, type]) => ({
        name: this.#texts[own]!,
        isRest: isRest === 1,
        ...(type !== ABSENT && { type: this.#texts[type]! }),
      })),
      ...(returnType !== ABSENT && { returnType: this.#texts[returnType]! }),
      place: this.#places[place]!,
      calls: calls.map((call) => this.#call(call)),
      flows: flows.map((flow) => this.#flow(flow)),
    }))
  }

  #call([name, method, receiverType, isNew, place, given, constants = 0, spread = 0]: PackedCall): CallFacts {
    const texts = (refs: readonly Ref[]): readonly (string | null)[] => refs.map((one) => this.#texts[one] ?? null)
    return {
      name: this.#texts[name]!,
      method: this.#texts[method]!,
      ...(receiverType !== ABSENT && { receiverType: this.#texts[receiverType]! }),
      isNew: isNew === 1,
      arguments: typeof given === 'number' ? Array.from({ length: given }, () => null) : texts(given),
      ...(constants !== 0 && { constants: texts(constants) }),
      ...(spread !== 0 && { spread }),
      place: this.#places[place]!,
    }
  }

  #flow([from, fromPath, to, toPath, steps, except = 0, only = 0, via = 0]: PackedFlow): Flow {
    return {
      from: this.#end(from) as Origin,
      fromPath: this.#paths[fromPath]!,
      to: this.#end(to) as Port,
      toPath: this.#paths[toPath]!,
      ...(except !== 0 && { except }),
      ...(only !== 0 && { only }),
      ...(via !== 0 && { via }),
      steps: steps.map((one) => this.#places[one]!),
    }
  }

  #end([type, first = 0, second = 0]: Ended): Origin | Port {
    switch (type) {
      case 0:
        return { type: 'parameter', index: first }
      case 1:
        return { type: 'result', call: first }
      case 2:
        return { type: 'after', call: first, index: second }
      case 3:
        return { type: 'thrown', call: first }
      case 4:
        return { type: 'cell', cell: { owner: first, name: this.#texts[second]! } }
      case 5:
        return { type: 'source', mark: first }
      case 6:
        return { type: 'function', id: first }
      case 7:
        return { type: 'class', id: first }
      case 8:
        return { type: 'import', module: this.#texts[first]!, name: this.#texts[second]! }
      case 9:
        return { type: 'global', name: this.#texts[first]! }
      case 10:
        return { type: 'return' }
      case 11:
        return { type: 'throw' }
      case 12:
        return { type: 'argument', call: first, index: second }
      default:
        return { type: 'sink', mark: first }
    }
  }
}
