import type { Flow, SinkFacts, SourceFacts } from '../facts.ts'
import { groupNumbers } from '../guards/groups.ts'
import { accessorOf, type FoundModel, NOTHING } from '../models/model.ts'
import { parseRequires } from '../rules/requires.ts'
import type { TaintRule } from '../rules/taint-rule.ts'
import { agree, isWithin } from './agree.ts'
import { type ArrivedLabel, labelSets } from './contexts.ts'
import { type Fact, type Step, stepFor } from './facts-found.ts'
import { Gates } from './gates.ts'
import type { Ground } from './ground.ts'
import type { Guide } from './guide.ts'
import { WHOLE } from './paths.ts'
import { callOf, type FileNode, type Fn, type OriginNode } from './program.ts'
import { ANYWHERE } from './tags.ts'
import { type PlacedRule, sourceKey, sourcesOf } from './together.ts'
import { Walk } from './walk.ts'

/** Properties of a rule that linking uses. */
export type LinkedRule = Pick<TaintRule, 'id' | 'formerIds' | 'message' | 'taint' | 'propagators' | 'cwe'>

/** Own limit: paths of labels to one sink. */
const CAME_MAX = 300

/** Own limit: a source with more facts taints nearly the whole tree. */
const FACTS_MIN = 20_000
/** Own limits: additional facts per further source, and in total. */
const SOURCE_FACTS_MAX = 1_000
export const RULE_FACTS_MAX = 100_000

/** A flow from a source to a sink. */
export interface Arrival {
  readonly fact: Fact
  readonly flow: Flow
  readonly file: FileNode
  /** Index in the sinks of the file. */
  readonly mark: number
  readonly source: SourceFacts
  readonly sourceFile: FileNode
  /** The bit of the rule. */
  readonly rule: number
}

/** A rule while it is followed. */
export interface FollowedRule extends PlacedRule {
  /** Its groups in facts about many rules. */
  readonly groups: readonly number[]
  /** Its bit among the rules that are followed together. */
  readonly bit: number
  /** By sink and label (and source, where it counts): the first arrival. */
  readonly arrivals: Map<string, Arrival>
  /** By sink with required labels: the arrived labels and their entries. */
  readonly came: Map<string, ArrivedLabel[]>
  /** By location: each source as the rule defines it. */
  readonly sources: Map<string, SourceFacts>
}

/** Follows flows from sources to sinks, for rules with the same sources at once. */
export class FollowRules implements Guide {
  readonly walk: Walk
  readonly rules: readonly FollowedRule[]
  readonly #ground: Ground
  /** Shared properties of the rules. */
  readonly #way: LinkedRule
  /** By value: the rules of which a sink can be reached from it, a bit each. */
  readonly #reached: Int32Array
  /** Bit set of the rules of this walk. */
  readonly #mask: number
  readonly #gates: Gates
  readonly #sources: { readonly file: FileNode; readonly facts: SourceFacts }[] = []
  readonly #byFacts = new Map<SourceFacts, number>()
  /** By rule-specific flow: the rules that it applies to. */
  readonly #allowed = new Map<Flow, number>()

  /**
   * @param placed rules that are followed together
   * @param first bit of the first of them in `reached`; the bits of the others follow
   * @param base walk that resolved the calls
   */
  constructor(ground: Ground, placed: readonly PlacedRule[], reached: Int32Array, first: number, base: Walk) {
    this.#ground = ground
    this.rules = placed.map((item, at) => ({
      ...item,
      groups: groupNumbers(item.rule.cwe, item.rule.taint),
      bit: 1 << (first + at),
      arrivals: new Map(),
      came: new Map(),
      sources: new Map(),
    }))
    this.#way = placed[0]!.rule
    this.#reached = reached
    this.#mask = this.rules.reduce((all, { bit }) => all | bit, 0)
    const [{ places }] = placed as [PlacedRule]
    this.#gates = new Gates({
      placeIn: (file) => places[file.index]!,
      labelOf: (tag) => this.#labelOf(tag),
      tagOf: (file, facts) => this.#tagOf(file, facts, facts.label),
      carried: (tag, facts) => this.#carried(tag, facts),
    })
    const sources = sourcesOf(placed[0]!, ground.program).length
    const most = Math.min(RULE_FACTS_MAX, FACTS_MIN + SOURCE_FACTS_MAX * sources)
    this.walk = new Walk(ground, this, most, base)
  }

  /** @returns the rules that exceeded a limit and were followed only in part */
  run(): readonly FollowedRule[] {
    for (const file of this.#ground.program.files) this.#beginIn(file)
    do this.walk.run()
    while (this.#openGates())
    return this.rules.filter(({ bit }) => (this.walk.full & bit) !== 0)
  }

  /** Starts the shared source of several rules one after the other, so that the rules continue together. */
  #beginIn(file: FileNode): void {
    const begun = new Map<string, { readonly mark: number; readonly facts: SourceFacts; readonly rules: number }[]>()
    for (const { places, bit, sources } of this.rules) {
      const place = places[file.index]!
      if (place === -1) continue
      file.facts.sources.forEach((facts, mark) => {
        if (facts.rule !== place) return
        if (facts.requires !== undefined && parseRequires(facts.requires)?.(new Set()) !== true) return
        const key = sourceKey(facts, file.index)
        sources.set(key, facts)
        const list = begun.get(key) ?? []
        begun.set(key, list)
        list.push({ mark, facts, rules: bit })
      })
    }
    for (const { mark, facts, rules } of [...begun.values()].flat()) {
      const tag = this.#tagOf(file, facts, facts.label)
      for (const node of file.sources.get(mark) ?? []) this.walk.begin(node, WHOLE, { tag, rules })
    }
  }

  allowed(flow: Flow, fn: Fn): number {
    const { safeNumbers, safeBooleans } = this.#way.taint
    if ((safeNumbers || safeBooleans) && this.#isPlain(this.#ground.members.ofFlow(flow, fn))) return 0
    if (flow.except === undefined && flow.only === undefined) return this.#mask
    let rules = this.#allowed.get(flow)
    if (rules === undefined) {
      rules = this.#allowedBy(flow, fn)
      this.#allowed.set(flow, rules)
    }
    return rules
  }

  /** Returns the rules that a flow applies to. Checks by functions of other files are resolved at first use. */
  #allowedBy(flow: Flow, fn: Fn): number {
    let rules = 0
    for (const { places, bit, groups } of this.rules) {
      const place = places[fn.file.index]!
      if (flow.except !== undefined && place !== -1 && flow.except.includes(place)) continue
      if (flow.except !== undefined && this.#ground.checked.isAmong(flow.except, fn.file, groups)) continue
      if (flow.only === undefined || flow.only.includes(place)) rules |= bit
    }
    return rules
  }

  #isPlain(kind: 'number' | 'boolean' | undefined): boolean {
    const { safeNumbers, safeBooleans } = this.#way.taint
    return kind === 'number' ? safeNumbers : kind === 'boolean' && safeBooleans
  }

  tagsAfter(fact: Fact, flow: Flow): readonly number[] {
    return flow.via === undefined ? [fact.tag] : this.#gates.through(fact, flow, 0, [fact.tag])
  }

  wanting(node: OriginNode): number {
    return this.#reached[node.id]! & this.#mask
  }

  keeps({ node }: Fact, { to, only }: Flow): boolean {
    if (only !== undefined && !this.#way.propagators.some(({ isAfter }) => isAfter)) return false
    const { origin, fn } = node
    const source = origin.type === 'source' ? fn.file.facts.sources[origin.mark] : undefined
    if (source === undefined || source.isAfter === true || to.type !== 'argument') return true
    return !isWithin(source.place, callOf(fn, to.call).place)
  }

  sink(fact: Fact, flow: Flow, mark: number, tag: number, rules: number): void {
    const { file } = fact.node.fn
    const place = file.facts.sinks[mark]?.rule
    const one = this.rules.find(({ places, bit }) => places[file.index] === place && (rules & bit) !== 0)
    const said = this.#ground.tags.tag(tag)
    if (one === undefined || said.type !== 'label') return
    note(one, file, mark, { label: said.label, entry: fact.entry })
    const key = `${file.index} ${mark} ${tag}`
    if (one.arrivals.has(key)) return
    const first = this.#sources[this.#isBySource() ? said.source : this.#firstOf(fact, one.bit)]!
    const source = one.sources.get(sourceKey(first.facts, first.file.index)) ?? first.facts
    const facts = said.label === source.label ? source : { ...source, label: said.label }
    if (one.rule.taint.unifies && !agree(facts.bound, file.facts.sinks[mark]!.bound)) return
    one.arrivals.set(key, { fact, flow, file, mark, source: facts, sourceFile: first.file, rule: one.bit })
  }

  /** Whether labels that reached a sink along the same call path satisfy the sink's requirement. */
  isMetAt({ came }: FollowedRule, file: FileNode, mark: number): boolean {
    const sink = file.facts.sinks[mark]!
    return labelSets(came.get(`${file.index} ${mark}`) ?? [], this.walk).some((labels) => isMet(sink, labels))
  }

  given(): void {
    // Callees are resolved already.
  }

  model(call: number): FoundModel | undefined {
    const { onlyAssignments, safeFunctions } = this.#way.taint
    if (onlyAssignments) return undefined
    const owner = this.#ground.program.ownerOf(call)
    const facts = callOf(owner, call - owner.firstCall)
    const accessed = this.#ground.members.accessed(facts, owner.file)
    if (accessed !== undefined)
      return this.#isPlain(accessed.kind) ? NOTHING : accessorOf(accessed.name, accessed.isSet)
    const found = this.#ground.models.of(call)
    return found.isGuess && safeFunctions ? undefined : found
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

  /** Members with known origin are followed from there; others are visible in the whole class. */
  shares(fact: Fact): boolean {
    return fact.entry === ANYWHERE
  }

  /** Values that waited for labels of others go on. @returns whether any did */
  #openGates(): boolean {
    return this.#gates.open((fact, flow, tag) => this.walk.follow(fact, flow, { tag, rules: fact.rules }))
  }

  #carried(tag: number, { label, carries }: SourceFacts): number {
    const said = this.#ground.tags.tag(tag)
    if (said.type !== 'label' || label === '') return tag
    if (carries?.replaces?.includes(said.label) === false) return tag
    return this.#ground.tags.number({ ...said, label })
  }

  #isBySource(): boolean {
    return this.#way.taint.unifies || this.#way.taint.focus === 'source'
  }

  /** Returns the tag of a source: separate tags per source where the rule requires it; otherwise the label is sufficient. */
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

  /** The source that a fact began at for a rule. */
  #firstOf(fact: Fact, rule: number): number {
    let { node } = fact
    for (let one: Fact | undefined = fact; one !== undefined;) {
      ;({ node } = one)
      const { before, inner }: Step = stepFor(one, rule)
      one = before ?? inner
    }
    const { origin, fn } = node
    const facts = origin.type === 'source' ? fn.file.facts.sources[origin.mark] : undefined
    return facts === undefined ? 0 : (this.#byFacts.get(facts) ?? 0)
  }
}

function note({ came }: FollowedRule, file: FileNode, mark: number, one: ArrivedLabel): void {
  if (file.facts.sinks[mark]!.requires === undefined) return
  const key = `${file.index} ${mark}`
  const list = came.get(key) ?? []
  came.set(key, list)
  if (list.length < CAME_MAX && !list.some(({ label, entry }) => label === one.label && entry === one.entry))
    list.push(one)
}

/** Whether the labels at a sink meet its requirement. */
function isMet(sink: SinkFacts, labels: ReadonlySet<string>): boolean {
  // A sink of a group may require that no label arrives.
  if (labels.size === 0 && sink.group === undefined) return false
  return sink.requires === undefined || parseRequires(sink.requires)?.(labels) === true
}
