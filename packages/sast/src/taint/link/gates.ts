import type { Flow, SourceFacts } from '../facts.ts'
import { parseRequires } from '../rules/requires.ts'
import type { Fact } from './facts-found.ts'
import type { FileNode } from './program.ts'

interface GatePass {
  readonly fact: Fact
  readonly flow: Flow
  /** Index in `via` of the flow. */
  readonly at: number
}

/** State of values at a source that requires labels. */
interface Gate {
  readonly meets: (labels: ReadonlySet<string>) => boolean
  readonly labels: Set<string>
  readonly waiting: GatePass[]
  isOpen: boolean
}

/** Of one rule: the numbers of its labels, and its index in each file. */
export interface Labels {
  placeIn(file: FileNode): number
  labelOf(tag: number): string
  /** Returns the tag of a value from a source. */
  tagOf(file: FileNode, facts: SourceFacts): number
  /** Returns the tag of a value after a propagator. */
  carried(tag: number, facts: SourceFacts): number
}

/** Sources that require labels: values wait there until the labels arrive. */
export class Gates {
  readonly #labels: Labels
  readonly #gates = new Map<string, Gate>()

  constructor(labels: Labels) {
    this.#labels = labels
  }

  /** Adds the labels of the sources on the way, where the value meets their requirements. */
  through(fact: Fact, flow: Flow, from: number, values: readonly number[]): readonly number[] {
    const { file } = fact.node.fn
    let tags = [...values]
    const via = flow.via ?? []
    for (let at = from; at < via.length; at += 1) {
      const facts = file.facts.sources[via[at]!]
      if (facts === undefined || facts.rule !== this.#labels.placeIn(file)) continue
      const gate = this.#gateOf(file, via[at]!, facts)
      for (const tag of tags) gate.labels.add(this.#labels.labelOf(tag))
      const isThere = gate.isOpen || gate.meets(gate.labels)
      if (!isThere) gate.waiting.push({ fact, flow, at })
      if (facts.carries !== undefined) {
        // A propagator blocks every value that does not meet its requirement.
        if (!isThere) return []
        tags = tags.map((tag) => this.#labels.carried(tag, facts))
      } else if (isThere) tags.push(this.#labels.tagOf(file, facts))
    }
    return [...new Set(tags)]
  }

  /** Values that waited for labels of others go on. @returns whether any did */
  open(follow: (fact: Fact, flow: Flow, tag: number) => void): boolean {
    let isAny = false
    for (const gate of this.#gates.values()) {
      if (gate.isOpen || !gate.meets(gate.labels)) continue
      gate.isOpen = true
      for (const { fact, flow, at } of gate.waiting.splice(0)) {
        const { file } = fact.node.fn
        const facts = file.facts.sources[flow.via![at]!]!
        const isCarried = facts.carries !== undefined
        const tag = isCarried ? this.#labels.carried(fact.tag, facts) : this.#labels.tagOf(file, facts)
        for (const item of this.through(fact, flow, at + 1, [tag])) follow(fact, flow, item)
        isAny = true
      }
    }
    return isAny
  }

  #gateOf(file: FileNode, mark: number, { requires }: SourceFacts): Gate {
    const key = `${file.index} ${mark}`
    let gate = this.#gates.get(key)
    if (gate === undefined) {
      gate = {
        meets: parseRequires(requires ?? 'True') ?? (() => false),
        labels: new Set(),
        waiting: [],
        isOpen: false,
      }
      this.#gates.set(key, gate)
    }
    return gate
  }
}
