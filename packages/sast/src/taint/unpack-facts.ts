import type { CallFacts, FileFacts, Flow, FunctionFacts, Origin, Path, CodeRange, Port } from './facts.ts'
import {
  ABSENT,
  type Ended,
  KINDS,
  type PackedCall,
  type PackedFlow,
  type PackedFunction,
  type PackedPositions,
  type PackedSteps,
  type PackedStructure,
  type Ref,
} from './packed-facts.ts'

const NO_STEPS: readonly CodeRange[] = []

/** @param text result of `packFacts` */
export function unpackFacts(text: string): FileFacts {
  const [, said, moving] = text.split('\n', 3)
  const still = JSON.parse(said!) as PackedStructure
  const { places, offsets, gaps } = JSON.parse(moving!) as PackedPositions
  const { texts: _texts, paths: _paths, ends: _ends, functions, sources, sinks, ...rest } = still
  const unpacking = new Unpacking(still, places)
  return {
    ...rest,
    functions: unpacking.functions(functions),
    sources: sources.map((source) => ({ ...source, place: unpacking.place(source.place) })),
    sinks: sinks.map((sink, at) => ({
      ...sink,
      place: unpacking.place(sink.place),
      start: offsets[2 * at]!,
      end: offsets[2 * at + 1]!,
    })),
    gaps,
  }
}

/** Returns the locations in a text of `packFacts`: four numbers each. */
export function packedPositions(text: string): readonly number[] {
  return (JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as PackedPositions).places
}

class Unpacking {
  readonly #texts: readonly string[]
  readonly #paths: readonly Path[]
  readonly #places: readonly CodeRange[]
  /** By location: a list with only this location, which is the trace of most flows. */
  readonly #single: (readonly CodeRange[])[] = []
  readonly #ends: readonly (Origin | Port)[]

  constructor({ texts, paths, ends }: PackedStructure, places: readonly number[]) {
    this.#texts = texts
    this.#paths = paths.map((path) => path.map((item) => texts[item]!))
    const codeRanges: CodeRange[] = []
    for (let at = 0; at < places.length; at += 4) {
      const line = places[at]!
      const [column, lines, endColumn] = [places[at + 1]!, places[at + 2]!, places[at + 3]!]
      codeRanges.push({ line, column, endLine: line + lines, endColumn })
    }
    this.#places = codeRanges
    this.#ends = ends.map((end) => this.#end(end))
  }

  place(ref: Ref): CodeRange {
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

  #call([name, method, receiverType, isNew, place, value, constants = 0, spread = 0]: PackedCall): CallFacts {
    const texts = (refs: readonly Ref[]): readonly (string | null)[] => refs.map((ref) => this.#texts[ref] ?? null)
    return {
      name: this.#texts[name]!,
      method: this.#texts[method]!,
      ...(receiverType !== ABSENT && { receiverType: this.#texts[receiverType]! }),
      isNew: isNew === 1,
      arguments: typeof value === 'number' ? Array.from({ length: value }, () => null) : texts(value),
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

  #steps(steps: PackedSteps): readonly CodeRange[] {
    if (typeof steps === 'number') return (this.#single[steps] ??= [this.#places[steps]!])
    return steps.length === 0 ? NO_STEPS : steps.map((step) => this.#places[step]!)
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
