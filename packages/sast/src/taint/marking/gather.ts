import type { NodeMarks } from '../marks.ts'

type Into = NodeMarks['into'][number]

/** The marks of one node during collection. */
type Gathered = { -readonly [Kind in MarkKind]?: number[] } & { into?: Map<string, Into> }

/** Kind of a mark on a node. */
export type MarkKind = Exclude<keyof NodeMarks, 'into'>

/** Gathers marks by node, each once. */
export class Gathering {
  readonly #byNode = new Map<number, Gathered>()

  /** @param number not lower than the previous number of the same kind */
  add(nodes: readonly number[], kind: MarkKind, number: number): void {
    for (const node of nodes) {
      const numbers = (this.#at(node)[kind] ??= [])
      if (numbers.at(-1) !== number) numbers.push(number)
    }
  }

  into(node: number, into: Into): void {
    const key = `${into.rule} ${into.node} ${into.isAfter} ${into.via ?? ''}`
    ;(this.#at(node).into ??= new Map()).set(key, into)
  }

  done(): ReadonlyMap<number, NodeMarks> {
    return new Map([...this.#byNode].map(([node, { into, ...numbers }]) => [node, marksWith(numbers, into)]))
  }

  #at(node: number): Gathered {
    let gathered = this.#byNode.get(node)
    if (gathered === undefined) {
      gathered = {}
      this.#byNode.set(node, gathered)
    }
    return gathered
  }
}

const NO_NUMBERS: readonly number[] = []
const NO_TARGETS: NodeMarks['into'] = []

function marksWith(numbers: Omit<Gathered, 'into'>, into: Gathered['into']): NodeMarks {
  const { sources = NO_NUMBERS, sourcesAfter = NO_NUMBERS, clean = NO_NUMBERS } = numbers
  const { cleanAfter = NO_NUMBERS, sinks = NO_NUMBERS } = numbers
  return { sources, sourcesAfter, clean, cleanAfter, sinks, into: into === undefined ? NO_TARGETS : [...into.values()] }
}
