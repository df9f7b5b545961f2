import type { Bound, Flow, Place, SinkFacts, SourceFacts } from '../facts.ts'
import { accessorOf, type FoundModel, NOTHING } from '../models/model.ts'
import { parseRequires } from '../rules/requires.ts'
import type { TaintRule } from '../rules/taint-rule.ts'
import { type Came, labelSets } from './contexts.ts'
import type { Fact } from './facts-found.ts'
import type { Ground } from './ground.ts'
import type { Guide } from './guide.ts'
import { WHOLE } from './paths.ts'
import { callOf, type FileNode, type Fn, type OriginNode } from './program.ts'
import { ANYWHERE } from './tags.ts'
import { Walk } from './walk.ts'

/** What is asked of a rule while it is linked. */
export type LinkedRule = Pick<TaintRule, 'id' | 'message' | 'taint' | 'propagators'>

/** Ours: ways by which labels get to one sink. */
const CAME_MAX = 300

/** Ours: a rule that says more of a tree marks nearly all of it. */
export const RULE_FACTS_MAX = 150_000

/** A source gets to a sink. */
export interface Arrival {
  readonly fact: Fact
  readonly flow: Flow
  readonly file: FileNode
  /** Its place in the sinks of the file. */
  readonly mark: number
  readonly source: SourceFacts
  readonly sourceFile: FileNode
}

/** From which values a sink of a rule can be reached: those with its bit. */
export interface Wanted {
  readonly reached: Int32Array
  readonly bit: number
}

interface Passing {
  readonly fact: Fact
  readonly flow: Flow
  /** The place in `via` of the flow. */
  readonly at: number
}

/** What values that want to get a label from a source had when they came there. */
interface Gate {
  readonly meets: (labels: ReadonlySet<string>) => boolean
  readonly labels: Set<string>
  readonly waiting: Passing[]
  isOpen: boolean
}

/** Follows what one rule calls sources to what it calls sinks. */
export class FollowRule implements Guide {
  readonly walk: Walk
  readonly #ground: Ground
  readonly #rule: LinkedRule
  /** By file: the place of the rule there; -1 where it says nothing. */
  readonly #places: readonly number[]
  readonly #wanted: Wanted
  readonly #gates = new Map<string, Gate>()
  readonly #sources: { readonly file: FileNode; readonly facts: SourceFacts }[] = []
  readonly #byFacts = new Map<SourceFacts, number>()
  /** By sink and label (and source, where that counts): the first that came. */
  readonly arrivals = new Map<string, Arrival>()
  /** By sink, where it asks for labels: what came there, and how. */
  readonly #came = new Map<string, Came[]>()

  constructor(ground: Ground, rule: LinkedRule, places: readonly number[], wanted: Wanted, base: Walk) {
    this.#ground = ground
    this.#rule = rule
    this.#places = places
    this.#wanted = wanted
    this.walk = new Walk(ground, this, RULE_FACTS_MAX, base)
  }

  /** @returns false where it took too much and not all was followed */
  run(): boolean {
    for (const file of this.#ground.program.files) {
      const place = this.#places[file.index]!
      if (place === -1) continue
      file.facts.sources.forEach((facts, mark) => {
        if (facts.rule !== place) return
        if (facts.requires !== undefined && parseRequires(facts.requires)?.(new Set()) !== true) return
        const tag = this.#tagOf(file, facts, facts.label)
        for (const node of file.sources.get(mark) ?? []) this.walk.begin(node, WHOLE, tag)
      })
    }
    do this.walk.run()
    while (this.#openGates())
    return !this.walk.isFull
  }

  allows(flow: Flow, fn: Fn): boolean {
    const place = this.#places[fn.file.index]!
    if (flow.except !== undefined && place !== -1 && flow.except.includes(place)) return false
    if (flow.only !== undefined && !flow.only.includes(place)) return false
    const { safeNumbers, safeBooleans } = this.#rule.taint
    if (!safeNumbers && !safeBooleans) return true
    return !this.#isPlain(this.#ground.members.ofFlow(flow, fn))
  }

  #isPlain(kind: 'number' | 'boolean' | undefined): boolean {
    const { safeNumbers, safeBooleans } = this.#rule.taint
    return kind === 'number' ? safeNumbers : kind === 'boolean' && safeBooleans
  }

  tagsAfter(fact: Fact, flow: Flow): readonly number[] {
    return flow.via === undefined ? [fact.tag] : this.#through(fact, flow, 0, [fact.tag])
  }

  wants(node: OriginNode): boolean {
    return (this.#wanted.reached[node.id]! & this.#wanted.bit) !== 0
  }

  keeps({ node }: Fact, { to, only }: Flow): boolean {
    if (only !== undefined && !this.#rule.propagators.some(({ isAfter }) => isAfter)) return false
    const { origin, fn } = node
    const source = origin.type === 'source' ? fn.file.facts.sources[origin.mark] : undefined
    if (source === undefined || source.isAfter === true || to.type !== 'argument') return true
    return !isWithin(source.place, callOf(fn, to.call).place)
  }

  sink(fact: Fact, flow: Flow, mark: number, tag: number): void {
    const { file } = fact.node.fn
    if (file.facts.sinks[mark]?.rule !== this.#places[file.index]) return
    const said = this.#ground.tags.tag(tag)
    if (said.type !== 'label') return
    this.#note(file, mark, { label: said.label, entry: fact.entry })
    const key = `${file.index} ${mark} ${tag}`
    if (this.arrivals.has(key)) return
    const source = this.#sources[this.#isBySource() ? said.source : this.#firstOf(fact)]!
    const facts = said.label === source.facts.label ? source.facts : { ...source.facts, label: said.label }
    if (this.#rule.taint.unifies && !agree(facts.bound, file.facts.sinks[mark]!.bound)) return
    this.arrivals.set(key, { fact, flow, file, mark, source: facts, sourceFile: source.file })
  }

  #note(file: FileNode, mark: number, one: Came): void {
    if (file.facts.sinks[mark]!.requires === undefined) return
    const key = `${file.index} ${mark}`
    const came = this.#came.get(key) ?? []
    this.#came.set(key, came)
    if (came.length < CAME_MAX && !came.some(({ label, entry }) => label === one.label && entry === one.entry))
      came.push(one)
  }

  /** Whether what got to a sink by the same calls is what it asks for. */
  isMetAt(file: FileNode, mark: number): boolean {
    const sink = file.facts.sinks[mark]!
    const came = this.#came.get(`${file.index} ${mark}`) ?? []
    return labelSets(came, this.walk).some((labels) => isMet(sink, labels))
  }

  given(): void {
    // What is called is known.
  }

  model(call: number): FoundModel | undefined {
    if (this.#rule.taint.onlyAssignments) return undefined
    const owner = this.#ground.program.ownerOf(call)
    const facts = callOf(owner, call - owner.firstCall)
    const accessed = this.#ground.members.accessed(facts, owner.file)
    if (accessed !== undefined)
      return this.#isPlain(accessed.kind) ? NOTHING : accessorOf(accessed.name, accessed.isSet)
    const found = this.#ground.models.of(call)
    return found.isGuess && this.#rule.taint.safeFunctions ? undefined : found
  }

  saysAtMost(): number {
    return Infinity
  }

  tellsWays(): boolean {
    return true
  }

  goesInto(): boolean {
    return true
  }

  leavesBy(): boolean {
    return true
  }

  /** Members of which it is known how they came in are followed from there; others are seen in the whole class. */
  shares(fact: Fact): boolean {
    return fact.entry === ANYWHERE
  }

  /** A value gets the labels of the sources that it passes, where it has what they ask for. */
  #through(fact: Fact, flow: Flow, from: number, given: readonly number[]): readonly number[] {
    const { file } = fact.node.fn
    let tags = [...given]
    const via = flow.via ?? []
    for (let at = from; at < via.length; at += 1) {
      const facts = file.facts.sources[via[at]!]
      if (facts === undefined || facts.rule !== this.#places[file.index]) continue
      const gate = this.#gateOf(file, via[at]!, facts)
      for (const tag of tags) gate.labels.add(this.#labelOf(tag))
      const isThere = gate.isOpen || gate.meets(gate.labels)
      if (!isThere) gate.waiting.push({ fact, flow, at })
      if (facts.carries !== undefined) {
        // A propagator lets nothing pass that it does not ask for.
        if (!isThere) return []
        tags = tags.map((tag) => this.#carried(tag, facts))
      } else if (isThere) tags.push(this.#tagOf(file, facts, facts.label))
    }
    return [...new Set(tags)]
  }

  /** Values that waited for labels of others go on. @returns whether any did */
  #openGates(): boolean {
    let isAny = false
    for (const gate of this.#gates.values()) {
      if (gate.isOpen || !gate.meets(gate.labels)) continue
      gate.isOpen = true
      for (const { fact, flow, at } of gate.waiting.splice(0)) {
        const { file } = fact.node.fn
        const facts = file.facts.sources[flow.via![at]!]!
        const isCarried = facts.carries !== undefined
        const tag = isCarried ? this.#carried(fact.tag, facts) : this.#tagOf(file, facts, facts.label)
        const tags = this.#through(fact, flow, at + 1, [tag])
        for (const one of tags) this.walk.follow(fact, flow, one)
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

  /** What a value is called when a propagator has carried it. */
  #carried(tag: number, { label, carries }: SourceFacts): number {
    const said = this.#ground.tags.tag(tag)
    if (said.type !== 'label' || label === '') return tag
    if (carries?.replaces?.includes(said.label) === false) return tag
    return this.#ground.tags.number({ ...said, label })
  }

  #isBySource(): boolean {
    return this.#rule.taint.unifies || this.#rule.taint.focus === 'source'
  }

  /** Sources are told apart where the rule asks for that; else what they call the value is enough. */
  #tagOf(file: FileNode, facts: SourceFacts, label: string): number {
    let source = this.#byFacts.get(facts)
    if (source === undefined) {
      source = this.#sources.push({ file, facts }) - 1
      this.#byFacts.set(facts, source)
    }
    return this.#ground.tags.number({ type: 'label', label, source: this.#isBySource() ? source : 0 })
  }

  #labelOf(tag: number): string {
    const said = this.#ground.tags.tag(tag)
    return said.type === 'label' ? said.label : ''
  }

  /** The source that a fact began at. */
  #firstOf(fact: Fact): number {
    let first = fact
    for (let before = first.before ?? first.inner; before !== undefined; before = first.before ?? first.inner)
      first = before
    const { origin, fn } = first.node
    const facts = origin.type === 'source' ? fn.file.facts.sources[origin.mark] : undefined
    return facts === undefined ? 0 : (this.#byFacts.get(facts) ?? 0)
  }
}

function isWithin(inner: Place, outer: Place): boolean {
  const starts = inner.line > outer.line || (inner.line === outer.line && inner.column >= outer.column)
  return (
    starts && (inner.endLine < outer.endLine || (inner.endLine === outer.endLine && inner.endColumn <= outer.endColumn))
  )
}

function agree(a: Bound, b: Bound): boolean {
  return Object.entries(a).every(([name, code]) => b[name] === undefined || b[name] === code)
}

/** Whether what arrived at a sink is what it asks for. */
function isMet(sink: SinkFacts, labels: ReadonlySet<string>): boolean {
  // Of several that have to be met together, one may ask that nothing comes.
  if (labels.size === 0 && sink.group === undefined) return false
  return sink.requires === undefined || parseRequires(sink.requires)?.(labels) === true
}
