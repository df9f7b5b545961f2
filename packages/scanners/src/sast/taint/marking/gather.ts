import type { NodeMarks } from '../marks.ts'

type Into = NodeMarks['into'][number]

/** The marks of one node while they are gathered. */
interface Gathered {
  readonly sources: Set<number>
  readonly sourcesAfter: Set<number>
  readonly clean: Set<number>
  readonly cleanAfter: Set<number>
  readonly sinks: Set<number>
  readonly into: Map<string, Into>
}

/** Which of the marks of a node is meant. */
export type MarkKind = Exclude<keyof Gathered, 'into'>

/** Gathers marks by node, each once. */
export class Gathering {
  readonly #byNode = new Map<number, Gathered>()

  add(nodes: readonly number[], kind: MarkKind, number: number): void {
    for (const node of nodes) this.#at(node)[kind].add(number)
  }

  into(node: number, into: Into): void {
    this.#at(node).into.set(`${into.rule} ${into.node} ${into.isAfter} ${into.via ?? ''}`, into)
  }

  done(): ReadonlyMap<number, NodeMarks> {
    return new Map(
      [...this.#byNode].map(([node, one]) => [
        node,
        {
          sources: sorted(one.sources),
          sourcesAfter: sorted(one.sourcesAfter),
          clean: sorted(one.clean),
          cleanAfter: sorted(one.cleanAfter),
          sinks: sorted(one.sinks),
          into: [...one.into.values()],
        },
      ]),
    )
  }

  #at(node: number): Gathered {
    let gathered = this.#byNode.get(node)
    if (gathered === undefined) {
      gathered = {
        sources: new Set(),
        sourcesAfter: new Set(),
        clean: new Set(),
        cleanAfter: new Set(),
        sinks: new Set(),
        into: new Map(),
      }
      this.#byNode.set(node, gathered)
    }
    return gathered
  }
}

function sorted(numbers: ReadonlySet<number>): readonly number[] {
  return [...numbers].sort((a, b) => a - b)
}
