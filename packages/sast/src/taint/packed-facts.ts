/**
 * Compact text form of a file's facts: texts, paths and locations are stored once and referenced by number. It is a small fraction of the
 * size of plain facts, which are several times as large as the code. Locations are stored separately: a line added at the top of a file
 * changes all locations, but no data flow.
 */
import { createHash } from 'node:crypto'
import type {
  CallFacts,
  FileFacts,
  Flow,
  FunctionFacts,
  Origin,
  Path,
  CodeRange,
  Port,
  SinkFacts,
  SourceFacts,
} from './facts.ts'
import { Positions } from './positions.ts'

/** Header of a file's facts, readable without parsing the facts. */
export interface FactsHead {
  readonly path: string
  readonly language: string
  /** Ids of rules that have a source in it. */
  readonly sourced: readonly string[]
  /** Ids of rules that have a sink in it. */
  readonly sunk: readonly string[]
  /** Digest of the facts and of the order of their locations: unchanged where the code has only moved. */
  readonly shape: string
}

export const ABSENT = -1
export const KINDS = ['module', 'function', 'method', 'static', 'constructor'] as const

/** Number of a text, a path, a location or an end of a flow, or {@link ABSENT}. */
export type Ref = number
/** A kind, and at most two numbers of its properties. */
export type Ended = readonly [number, number?, number?]
export type PackedList = readonly number[] | 0
/** A single step is not wrapped in a list. */
export type PackedSteps = Ref | readonly Ref[]
export type PackedFlow = readonly [Ref, Ref, Ref, Ref, PackedSteps, PackedList?, PackedList?, PackedList?]
export type PackedCall = readonly [
  Ref,
  Ref,
  Ref,
  0 | 1,
  Ref,
  number | readonly Ref[],
  (readonly Ref[] | 0)?,
  PackedList?,
]
export type PackedFunction = readonly [
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

/** With the number of its location. */
type Placed<Mark extends SourceFacts | SinkFacts> = Omit<Mark, 'place' | 'start' | 'end'> & { readonly place: Ref }

/** Facts that depend on the code and not on its location. */
export interface PackedStructure extends Omit<FileFacts, 'functions' | 'sources' | 'sinks' | 'gaps'> {
  readonly texts: readonly string[]
  readonly paths: readonly (readonly Ref[])[]
  readonly ends: readonly Ended[]
  readonly functions: readonly PackedFunction[]
  readonly sources: readonly Placed<SourceFacts>[]
  readonly sinks: readonly Placed<SinkFacts>[]
}

/** Locations of the facts. */
export interface PackedPositions {
  /** Four numbers each: the end line is relative to the start. */
  readonly places: readonly number[]
  /** Start and end of each sink. */
  readonly offsets: readonly number[]
  readonly gaps: readonly string[]
}

/** @returns the header, the facts, and the locations, each as one line of JSON */
export function packFacts(facts: FileFacts): string {
  const { path, language, rules, sources, sinks } = facts
  const idsOf = (marks: readonly { readonly rule: number }[]): readonly string[] => [
    ...new Set(marks.map(({ rule }) => rules[rule]!)),
  ]
  const { still, places } = new Packing().file(facts)
  const said = JSON.stringify(still)
  const order = new Positions(places.places).order(places.places)
  const shape = createHash('sha256').update(said).update(order).digest('base64url')
  const head: FactsHead = { path, language, sourced: idsOf(sources), sunk: idsOf(sinks), shape }
  return `${JSON.stringify(head)}\n${said}\n${JSON.stringify(places)}`
}

/** @param text result of {@link packFacts} */
export function headOf(text: string): FactsHead {
  return JSON.parse(text.slice(0, text.indexOf('\n'))) as FactsHead
}

class Packing {
  readonly #texts = new Map<string, Ref>()
  readonly #paths = new Map<string, Ref>()
  readonly #pathList: (readonly Ref[])[] = []
  readonly #places = new Map<string, Ref>()
  readonly #placeList: number[] = []
  readonly #ends = new Map<string, Ref>()
  readonly #endList: Ended[] = []
  /** Numbers by object identity: most ends, paths and locations are repeated as the same immutable object. */
  readonly #seen = new Map<object, Ref>()

  file({ functions, sources, sinks, gaps, ...rest }: FileFacts): {
    readonly still: PackedStructure
    readonly places: PackedPositions
  } {
    const packed = functions.map((fn) => this.#function(fn))
    const still: PackedStructure = {
      ...rest,
      functions: packed,
      sources: sources.map((source) => ({ ...source, place: this.#place(source.place) })),
      sinks: sinks.map(({ start: _start, end: _end, ...item }) => ({ ...item, place: this.#place(item.place) })),
      texts: [...this.#texts.keys()],
      paths: this.#pathList,
      ends: this.#endList,
    }
    const offsets = sinks.flatMap(({ start, end }) => [start, end])
    return { still, places: { places: this.#placeList, offsets, gaps } }
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

  #call({ name, method, receiverType, isNew, place, arguments: values, constants, spread }: CallFacts): PackedCall {
    const refs = (list: readonly (string | null)[]): readonly Ref[] => list.map((item) => this.#text(item ?? undefined))
    const names = values.every((item) => item === null) ? values.length : refs(values)
    const first = [this.#text(name), this.#text(method), this.#text(receiverType), isNew ? 1 : 0] as const
    const known = constants === undefined ? 0 : refs(constants)
    if (spread !== undefined) return [...first, this.#place(place), names, known, spread]
    return known === 0 ? [...first, this.#place(place), names] : [...first, this.#place(place), names, known]
  }

  #flow({ from, fromPath, to, toPath, steps, except, only, via }: Flow): PackedFlow {
    const [single] = steps
    const places = steps.length === 1 ? this.#place(single!) : steps.map((step) => this.#place(step))
    const first = [this.#endRef(from), this.#path(fromPath), this.#endRef(to), this.#path(toPath), places] as const
    if (except === undefined && only === undefined && via === undefined) return first
    return [...first, except ?? 0, only ?? 0, via ?? 0]
  }

  #endRef(item: Origin | Port): Ref {
    const seen = this.#seen.get(item)
    if (seen !== undefined) return seen
    const ended = this.#end(item)
    const known = this.#ends.size
    const ref = refOf(this.#ends, ended.join(' '))
    if (ref === known) this.#endList.push(ended)
    this.#seen.set(item, ref)
    return ref
  }

  #end(item: Origin | Port): Ended {
    switch (item.type) {
      case 'parameter':
        return [0, item.index]
      case 'result':
        return [1, item.call]
      case 'after':
        return [2, item.call, item.index]
      case 'thrown':
        return [3, item.call]
      case 'cell':
        return [4, item.cell.owner, this.#text(item.cell.name)]
      case 'source':
        return [5, item.mark]
      case 'function':
        return [6, item.id]
      case 'class':
        return [7, item.id]
      case 'import':
        return [8, this.#text(item.module), this.#text(item.name)]
      case 'global':
        return [9, this.#text(item.name)]
      case 'return':
        return [10]
      case 'throw':
        return [11]
      case 'argument':
        return [12, item.call, item.index]
      case 'sink':
      default:
        return [13, item.mark]
    }
  }

  #text(text: string | undefined): Ref {
    return text === undefined ? ABSENT : refOf(this.#texts, text)
  }

  #path(path: Path): Ref {
    const seen = this.#seen.get(path)
    if (seen !== undefined) return seen
    const known = this.#paths.size
    const ref = refOf(this.#paths, JSON.stringify(path))
    if (ref === known) this.#pathList.push(path.map((item) => this.#text(item)))
    this.#seen.set(path, ref)
    return ref
  }

  #place(place: CodeRange): Ref {
    const seen = this.#seen.get(place)
    if (seen !== undefined) return seen
    const { line, column, endLine, endColumn } = place
    const known = this.#places.size
    const ref = refOf(this.#places, `${line} ${column} ${endLine} ${endColumn}`)
    if (ref === known) this.#placeList.push(line, column, endLine - line, endColumn)
    this.#seen.set(place, ref)
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
