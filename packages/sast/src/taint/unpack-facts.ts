import type { CallFacts, FileFacts, Flow, FunctionFacts, Origin, Path, Place, Port } from './facts.ts'
import {
  ABSENT,
  type Ended,
  KINDS,
  type PackedCall,
  type PackedFlow,
  type PackedFunction,
  type PackedPlaces,
  type PackedSteps,
  type PackedStill,
  type Ref,
} from './packed-facts.ts'

const NO_STEPS: readonly Place[] = []

/** @param text result of `packFacts` */
export function unpackFacts(text: string): FileFacts {
  const [, said, moving] = text.split('\n', 3)
  const still = JSON.parse(said!) as PackedStill
  const { places, offsets, gaps } = JSON.parse(moving!) as PackedPlaces
  const { texts: _texts, paths: _paths, ends: _ends, functions, sources, sinks, ...rest } = still
  const unpacking = new Unpacking(still, places)
  return {
    ...rest,
    functions: unpacking.functions(functions),
    sources: sources.map((one) => ({ ...one, place: unpacking.place(one.place) })),
    sinks: sinks.map((one, at) => ({
      ...one,
      place: unpacking.place(one.place),
      start: offsets[2 * at]!,
      end: offsets[2 * at + 1]!,
    })),
    gaps,
  }
}

/** Returns the locations in a text of `packFacts`: four numbers each. */
export function placesIn(text: string): readonly number[] {
  return (JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as PackedPlaces).places
}

class Unpacking {
  readonly #texts: readonly string[]
  readonly #paths: readonly Path[]
  readonly #places: readonly Place[]
  /** By location: a list with only this location, which is the trace of most flows. */
  readonly #single: (readonly Place[])[] = []
  readonly #ends: readonly (Origin | Port)[]

  constructor({ texts, paths, ends }: PackedStill, places: readonly number[]) {
    this.#texts = texts
    this.#paths = paths.map((path) => path.map((one) => texts[one]!))
    const made: Place[] = []
    for (let at = 0; at < places.length; at += 4) {
      const line = places[at]!
      const [column, lines, endColumn] = [places[at + 1]!, places[at + 2]!, places[at + 3]!]
      made.push({ line, column, endLine: line + lines, endColumn })
    }
    this.#places = made
    this.#ends = ends.map((one) => this.#end(one))
  }

  place(ref: Ref): Place {
    return this.#places[ref]!
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
      from: this.#ends[from] as Origin,
      fromPath: this.#paths[fromPath]!,
      to: this.#ends[to] as Port,
      toPath: this.#paths[toPath]!,
      ...(except !== 0 && { except }),
      ...(only !== 0 && { only }),
      ...(via !== 0 && { via }),
      steps: this.#steps(steps),
    }
  }

  #steps(steps: PackedSteps): readonly Place[] {
    if (typeof steps === 'number') return (this.#single[steps] ??= [this.#places[steps]!])
    return steps.length === 0 ? NO_STEPS : steps.map((one) => this.#places[one]!)
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
